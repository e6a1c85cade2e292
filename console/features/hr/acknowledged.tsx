import type { ReviewRecord } from '../../../api/reviews/schema.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';

/** Whether the person that a review is about has read it. Nobody waits for who has no account to do that with. */
export function Acknowledged({ review: { acknowledgedAt, canBeAcknowledged } }: { review: ReviewRecord }) {
  if (acknowledgedAt !== null) return <StatusTag tone="green">Acknowledged</StatusTag>;
  if (canBeAcknowledged === false) return <span className="hw-muted">No account</span>;
  return <StatusTag tone="violet">To be acknowledged</StatusTag>;
}
