import type { ReviewRecord } from '../../../api/reviews/schema.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';

/** Whether the person that a review is about has read it. */
export function Acknowledged({ review }: { review: ReviewRecord }) {
  return review.acknowledgedAt === null ? (
    <StatusTag tone="violet">To be acknowledged</StatusTag>
  ) : (
    <StatusTag tone="green">Acknowledged</StatusTag>
  );
}
