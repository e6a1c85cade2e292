import { customer } from '../../domain/customer/customer.ts';
import { type InvoiceDetails, NOTHING_ADDED } from '../../domain/invoice/events.ts';
import { type InvoiceCommand, invoice } from '../../domain/invoice/invoice.ts';
import { invoiceTotals } from '../../domain/invoice/lines.ts';
import { workText } from '../../domain/invoice/work-text.ts';
import { NO_JOB_DETAILS } from '../../domain/job/events.ts';
import { type JobCommand, job } from '../../domain/job/job.ts';
import { addDays } from '../../domain/kit/times.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { createRandom } from '../bench/support/random.ts';
import { ESTIMATOR, OFFICE } from './accounts.ts';
import { type Act, type Area, actAt } from './act.ts';
import { DEMO_TAX_RATE, DEMO_TERMS_DAYS } from './company.ts';
import { HOUSEHOLDS } from './content/households.ts';
import { makePeople, type Person } from './content/people.ts';
import { planLeads } from './lead-plan.ts';
import type { WorkingTime } from './working-time.ts';

/** Customers whose trees are pruned about once a year; of these some are late this time. */
const REGULARS = 22;
const LAPSED = 4;
/** Of the last visits so many were invoiced here: before that the company had other books. */
const INVOICED = 3;
const SERVICE = 'pruning';

/** Working hours of a month. */
const MONTH = 209;
/** When they came, in months before the end of the year. */
const VISITS = [34.5, 23.2, 12.4] as const;
const LAPSED_VISITS = [29.5, 17.5] as const;

/** What the years before left: customers who come back, so that there is a past to tell from. */
export const earlier: Area = (time) =>
  regulars(time).flatMap((person, place) => {
    const months = place < LAPSED ? LAPSED_VISITS : VISITS;
    // Spread over six weeks; the last ones come first.
    const visits = months.map((ago) => time.hours - ago * MONTH + (REGULARS - place) * 13 + (place % 7));
    const isInvoiced = place >= REGULARS - INVOICED;
    // What began before this year is finished in it.
    const rest = isInvoiced ? [(visits.at(-1) ?? 0) + 130] : [];
    const regular = regularOf(person, place);
    return [
      registered(regular, (visits[0] ?? 0) - 5, time),
      ...[...visits, ...rest].flatMap((hour, visit) =>
        workOf(regular, { hour, visit, isInvoiced: isInvoiced && visit === VISITS.length - 1 }, time),
      ),
    ];
  });

/** Nobody who asks for work in this year. */
function regulars(time: WorkingTime): Person[] {
  const asking = planLeads(time).flatMap(({ steps }) =>
    steps.flatMap(({ deed }) => (deed.type === 'capture' ? [deed.details] : [])),
  );
  const taken = new Set([
    ...asking.flatMap(({ name, phone }) => [name, phone]),
    ...HOUSEHOLDS.map(({ phone }) => phone),
  ]);
  return makePeople(4 * REGULARS, createRandom(4_057))
    .filter(({ name, phone }) => !taken.has(name) && !taken.has(phone))
    .slice(0, REGULARS);
}

interface Regular {
  person: Person;
  name: string;
  id: string;
  propertyId: string;
}

function regularOf(person: Person, place: number): Regular {
  const name = `demo/regular/${place}`;
  const registration = uuidv5(HEARTWOOD, `${name}/0`);
  return { person, name, id: uuidv5(registration, 'customer'), propertyId: uuidv5(registration, 'property/0') };
}

function registered({ person, name, id, propertyId }: Regular, hour: number, time: WorkingTime): Act {
  const [street = '', city = '', place = ''] = person.address.split(', ');
  const [firstName = '', ...rest] = person.name.split(' ');
  const { email, phone } = person;
  const at = { address: street, city, state: 'MA', zipCode: place.slice('MA '.length) };
  const details = { firstName, lastName: rest.join(' '), email, phone, notes: null, tags: [], leadId: null, ...at };
  return actAt(hour, OFFICE.id, time, `${name}/0`, (desk, { now, ...sent }) =>
    desk.send(customer, id, { type: 'RegisterCustomer', details, propertyId, now }, sent),
  );
}

/** One visit: entered, done, and invoiced, or closed without. */
function workOf(
  { person, name, id: customerId, propertyId }: Regular,
  { hour, visit, isInvoiced }: { hour: number; visit: number; isInvoiced: boolean },
  time: WorkingTime,
): Act[] {
  const jobId = uuidv5(propertyId, `job/${visit}`);
  const amount = isInvoiced ? 48_000 + (Math.abs(Math.round(hour)) % 9) * 6_500 : null;
  const details = { ...NO_JOB_DETAILS, address: person.address, propertyId, serviceType: SERVICE, amount };
  const step = (after: number, actor: string, what: string, commandOf: (now: string) => JobCommand) =>
    actAt(hour + after, actor, time, `${name}/${visit}/${what}`, (desk, { now, ...sent }) =>
      desk.send(job, jobId, commandOf(now), sent),
    );
  const done = [
    step(0, OFFICE.id, 'created', (now) => ({ type: 'CreateJob', customerId, details, now })),
    step(0.5, ESTIMATOR.id, 'started', (at) => ({ type: 'AdvanceJob', act: 'start', at, reason: null })),
    step(3, ESTIMATOR.id, 'completed', (at) => ({ type: 'AdvanceJob', act: 'complete', at, reason: null })),
  ];
  if (amount !== null) return [...done, ...billOf(person, { customerId, jobId, amount }, hour + 3.5, time)];
  const closing = {
    type: 'CloseWithoutInvoice',
    reason: 'Invoiced in the old books',
    open: null,
    deposits: [],
  } as const;
  return [...done, step(3.5, OFFICE.id, 'closed', (at) => ({ ...closing, at }))];
}

/** Invoiced and paid at the door. */
function billOf(
  { name, address }: Person,
  { customerId, jobId, amount }: { customerId: string; jobId: string; amount: number },
  hour: number,
  time: WorkingTime,
): Act[] {
  const id = uuidv5(jobId, 'invoice/0');
  const issuedOn = time.dateAt(hour);
  const lines = [{ id: uuidv5(jobId, 'line'), description: 'Pruning', quantity: 1, unitPrice: amount, amount }];
  const details: InvoiceDetails = {
    kind: 'invoice',
    customerId,
    jobId,
    customerName: name,
    customerEmail: null,
    billingAddress: address,
    quoteId: null,
    quoteVersion: null,
    job: workText([{ service: SERVICE }], address),
    lines,
    ...NOTHING_ADDED,
    taxRate: DEMO_TAX_RATE,
    issuedOn,
    dueDate: addDays(issuedOn, DEMO_TERMS_DAYS),
    earlier: [],
    deductions: [],
  };
  const { total } = invoiceTotals(lines, DEMO_TAX_RATE, []);
  const step = (after: number, what: string, commandOf: (now: string) => InvoiceCommand) =>
    actAt(hour + after, OFFICE.id, time, `demo/invoice/${jobId}/${what}`, (desk, { now, ...sent }) =>
      desk.send(invoice, id, commandOf(now), sent),
    );
  const payment = { paymentId: uuidv5(id, 'payment'), amount: total, method: 'check', day: issuedOn } as const;
  return [
    step(0, 'issued', (now) => ({ type: 'IssueInvoice', details, now })),
    step(0.5, 'paid', (now) => ({ type: 'RecordPayment', ...payment, transactionId: `manual-${id.slice(0, 8)}`, now })),
  ];
}
