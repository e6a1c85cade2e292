import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import { INVOICE_KIND_LABELS, INVOICE_STATUS_LABELS } from '../../../domain/invoice/terms.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { NotDelivered } from '../mail/mail-status.tsx';
import { invoiceTone } from '../tones.ts';

type Tagged = Pick<InvoiceRecord, 'status' | 'isOverdue' | 'kind' | 'sentAt' | 'undelivered'>;

/** An unpaid invoice past its due date is overdue: that says more than pending. */
export function shownStatus({ status, isOverdue }: Pick<Tagged, 'status' | 'isOverdue'>): string {
  return isOverdue ? 'overdue' : status;
}

/** An invoice's status, and whether it is a deposit. */
export function InvoiceStatusTag({ invoice }: { invoice: Tagged }) {
  const status = shownStatus(invoice);
  return (
    <span className="hw-tags">
      <StatusTag tone={invoiceTone(status)}>{INVOICE_STATUS_LABELS[status] ?? status}</StatusTag>
      {invoice.kind !== 'invoice' && (
        <span className="hw-muted">{INVOICE_KIND_LABELS[invoice.kind] ?? invoice.kind}</span>
      )}
      {invoice.status === 'pending' && invoice.sentAt === null && <span className="hw-muted">Not sent</span>}
      {invoice.undelivered !== null && <NotDelivered why={invoice.undelivered} />}
    </span>
  );
}
