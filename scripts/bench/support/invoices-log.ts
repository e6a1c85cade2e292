import type { EventBody } from '../../../domain/kit/event.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { FIRST_NUMBER } from '../../../domain/numbering/terms.ts';
import { eventId, uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { benchCustomer } from './customers-log.ts';
import { benchSubject } from './subjects.ts';

/** Appends that wait together share a transaction. */
const WRITERS = 200;
const TELL_EVERY = 10_000;
const COMMAND_HASH = '0123456789abcdef';
const TERMS_DAYS = 30;
/** One in so many was never paid, although its due date is past. */
const LATE_EVERY = 200;
const METHODS = ['credit_card', 'check', 'cash', 'bank_transfer'];
const COST_CATEGORIES = ['material', 'equipment', 'disposal', 'other'];

/**
 * Appends this many invoices of so many customers, whose registrations are in the log, evenly over some days up to today:
 * each paid ten days later, but for the newest and a few that are overdue; and as many costs, one a day and invoice.
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

/** The invoice of a number: the same each time. */
export function benchInvoiceId(number: number): string {
  return uuidv5('bench', `invoice ${number}`);
}

async function issue(log: EventStore, number: number, customer: number, issuedOn: string, today: string) {
  const { firstName, lastName, email, address } = benchCustomer(customer);
  const customerId = uuidv5('bench', `customer ${customer}`);
  const amount = 20_000 + ((number * 104_729) % 300_000);
  const dueDate = addDays(issuedOn, TERMS_DAYS);
  const paidOn = addDays(issuedOn, 10);
  const isPaid = dueDate < today ? number % LATE_EVERY !== 0 : paidOn < today && number % 2 === 0;
  const issued = {
    ...{ kind: 'invoice', customerId, jobId: null, quoteId: null, quoteVersion: null },
    ...{ customerName: `${firstName} ${lastName}`, customerEmail: email, billingAddress: address, notes: null },
    ...{ job: 'Tree removal and stump grinding', taxRate: 0, deductions: [], earlier: [], issuedOn, dueDate },
    lines: [
      { id: uuidv5('bench', `line ${number}`), description: 'Take down the oak', quantity: 1, ...priced(amount) },
    ],
    ...{ number: FIRST_NUMBER + number, subtotal: amount, tax: 0, total: amount, surplus: 0 },
    issuedAt: `${issuedOn}T16:00:00.000Z`,
  };
  const paid = {
    ...{
      paymentId: uuidv5('bench', `payment ${number}`),
      customerId,
      amount,
      applied: amount,
      surplus: 0,
      day: paidOn,
    },
    ...{ method: METHODS[number % METHODS.length], transactionId: `bench-${number}` },
    recordedAt: `${paidOn}T16:00:00.000Z`,
  };
  const bodies: EventBody[] = [{ type: 'InvoiceIssued', data: issued }];
  if (isPaid) bodies.push({ type: 'PaymentRecorded', data: paid });
  await append(log, `invoice-${benchInvoiceId(number)}`, bodies, issued.issuedAt, benchSubject(customer));
}

function priced(amount: number) {
  return { unitPrice: amount, amount };
}

async function spend(log: EventStore, number: number, customer: number, day: string): Promise<void> {
  const category = COST_CATEGORIES[number % COST_CATEGORIES.length];
  const recordedAt = `${day}T17:00:00.000Z`;
  const amount = 5_000 + ((number * 15_485_863) % 90_000);
  const data = { jobId: null, category, day, amount, description: null, recordedAt };
  const stream = `cost-${uuidv5('bench', `cost ${number}`)}`;
  await append(log, stream, [{ type: 'CostRecorded', data }], recordedAt, benchSubject(customer));
}

async function append(log: EventStore, stream: string, bodies: EventBody[], recordedAt: string, subject: string) {
  const commandId = uuidv5('bench', stream);
  const metadata = {
    ...{
      actor: 'owner',
      correlationId: commandId,
      causationId: null,
      commandId,
      commandHash: COMMAND_HASH,
      recordedAt,
    },
    subject,
  };
  const events = bodies.map((body, at) => ({
    ...{ ...body, metadata },
    id: eventId(commandId, COMMAND_HASH, stream, BigInt(at)),
  }));
  await log.append(stream, events, 'none');
}
