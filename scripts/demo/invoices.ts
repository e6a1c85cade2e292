import { customer } from '../../domain/customer/customer.ts';
import { type InvoiceDetails, NOTHING_ADDED } from '../../domain/invoice/events.ts';
import { type InvoiceCommand, invoice } from '../../domain/invoice/invoice.ts';
import { invoiceTotals } from '../../domain/invoice/lines.ts';
import { PAYMENT_METHODS } from '../../domain/invoice/terms.ts';
import { linesOfItems, workText } from '../../domain/invoice/work-text.ts';
import { addDays } from '../../domain/kit/times.ts';
import { quoteTotals } from '../../domain/quote/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { DEMO_TAX_RATE, DEMO_TERMS_DAYS } from './company.ts';
import { doneJobs, type PlannedJob } from './jobs.ts';
import { type Signed, signedQuotes } from './quotes.ts';
import type { WorkingTime } from './working-time.ts';

/**
 * Work is invoiced an hour after it is done and emailed soon after; most customers pay, some late, some in part, some
 * too much.
 */
export const invoices: Area = (time) => {
  const signed = signedQuotes(time);
  const deposits = [...signed.values()].flatMap((each) => depositPaid(each, time));
  const done = doneJobs(time);
  const { toInvoice, toEmail } = forgottenLately(done, time);
  const work = done.flatMap(({ planned, id, hour }, index) => {
    const issued = hour + (isIn(FORGOTTEN, hour, time) ? CAUGHT_UP_AFTER : 1);
    // Of the last days, every other one is still to be invoiced.
    if (issued > time.hours || (issued > time.hours - 40 && index % 2 === 0) || toInvoice.has(id)) return [];
    return ofJob(planned, id, signed.get(planned.name) ?? null, issued, index, time, toEmail.has(id));
  });
  return [...deposits, ...work];
};

/** When the office was short of hands: as shares of the year, from when to when. */
type Span = readonly [from: number, until: number];
/** Work that was done then was not invoiced until somebody looked, and what was invoiced then was not emailed. */
const FORGOTTEN: Span = [0.72, 0.8];
const NOT_EMAILED: Span = [0.62, 0.645];
/** Working hours until somebody looked. */
const CAUGHT_UP_AFTER = 110;
/** What was done in the last working hours is nobody's fault yet, and what is small nobody misses. */
const LATELY = 50;
const LEAST_MISSED = 60_000;

function isIn([from, until]: Span, hour: number, { hours }: WorkingTime): boolean {
  return hour >= from * hours && hour < until * hours;
}

/** The last jobs that should have been invoiced by now, and those before them that nobody emailed the invoice of. */
function forgottenLately(done: ReturnType<typeof doneJobs>, { hours }: WorkingTime) {
  const ids = done
    .filter(({ hour, planned }) => hour < hours - LATELY && planned.work.value >= LEAST_MISSED)
    .sort((one, other) => other.hour - one.hour)
    .map(({ id }) => id);
  return { toInvoice: new Set(ids.slice(0, 2)), toEmail: new Set(ids.slice(2, 5)) };
}

/** The deposit invoice that the quote's approval issued. */
function depositOf({ quoteId, details, optionalItemIds }: Signed): { id: string; amount: number } | null {
  const { deposit } = quoteTotals(details, optionalItemIds);
  return deposit > 0 ? { id: uuidv5(quoteId, 'deposit'), amount: deposit } : null;
}

function depositPaid(signed: Signed, time: WorkingTime): Act[] {
  const deposit = depositOf(signed);
  const hour = signed.approvedAt + 3;
  if (!deposit || hour > time.hours) return [];
  return [emailed(deposit.id, signed.approvedAt + 1, time), paid(deposit.id, deposit.amount, hour, 'deposit', time, 0)];
}

