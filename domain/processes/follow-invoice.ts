import type { InvoiceDetails, InvoiceEvent } from '../invoice/events.ts';
import type { InvoiceCommand } from '../invoice/invoice.ts';
import type { JobCommand } from '../job/job.ts';
import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';

/**
 * A job knows the invoice that it has, and a deposit or an earlier invoice the one that deducts it, until that one is cancelled.
 * No step is refused: what was cancelled at the same moment stands again, as it was deducted, and deducts again what it did.
 */
export const followInvoice: Process = {
  name: 'follow-invoice',
  types: ['InvoiceIssued', 'InvoiceCancelled', 'DepositDeducted'],
  steps(event): Step<JobCommand | InvoiceCommand>[] {
    const fact = event as Recorded<InvoiceEvent>;
    const { id: invoiceId } = partsOfStream(fact.stream);
    if (fact.type === 'DepositDeducted') {
      const { reinstated, day } = fact.data;
      return reinstated ? ofDeducted(reinstated, { type: 'DeductDeposit', by: invoiceId, day }) : [];
    }
    if (fact.type !== 'InvoiceIssued' && fact.type !== 'InvoiceCancelled') return [];
    const { kind, jobId } = fact.data;
    const isIssued = fact.type === 'InvoiceIssued';
    const ofJob: Step<JobCommand>[] =
      jobId === null || kind === 'deposit'
        ? []
        : [
            {
              ...{ role: 'job', category: 'job', id: jobId },
              command: { type: isIssued ? 'RecordInvoice' : 'WithdrawInvoice', invoiceId },
            },
          ];
    const command: InvoiceCommand = isIssued
      ? { type: 'DeductDeposit', by: invoiceId, day: fact.data.issuedOn }
      : { type: 'ReleaseDeposit', by: invoiceId };
    return [...ofJob, ...ofDeducted(fact.data, command)];
  },
};

/** To each invoice that one deducts. */
function ofDeducted(
  { deductions, earlier }: Pick<InvoiceDetails, 'deductions' | 'earlier'>,
  command: InvoiceCommand,
): Step<InvoiceCommand>[] {
  const ids = [...deductions.map(({ invoiceId }) => invoiceId), ...earlier];
  return ids.map((id) => ({ role: `deducted/${id}`, category: 'invoice', id, command }));
}
