import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { QUOTE_STATUS_LABELS } from '../../../domain/quote/terms.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { NotDelivered } from '../mail/mail-status.tsx';
import { quoteTone, riskTone } from '../tones.ts';

/** A quote's status; one that did not reach its customer is not called sent. */
export function QuoteStatusTag({
  quote: { status, undelivered },
}: {
  quote: Pick<QuoteRecord, 'status' | 'undelivered'>;
}) {
  if (status === 'sent' && undelivered !== null) return <NotDelivered why={undelivered} />;
  return <StatusTag tone={quoteTone(status)}>{QUOTE_STATUS_LABELS[status] ?? status}</StatusTag>;
}

/** A service's priority; anything but high and medium is low. */
export function ServicePriority({ priority }: { priority: string }) {
  return <StatusTag tone={riskTone(priority)}>{priority} priority</StatusTag>;
}
