import { QUOTE_STATUS_LABELS } from '../../../domain/quote/terms.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { quoteTone, riskTone } from '../tones.ts';

/** A quote's status. */
export function QuoteStatusTag({ status }: { status: string }) {
  return <StatusTag tone={quoteTone(status)}>{QUOTE_STATUS_LABELS[status] ?? status}</StatusTag>;
}

/** A service's priority; anything but high and medium is low. */
export function ServicePriority({ priority }: { priority: string }) {
  return <StatusTag tone={riskTone(priority)}>{priority} priority</StatusTag>;
}
