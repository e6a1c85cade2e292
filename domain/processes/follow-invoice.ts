import type { InvoiceDetails, InvoiceEvent } from '../invoice/events.ts';
import type { InvoiceCommand } from '../invoice/invoice.ts';
import type { JobCommand } from '../job/job.ts';
import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';

/**
 * Tells a job which invoice it has, and a deposit or an earlier invoice which one deducts it, until that one is
 * cancelled. No step is refused: a deducted invoice that was cancelled at the same moment is reinstated, with its own
 * deductions.
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
    const ofJob = jobId === null || kind === 'deposit' ? [] : stepsOfJob(jobId, invoiceId, fact);
    const command: InvoiceCommand = isIssued
      ? { type: 'DeductDeposit', by: invoiceId, day: fact.data.issuedOn }
      : { type: 'ReleaseDeposit', by: invoiceId };
    return [...ofJob, ...ofDeducted(fact.data, command)];
  },
};

/**
 * What was signed while the invoice was issued is not on it: the job, which heard of that first, forgets the invoice again. That is
 * a step of its own, as the command of the first one is stored by its hash.
 */
function stepsOfJob(jobId: string, invoiceId: string, { type, data }: Issued | Cancelled): Step<JobCommand>[] {
  const job = { category: 'job', id: jobId };
  if (type === 'InvoiceCancelled') return [{ ...job, role: 'job', command: { type: 'WithdrawInvoice', invoiceId } }];
  const { quoteVersion, isPart = false } = data;
  // The rest of the job is still to be invoiced.
  if (isPart) return [];
  return [
    { ...job, role: 'job', command: { type: 'RecordInvoice', invoiceId } },
    { ...job, role: 'agreed', command: { type: 'CompareInvoice', invoiceId, quoteVersion } },
  ];
}

type Issued = Extract<InvoiceEvent, { type: 'InvoiceIssued' }>;
type Cancelled = Extract<InvoiceEvent, { type: 'InvoiceCancelled' }>;

/** To each invoice that one deducts. */
function ofDeducted(
  { deductions, earlier }: Pick<InvoiceDetails, 'deductions' | 'earlier'>,
  command: InvoiceCommand,
): Step<InvoiceCommand>[] {
  // A command without anything given back is as earlier versions stored it, by its hash.
  const known = (givenBack = 0) => (command.type === 'DeductDeposit' && givenBack > 0 ? { givenBack } : {});
  const deducted = [
    ...deductions.map(({ invoiceId: id, givenBack }) => ({ id, command: { ...command, ...known(givenBack) } })),
    ...earlier.map((id) => ({ id, command })),
  ];
  return deducted.map(({ id, command: its }) => ({ role: `deducted/${id}`, category: 'invoice', id, command: its }));
}
