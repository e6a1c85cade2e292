import { NOTHING_ADDED } from '../../../domain/invoice/events.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { FIRST_NUMBER } from '../../../domain/kit/numbers.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { benchEvents } from './bench-events.ts';
import { benchCustomer, benchCustomerId } from './customers-log.ts';
import { benchSubject } from './subjects.ts';

/** Appends that wait together share a transaction. */
const WRITERS = 200;
const TELL_EVERY = 10_000;
const TERMS_DAYS = 30;
const DAYS_TO_PAY = 10;
/** One in this many was never paid although it is past due. */
const LATE_EVERY = 200;
const METHODS = ['credit_card', 'check', 'cash', 'bank_transfer'];
const COST_CATEGORIES = ['material', 'equipment', 'disposal', 'other'];

/**
 * Appends this many invoices for customers whose registrations are in the log, spread evenly over some days up to
 * today: each paid ten days later, except the newest and a few overdue ones; and as many costs, one per day and
 * invoice.
 * @param today `YYYY-MM-DD`
 */
export async function writeInvoices(
  log: EventStore,
  { count, customers, days, today }: { count: number; customers: number; days: number; today: string },
): Promise<void> {
  let next = 0;
  async function writer(): Promise<void> {
    for (let number = next++; number < count; number = next++) {
      const customer = (number * 7_919) % customers;
      const issuedOn = addDays(today, Math.floor((number * days) / count) - days);
      await issue(log, number, customer, issuedOn, today);
      await spend(log, number, customer, issuedOn);
      if (number % TELL_EVERY === 0) process.stderr.write(`\rwriting ${number} of ${count} invoices`);
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer));
  process.stderr.write('\n');
}

/** The id of an invoice by number: always the same. */
export function benchInvoiceId(number: number): string {
  return uuidv5('bench', `invoice ${number}`);
}

async function issue(log: EventStore, number: number, customer: number, issuedOn: string, today: string) {
  const stream = `invoice-${benchInvoiceId(number)}`;
  const { firstName, lastName, email, address } = benchCustomer(customer);
  const dueDate = addDays(issuedOn, TERMS_DAYS);
  const paidOn = addDays(issuedOn, DAYS_TO_PAY);
  const isPaid = dueDate < today ? number % LATE_EVERY !== 0 : paidOn < today && number % 2 === 0;
  const billed = { customerName: `${firstName} ${lastName}`, customerEmail: email, billingAddress: address };
  const bodies = invoiceBodies({ number, customerId: benchCustomerId(customer), ...billed, issuedOn, isPaid });
  const at = { recordedAt: atNoon(issuedOn), subject: benchSubject(customer) };
  await log.append(stream, benchEvents(stream, bodies, at), 'none');
}

/** The history of an invoice, paid ten days later if it is paid. @param invoice.issuedOn `YYYY-MM-DD` */
export function invoiceBodies(invoice: {
  number: number;
  customerId: string;
  customerName: string;
  customerEmail: string | null;
  billingAddress: string | null;
  issuedOn: string;
  isPaid: boolean;
}): EventBody[] {
  const { number, issuedOn, isPaid, ...billed } = invoice;
  const amount = 20_000 + ((number * 104_729) % 300_000);
  const issued = {
    kind: 'invoice',
    jobId: null,
    quoteId: null,
    quoteVersion: null,
    ...billed,
    ...NOTHING_ADDED,
    job: 'Tree removal and stump grinding',
    taxRate: 0,
    deductions: [],
    earlier: [],
    issuedOn,
    dueDate: addDays(issuedOn, TERMS_DAYS),
    issuedAt: atNoon(issuedOn),
    lines: [
      { id: uuidv5('bench', `line ${number}`), description: 'Take down the oak', quantity: 1, ...priced(amount) },
    ],
    number: FIRST_NUMBER + number,
    subtotal: amount,
    tax: 0,
    total: amount,
    surplus: 0,
  };
  if (!isPaid) return [{ type: 'InvoiceIssued', data: issued }];
  const day = addDays(issuedOn, DAYS_TO_PAY);
  const paid = {
    paymentId: uuidv5('bench', `payment ${number}`),
    customerId: billed.customerId,
    amount,
    applied: amount,
    surplus: 0,
    day,
    method: METHODS[number % METHODS.length],
    transactionId: `bench-${number}`,
    recordedAt: atNoon(day),
  };
  return [
    { type: 'InvoiceIssued', data: issued },
    { type: 'PaymentRecorded', data: paid },
  ];
}

function priced(amount: number) {
  return { unitPrice: amount, amount };
}

async function spend(log: EventStore, number: number, customer: number, day: string): Promise<void> {
  const stream = `cost-${benchCostId(number)}`;
  const at = { recordedAt: atNoon(day), subject: benchSubject(customer) };
  await log.append(stream, benchEvents(stream, [costBody({ number, jobId: null, day })], at), 'none');
}

export function benchCostId(number: number): string {
  return uuidv5('bench', `cost ${number}`);
}

/** @param cost.day `YYYY-MM-DD` */
export function costBody({ number, jobId, day }: { number: number; jobId: string | null; day: string }): EventBody {
  const category = COST_CATEGORIES[number % COST_CATEGORIES.length];
  const amount = 5_000 + ((number * 15_485_863) % 90_000);
  return {
    type: 'CostRecorded',
    data: { jobId, category, day, amount, description: null, recordedAt: atNoon(day) },
  };
}

/** Noon on the East Coast in winter. */
function atNoon(day: string): string {
  return `${day}T17:00:00.000Z`;
}
