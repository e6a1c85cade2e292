import { isForCancelledWork } from '../../domain/invoice/reminders.ts';
import { job } from '../../domain/job/job.ts';
import { standingOf } from '../../domain/job/terms.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import type { ApiContext } from '../kit/context.ts';

/** What is still open on the deposits that invoices deduct, in cents, by the deposit's id; those without are left out. */
export async function openDeposits(
  { readModels }: Pick<ApiContext, 'readModels'>,
  deducting: readonly { deductions: readonly { invoiceId: string }[] }[],
): Promise<Map<string, number>> {
  const ids = [...new Set(deducting.flatMap(({ deductions }) => deductions.map(({ invoiceId }) => invoiceId)))];
  const models = readModels.peek();
  if (ids.length === 0 || models === null) return new Map();
  const deposits = await models.get(invoices.collection, ids);
  return new Map([...deposits].flatMap(([id, { balance }]) => (balance > 0 ? [[id, balance] as const] : [])));
}

/** The id of the deposit of a quote, whether or not one was asked for. */
export function depositIdOf(quoteId: string): string {
  return uuidv5(quoteId, 'deposit');
}

/** What of an invoice tells whether it is a deposit, and of which job. */
type MayBeDeposit = Pick<InvoiceDocument, 'kind' | 'jobId'>;

/** Why an invoice is not sent that {@link asksInVain}. */
export const ASKED_IN_VAIN = 'The job of this deposit is cancelled or was removed, so nobody is asked to pay it.';

/** Whether an invoice would ask somebody for the deposit of work that will not be done. What is paid asks for nothing. */
export async function asksInVain(
  streams: Streams,
  invoice: MayBeDeposit & Pick<InvoiceDocument, 'isOpen'>,
): Promise<boolean> {
  return invoice.isOpen && isOfCancelledWork(streams, invoice);
}

/** Whether an invoice is a deposit whose job is cancelled or removed, by what the job's stream says at this moment. */
export async function isOfCancelledWork(streams: Streams, invoice: MayBeDeposit): Promise<boolean> {
  return isForCancelledWork(invoice, await depositJobStanding(streams, invoice));
}

/** How a deposit's job stands, as its stream has it at this moment; null for what is no deposit of a job. */
export async function depositJobStanding(streams: Streams, { kind, jobId }: MayBeDeposit): Promise<string | null> {
  if (kind !== 'deposit' || jobId === null) return null;
  const { state } = await streams.load(job, jobId);
  return state.presence === 'absent' ? null : standingOf(state.life.status, state.presence === 'removed');
}
