import { Rejection } from '../kit/decider.ts';
import { ERASED } from '../kit/event.ts';
import { dollarText } from '../kit/money.ts';
import { numberText } from '../kit/numbers.ts';
import type { JobDetails, JobEvent } from './events.ts';

// Work for nothing, such as a warranty visit, has no invoice: a person says so, and the job leaves the work to invoice.

/** That nothing of a finished job is to be invoiced. */
export type JobClosing = Extract<JobEvent, { type: 'JobClosedWithoutInvoice' }>['data'];

/** What the rule looks at. */
interface Closable {
  details: Pick<JobDetails, 'amount'>;
  life: { status: string };
  invoiceId: string | null;
  closing: JobClosing | null;
}

/** Whether nothing is to be invoiced: a price that was raised since is to be invoiced after all. */
export function isClosed(closing: JobClosing | null, amount: number | null): closing is JobClosing {
  return closing !== null && (amount ?? 0) <= closing.amount;
}

/** Whether a job is finished work that is not, or not completely, invoiced. */
export function isToInvoice({ details: { amount }, life, invoiceId, closing }: Closable): boolean {
  return life.status === 'completed' && invoiceId === null && !isClosed(closing, amount);
}

/** What is said of the job, and what its invoices leave. */
export interface ToClose {
  reason: string | null;
  at: string;
  /** What is still to be invoiced, in cents; null where nothing tells it. */
  open: number | null;
  /** What its last invoice would deduct: without one, nothing ever does. */
  deposits: readonly { number: number | null }[];
}

/**
 * Closes a finished job of which nothing is to be invoiced. Its price is then known to be 0, if it had none.
 * @throws Rejection 409 for a job that is not finished, is invoiced, comes to more than 0, or whose deposit would stay for ever
 */
export function closed({ reason, at, open, deposits }: ToClose, job: Closable): JobEvent[] {
  const { details, life, invoiceId, closing } = job;
  if (life.status !== 'completed') throw new Rejection('conflict', 'This job is not finished. Complete it first.');
  if (invoiceId !== null) throw new Rejection('conflict', 'This job has an invoice already.');
  if (isClosed(closing, details.amount)) return [];
  if (open !== null && open > 0) {
    const message = `${dollarText(open)} of this job is still to be invoiced. Invoice it, or change its amount first.`;
    throw new Rejection('conflict', message);
  }
  if (deposits[0]) throw undeducted(deposits[0]);
  return [
    ...(details.amount === null ? [{ type: 'JobRevised', data: { amount: 0 } } as const] : []),
    { type: 'JobClosedWithoutInvoice', data: { reason, at, amount: details.amount ?? 0 } },
  ];
}

function undeducted({ number }: { number: number | null }): Rejection {
  const name =
    number === null ? 'The deposit of this job' : `The deposit of this job, ${numberText('invoice', number)},`;
  const settle = 'Cancel it, which makes credit of what was paid on it, or refund it as no longer owed.';
  return new Rejection('conflict', `${name} is deducted by no invoice. ${settle} Then close the job.`);
}

/** A closing whose person was erased. */
export function erasedClosing(closing: JobClosing | null): JobClosing | null {
  return closing && { ...closing, reason: ERASED };
}

/** Puts back the closing before an undone step. */
export function restoredClosing(closing: JobClosing | null, now: JobClosing | null): JobEvent[] {
  if (JSON.stringify(closing) === JSON.stringify(now)) return [];
  return [
    closing === null ? { type: 'JobReopenedToInvoice', data: {} } : { type: 'JobClosedWithoutInvoice', data: closing },
  ];
}
