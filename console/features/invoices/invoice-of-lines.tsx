import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import { invoiceTotals } from '../../../domain/invoice/lines.ts';
import { INVOICE_LIMITS } from '../../../domain/invoice/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { customerPicker } from '../../entities/customer/customer-picker.tsx';
import { INVOICES_AND_JOBS, invoiceName } from '../../entities/invoice/invoice.ts';
import { ADDED_FIELDS } from '../../entities/invoice/invoice-kind.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type ControlProps, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { knownCents, parseAmount } from '../../ui/values/amount.ts';
import { formatMoney } from '../../ui/values/format.ts';
import { isWithoutLines, refusalOfLines, sentLines, subtotalOf } from './lines.ts';
import { LinesInput } from './lines-input.tsx';

/** @param job the finished job that is invoiced; null for an invoice without one */
const fieldsFor = (job: JobToInvoice | null): readonly Field[] => [
  ...(job === null
    ? [{ name: 'customerId', label: 'Customer', kind: 'structured', required: true, control: CustomerInput } as const]
    : []),
  { name: 'job', label: 'What it is for', kind: 'text', maxLength: INVOICE_LIMITS.job },
  { name: 'dueDate', label: 'Due date', kind: 'date', help: 'Leave empty to use the payment terms' },
  {
    name: 'lines',
    label: 'Lines',
    kind: 'structured',
    required: job === null,
    control: LinesInput,
    refuse: (text) => (job !== null && isWithoutLines(text) ? undefined : refusalOfLines(text)),
    ...(job !== null && { help: `For a part of the work. ${restText(job)}` }),
  },
  { name: 'discount', label: 'Discount', kind: 'money', help: 'Taken off before tax' },
  ...ADDED_FIELDS,
];

/** Picks the customer; the value is the id. */
function CustomerInput({ value, onChange, ...control }: ControlProps) {
  return (
    <RecordPicker
      {...control}
      kind={customerPicker}
      accountId={useAccountId()}
      picked={value === '' ? [] : [value]}
      placeholder="Search customers…"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

/** A finished job, with what of it is not invoiced yet (dollars; null where it has no price). */
export interface JobToInvoice {
  id: string;
  left: string | null;
}

/** What is billed where no lines are typed. */
function restText({ left }: JobToInvoice): string {
  return left === null ? 'The job has no price.' : `Leave empty to bill all that is left, ${formatMoney(left)}`;
}

interface InvoiceOfLinesProps {
  job?: JobToInvoice | null;
  onOpen(id: string, how?: 'return'): void;
  onClose(): void;
}

/** An invoice from typed lines for a customer, or for a job, which needs none. */
export function InvoiceOfLines({ job: ofJob = null, onOpen, onClose }: InvoiceOfLinesProps) {
  const draftKey = ofJob === null ? 'invoice/new' : `invoice/new/${ofJob.id}`;
  const fields = useMemo(() => fieldsFor(ofJob), [ofJob]);
  const draft = useDraft(draftKey, fields, () => valuesOf(fields, null));
  const { values } = draft;
  const { lines = '', discount = '' } = values;
  const isAllOfJob = ofJob !== null && isWithoutLines(lines);
  const subtotal = isAllOfJob ? knownCents(ofJob.left) - knownCents(discount) : subtotalOf(lines, discount);
  const issue = useCommand<object, InvoiceRecord>({
    command: (body) => ({ method: 'POST', path: '/api/invoices', body }),
    collections: INVOICES_AND_JOBS,
    draftKey,
    onSuccess({ data, commandId }) {
      const isStillOpen = draft.isStillOpen();
      if (isStillOpen) draft.drop();
      void showToast({
        title: 'Invoice Generated',
        text: `${invoiceName(data)} was made.`,
        intent: 'success',
        ...offerUndo({ category: 'invoice', id: data.id, commandId }, INVOICES_AND_JOBS),
        ...(!isStillOpen && { link: { text: 'Open it', run: () => onOpen(data.id, 'return') } }),
      });
      if (isStillOpen) onOpen(data.id);
    },
  });

  function send(): void {
    const { customerId = '', job = '', dueDate = '' } = values;
    issue.mutate({
      ...bodyOf(ADDED_FIELDS, values),
      ...(ofJob === null ? { customerId } : { jobId: ofJob.id }),
      job,
      dueDate,
      ...(isAllOfJob ? {} : { lines: sentLines(lines) }),
      discount: parseAmount(discount) ?? discount,
    });
  }

  return (
    <RecordForm
      fields={fields}
      values={values}
      onChange={draft.change}
      onSubmit={send}
      onCancel={() => {
        draft.drop();
        onClose();
      }}
      submitText="Generate Invoice"
      isBusy={issue.isPending}
      error={issue.error}
      below={<Totals subtotal={subtotal} />}
    >
      {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
    </RecordForm>
  );
}

/** The totals, with the tax rate from the settings. @param subtotal integer cents */
export function Totals({ subtotal }: { subtotal: number }) {
  const rate = useQuery(settingsQuery).data?.taxRate;
  if (rate === undefined || subtotal <= 0) return null;
  const { tax, total } = invoiceTotals([{ amount: subtotal }], Math.round(Number(rate) * 1000), []);
  const text = (cents: number) => formatMoney(cents / 100);
  return (
    <p role="status" className="hw-entries-sum">
      <span>
        {text(subtotal)}
        {tax > 0 && `, and ${text(tax)} tax of ${rate}%`}
      </span>
      <strong>{text(total)}</strong>
    </p>
  );
}
