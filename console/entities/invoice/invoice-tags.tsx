import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import { INVOICE_KIND_LABELS, INVOICE_STATUS_LABELS } from '../../../domain/invoice/terms.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { invoiceTone } from '../tones.ts';

type Standing = Pick<InvoiceRecord, 'status' | 'isOverdue' | 'kind' | 'sentAt'>;

/** Whoever has not paid by the due date is late: that says more than pending. */
export function shownStatus({ status, isOverdue }: Omit<Standing, 'kind' | 'sentAt'>): string {
  return isOverdue ? 'overdue' : status;
}

/** How an invoice stands, and whether it is a deposit. */
export function InvoiceStatusTag({ invoice }: { invoice: Standing }) {
  const status = shownStatus(invoice);
  return (
    <span className="hw-tags">
      <StatusTag tone={invoiceTone(status)}>{INVOICE_STATUS_LABELS[status] ?? status}</StatusTag>
      {invoice.kind !== 'invoice' && (
        <span className="hw-muted">{INVOICE_KIND_LABELS[invoice.kind] ?? invoice.kind}</span>
      )}
      {invoice.status === 'pending' && invoice.sentAt === null && <span className="hw-muted">Not sent</span>}
    </span>
  );
}
