import { useQuery } from '@tanstack/react-query';
import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import { invoiceTotals } from '../../../domain/invoice/lines.ts';
import { INVOICE_LIMITS } from '../../../domain/invoice/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { customerPicker } from '../../entities/customer/customer-picker.tsx';
import { INVOICES, invoiceName } from '../../entities/invoice/invoice.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { DraftBanner } from '../../records/draft-banner.tsx';
import { RecordForm } from '../../records/record-form.tsx';
import { RecordPicker } from '../../records/record-picker.tsx';
import { offerUndo } from '../../records/undo.ts';
import { useDraft } from '../../records/use-draft.ts';
import { parseAmount } from '../../ui/amount.ts';
import type { ControlProps, Field } from '../../ui/fields.ts';
import { formatMoney } from '../../ui/format.ts';
import { showToast } from '../../ui/toaster.tsx';
import { refusalOfLines, sentLines, subtotalOf } from './lines.ts';
import { LinesInput } from './lines-input.tsx';

const FIELDS: readonly Field[] = [
  { name: 'customerId', label: 'Customer', kind: 'structured', required: true, control: CustomerInput },
  { name: 'job', label: 'What it is for', kind: 'text', maxLength: INVOICE_LIMITS.job },
  { name: 'dueDate', label: 'Due date', kind: 'date', help: 'Leave empty to use the payment terms' },
  { name: 'lines', label: 'Lines', kind: 'structured', required: true, control: LinesInput, refuse: refusalOfLines },
  { name: 'discount', label: 'Discount', kind: 'money', help: 'Taken off before tax' },
  {
    name: 'notes',
    label: 'Notes',
    kind: 'multiline',
    maxLength: INVOICE_LIMITS.notes,
    help: 'The customer reads them',
  },
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

const DRAFT = 'invoice/new';
const BEGIN = { customerId: '', job: '', dueDate: '', lines: '', discount: '', notes: '' };

interface InvoiceOfLinesProps {
  onOpen(id: string): void;
  onClose(): void;
}

/** An invoice for a customer from typed lines. */
export function InvoiceOfLines({ onOpen, onClose }: InvoiceOfLinesProps) {
  const draft = useDraft(DRAFT, FIELDS, () => BEGIN);
  const { values } = draft;
  const { lines = '', discount = '' } = values;
  const issue = useCommand<object, InvoiceRecord>({
    command: (body) => ({ method: 'POST', path: '/api/invoices', body }),
    collections: INVOICES,
    draftKey: DRAFT,
    onSuccess({ data, commandId }) {
      void showToast({
        title: 'Invoice Generated',
        text: `${invoiceName(data)} was made.`,
        intent: 'success',
        ...offerUndo({ category: 'invoice', id: data.id, commandId }, INVOICES),
      });
      onOpen(data.id);
    },
  });

  function send(): void {
    const { customerId = '', job = '', dueDate = '', notes = '' } = values;
    issue.mutate({
      customerId,
      job,
      dueDate,
      notes,
      lines: sentLines(lines),
      discount: parseAmount(discount) ?? discount,
    });
  }

  return (
    <RecordForm
      fields={FIELDS}
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
      below={<Totals subtotal={subtotalOf(lines, discount)} />}
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