function ofJob(
  planned: PlannedJob,
  jobId: string,
  signed: Signed | null,
  hour: number,
  index: number,
  time: WorkingTime,
  isForgotten: boolean,
): Act[] {
  const { customerId, customerName, address, work, name } = planned;
  const service = work.isAloft ? 'tree_trimming' : 'stump_grinding';
  const taken = signed?.details.items.filter(
    ({ id, isOptional }) => !isOptional || signed.optionalItemIds.includes(id),
  );
  const lines = taken
    ? linesOfItems(taken)
    : [
        {
          id: uuidv5(jobId, 'line'),
          description: work.description,
          quantity: 1,
          unitPrice: work.value,
          amount: work.value,
        },
      ];
  const deposit = signed && depositOf(signed);
  const issuedOn = time.dateAt(hour);
  const details: InvoiceDetails = {
    kind: 'invoice',
    customerId,
    jobId,
    customerName,
    customerEmail: null,
    billingAddress: address,
    quoteId: signed?.quoteId ?? null,
    quoteVersion: signed?.version ?? null,
    job: workText(taken ?? [{ service }], address),
    lines,
    ...NOTHING_ADDED,
    taxRate: DEMO_TAX_RATE,
    issuedOn,
    dueDate: addDays(issuedOn, DEMO_TERMS_DAYS),
    earlier: [],
    deductions: deposit ? [{ invoiceId: deposit.id, number: null, amount: deposit.amount }] : [],
  };
  const id = uuidv5(jobId, 'invoice/0');
  const { total } = invoiceTotals(lines, DEMO_TAX_RATE, details.deductions);
  // The last ones are still to be sent, and some before them were forgotten.
  const sent = hour + (isIn(NOT_EMAILED, hour, time) ? CAUGHT_UP_AFTER : 0.5);
  const sendings = sent < time.hours - 10 && !isForgotten ? [emailed(id, sent, time)] : [];
  const payments = isForgotten ? [] : paymentsOf(id, total, sent - 0.5, index, time);
  return [issued(id, details, hour, `${name}/invoice`, time), ...sendings, ...payments];
}

/** Issues an invoice. The deposits it deducts have their numbers by then. */
export function issued(id: string, details: InvoiceDetails, hour: number, name: string, time: WorkingTime): Act {
  const commandId = uuidv5(HEARTWOOD, `demo/${name}`);
  return {
    at: time.instantAt(hour),
    actor: OFFICE.id,
    async run(desk) {
      const deductions = await Promise.all(
        details.deductions.map(async (each) => {
          const deposit = await desk.load(invoice, each.invoiceId);
          return { ...each, number: deposit.presence === 'present' ? deposit.number : null };
        }),
      );
      const command: InvoiceCommand = {
        type: 'IssueInvoice',
        details: { ...details, deductions },
        now: nowAt(hour, time),
      };
      await desk.send(invoice, id, command, { commandId });
    },
  };
}

/** Emails an invoice. To the customer's address; those without one get it on paper. */
export function emailed(id: string, hour: number, time: WorkingTime): Act {
  const commandId = uuidv5(HEARTWOOD, `demo/send/${id}`);
  return {
    at: time.instantAt(hour),
    actor: OFFICE.id,
    async run(desk) {
      const billed = await desk.load(invoice, id);
      const owner = billed.presence === 'present' ? await desk.load(customer, billed.customerId) : null;
      const to = owner?.presence === 'present' ? owner.contact.email : null;
      if (!to) return;
      const command: InvoiceCommand = {
        type: 'SendInvoice',
        sendingId: uuidv5(id, 'sending'),
        to,
        now: nowAt(hour, time),
      };
      await desk.send(invoice, id, command, { commandId });
    },
  };
}

function paymentsOf(id: string, total: number, issued: number, index: number, time: WorkingTime): Act[] {
  const after = issued + 15 + (index % 7) * 12;
  const isOld = issued < time.hours - 500;
  const half = Math.floor(total / 2);
  const paidAt = (hour: number, amount: number, name: string) =>
    hour < time.hours && amount > 0 ? [paid(id, amount, hour, name, time, index)] : [];
  // The older ones were all paid in the end.
  if (index % 8 === 5)
    return [...paidAt(after, half, 'half'), ...(isOld ? paidAt(after + 200, total - half, 'rest') : [])];
  if (index % 8 === 6) return isOld ? paidAt(after + 250, total, 'late') : [];
  if (index % 8 === 7) return paidAt(after, Math.ceil(total / 5_000) * 5_000, 'rounded');
  return paidAt(after, total, 'whole');
}

function paid(id: string, amount: number, hour: number, name: string, time: WorkingTime, index: number): Act {
  const key = uuidv5(HEARTWOOD, `demo/payment/${id}/${name}`);
  const method = PAYMENT_METHODS[index % PAYMENT_METHODS.length] ?? 'check';
  const day = time.dateAt(hour);
  return sent(
    id,
    {
      type: 'RecordPayment',
      paymentId: uuidv5(key, 'payment'),
      amount,
      method,
      transactionId: `manual-${time.instantAt(hour)}-${key.slice(0, 8)}`,
      day,
      now: nowAt(hour, time),
    },
    hour,
    `payment/${id}/${name}`,
    time,
  );
}

function sent(id: string, command: InvoiceCommand, hour: number, name: string, time: WorkingTime): Act {
  const commandId = uuidv5(HEARTWOOD, `demo/${name}`);
  return {
    at: time.instantAt(hour),
    actor: OFFICE.id,
    run: (desk) => desk.send(invoice, id, command, { commandId }),
  };
}

function nowAt(hour: number, time: WorkingTime): string {
  return new Date(time.instantAt(hour)).toISOString();
}
