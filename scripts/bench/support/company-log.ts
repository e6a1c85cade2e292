import { customer } from '../../../domain/customer/customer.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { NO_LEAD_DETAILS } from '../../../domain/lead/events.ts';
import { LEAD_SOURCES, LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { benchEvents } from './bench-events.ts';
import { benchCostId, benchInvoiceId, costBody, invoiceBodies } from './invoices-log.ts';
import { jobBodies } from './jobs-log.ts';
import { createRandom, type Random } from './random.ts';
import { writeRecords } from './records-log.ts';
import { benchSubject } from './subjects.ts';

/** Leads whose events are written in parallel: a lead's events lie within about 2,000 of each other. */
const ACTIVE = 250;
const TELL_EVERY = 50_000;
const FIRST_DAY = Date.UTC(2025, 0, 1);

interface ActiveLead {
  id: string;
  number: number;
  revision: bigint;
  remaining: number;
}

/**
 * Writes the history of a company to an empty log: its machines, people and crews, then leads captured, moved and
 * revised, each with 6 or 7 events on average; about one in seven is converted, and its job done and paid for. Personal
 * text is sealed. Always the same.
 * @returns how many leads there are
 */
export async function writeCompanyLog(
  log: EventStore,
  events: number,
  progress: (written: number) => void,
): Promise<number> {
  const records = await writeRecords(log, events);
  return write(log, { first: 0, events: events - records, progress: (written) => progress(records + written) });
}

/** Writes this many more events, about other leads, after a history of `before` events. */
export async function writeMore(log: EventStore, before: number, events: number): Promise<void> {
  await write(log, { first: before, events, progress: () => {} });
}

async function write(
  log: EventStore,
  { first, events, progress }: { first: number; events: number; progress(written: number): void },
): Promise<number> {
  const random = createRandom(4 + first);
  const active = Array.from({ length: ACTIVE }, (_, index) => newLead(first + index, random));
  let number = first + active.length;
  let written = 0;
  let told = 0;

  /** One lead at a time per writer, so that appends to one stream stay in order. */
  async function writer(mine: ActiveLead[]): Promise<void> {
    while (written < events) {
      const place = random.below(mine.length);
      const lead = mine[place] as ActiveLead;
      const appended = await nextStep(log, lead, random, first + written);
      written += appended;
      if (--lead.remaining === 0) mine[place] = newLead(number++, random);
      if (written - told < TELL_EVERY) continue;
      told = written;
      progress(written);
    }
  }

  const writers = 50;
  const share = ACTIVE / writers;
  await Promise.all(
    Array.from({ length: writers }, (_, index) => writer(active.slice(index * share, (index + 1) * share))),
  );
  return number - first;
}

function newLead(number: number, random: Random): ActiveLead {
  return { id: uuidv5('bench', `lead ${number}`), number, revision: -1n, remaining: 4 + random.below(6) };
}

async function nextStep(log: EventStore, lead: ActiveLead, random: Random, written: number): Promise<number> {
  const at = { recordedAt: new Date(FIRST_DAY + written * 30_000).toISOString(), subject: benchSubject(lead.number) };
  const stream = `lead-${lead.id}`;
  const body = lead.revision === -1n ? captured(lead, at.recordedAt, random) : changed(lead, random);
  const expected = lead.revision === -1n ? 'none' : lead.revision;
  await log.append(stream, benchEvents(stream, [body], { ...at, after: lead.revision }), expected);
  lead.revision += 1n;
  return body.type === 'LeadConverted' ? 1 + (await writeWork(log, lead, at)) : 1;
}

/** What a won lead brings: its customer, a finished job with its costs, and a paid invoice. */
async function writeWork(
  log: EventStore,
  lead: ActiveLead,
  at: { recordedAt: string; subject: string },
): Promise<number> {
  const { number } = lead;
  const customerId = uuidv5(lead.id, 'customer');
  const jobId = uuidv5(lead.id, 'job');
  const { firstName, lastName, email: customerEmail, address: billingAddress } = person(lead);
  const day = at.recordedAt.slice(0, 'YYYY-MM-DD'.length);
  const details = { leadId: lead.id, ...person(lead) };
  const registered = customer.decide({ type: 'RegisterCustomer', details, now: at.recordedAt }, customer.initial);
  const billed = { customerId, customerName: `${firstName} ${lastName}`, customerEmail, billingAddress };
  const streams: [string, readonly EventBody[]][] = [
    [`customer-${customerId}`, registered],
    [`job-${jobId}`, jobBodies({ number, customerId, createdAt: at.recordedAt, isDone: true })],
    [`cost-${benchCostId(number)}`, [costBody({ number, jobId, day })]],
    [`invoice-${benchInvoiceId(number)}`, invoiceBodies({ number, ...billed, issuedOn: day, isPaid: true })],
  ];
  for (const [stream, bodies] of streams) await log.append(stream, benchEvents(stream, bodies, at), 'none');
  return streams.reduce((sum, [, bodies]) => sum + bodies.length, 0);
}

function captured(lead: ActiveLead, capturedAt: string, random: Random): EventBody {
  const { firstName, lastName, city, state, zipCode, ...rest } = person(lead);
  const details = {
    ...NO_LEAD_DETAILS,
    ...rest,
    name: `${firstName} ${lastName}`,
    address: `${rest.address}, ${city}, ${state} ${zipCode}`,
  };
  const description = 'Large limb over the roof, wants it down before the winter storms';
  const leadSource = random.pick(LEAD_SOURCES);
  return {
    type: 'LeadCaptured',
    data: { ...details, description, leadSource, estimatedValue: random.below(900_000), status: 'New', capturedAt },
  };
}

function changed(lead: ActiveLead, random: Random): EventBody {
  if (lead.remaining === 1 && random.below(100) < 15) {
    return { type: 'LeadConverted', data: { customerId: uuidv5(lead.id, 'customer'), ...person(lead) } };
  }
  const kind = random.below(10);
  if (kind < 6) return { type: 'LeadStatusChanged', data: { status: random.pick(LEAD_STATUSES) } };
  if (kind < 8) return { type: 'LeadDetailsRevised', data: { estimatedValue: random.below(900_000) } };
  return { type: 'LeadDetailsRevised', data: { notes: `Called on day ${random.below(365)}, will think about it` } };
}

const SURNAMES = [
  'Alder',
  'Beech',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Ginkgo',
  'Hazel',
  'Ironwood',
  'Juniper',
  'Katsura',
  'Larch',
];
const STREETS = ['Mill Lane', 'Church Street', 'Orchard Road', 'River Drive', 'Summit Avenue', 'Meadow Court'];

function person({ number }: ActiveLead) {
  return {
    firstName: `Customer${number % 977}`,
    lastName: SURNAMES[number % SURNAMES.length] ?? '',
    email: `person${number}@example.com`,
    phone: `(555) ${String(number % 1_000).padStart(3, '0')}-${String(number % 10_000).padStart(4, '0')}`,
    address: `${1 + (number % 900)} ${STREETS[number % STREETS.length]}`,
    city: 'Amherst',
    state: 'MA',
    zipCode: '01002',
    notes: null,
  };
}
