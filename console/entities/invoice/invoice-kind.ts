import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import { INVOICE_KIND_LABELS, INVOICE_LIMITS, INVOICE_STATUS_LABELS } from '../../../domain/invoice/terms.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { formatMoney } from '../../ui/values/format.ts';
import { INVOICES, invoiceName, invoicePath } from './invoice.ts';

/** What whoever issues one may add to it. */
export const ADDED_FIELDS: readonly Field[] = [
  {
    name: 'notes',
    label: 'Notes',
    kind: 'multiline',
    maxLength: INVOICE_LIMITS.notes,
    help: 'The customer reads them',
  },
];

const told = { readOnly: true, onlyInHistory: true } as const;

/** An invoice in its details and history. None of it can be edited: it is canceled, and issued again. */
export const invoiceKind: RecordKind<InvoiceRecord> = {
  category: 'invoice',
  collections: INVOICES,
  noun: 'invoice',
  fields: [
    { name: 'kind', label: 'Kind', kind: 'choice', labels: INVOICE_KIND_LABELS, ...told },
    { name: 'status', label: 'Status', kind: 'choice', labels: INVOICE_STATUS_LABELS, ...told },
    { name: 'job', label: 'For', kind: 'text', readOnly: true },
    { name: 'issuedOn', label: 'Issued', kind: 'date', readOnly: true },
    { name: 'dueDate', label: 'Due date', kind: 'date', readOnly: true },
    { name: 'customerEmail', label: 'Email', kind: 'text', readOnly: true },
    { name: 'billingAddress', label: 'Billing address', kind: 'multiline', readOnly: true },
    ...ADDED_FIELDS.map((field) => ({ ...field, readOnly: true })),
    { name: 'sentTo', label: 'Sent to', kind: 'text', ...told },
    { name: 'reason', label: 'Reason', kind: 'multiline', ...told },
    { name: 'totalAmount', label: 'Total', kind: 'money', ...told },
    { name: 'noLongerOwed', label: 'No longer owed', kind: 'money', ...told },
    { name: 'amountPaid', label: 'Paid', kind: 'money', ...told },
    { name: 'balance', label: 'Remaining balance', kind: 'money', ...told },
    { name: 'lines', label: 'Lines', kind: 'structured', format: formatLines, ...told },
  ] satisfies readonly Field[],
  path: invoicePath,
  steps: {
    InvoiceIssued: 'Issued',
    InvoiceSent: 'Email written',
    InvoiceSendingUndone: 'Sending undone',
    InvoiceLinkReplaced: 'Link replaced',
    InvoiceReminderCameDue: 'Reminder came due',
    InvoiceRemindersPaused: 'Reminders stopped',
    InvoiceRemindersResumed: 'Reminders resumed',
    InvoiceCancelled: 'Cancelled',
    DepositDeducted: 'Deducted from the final invoice',
    DepositReleased: 'No longer deducted',
    PaymentRecorded: 'Payment recorded',
    ReceiptAsked: 'Receipt written',
    CreditApplied: 'Paid from credit',
    PaymentRefunded: 'Refunded',
    PaymentVoided: 'Payment voided',
    InvoiceErased: 'Personal data erased',
  },
  titleOf: invoiceName,
};

/** The lines as the history shows them. */
function formatLines(value: unknown): string {
  return ((value ?? []) as InvoiceRecord['lines'])
    .map(({ description, quantity, amount }) =>
      [description, quantity !== 1 && `× ${quantity}`, formatMoney(amount)].filter(Boolean).join(' '),
    )
    .join('\n');
}
