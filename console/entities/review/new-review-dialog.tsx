import type { ReviewRecord } from '../../../api/reviews/schema.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { type Field, parsed, type Values } from '../../ui/inputs/fields.ts';

import { REVIEWS, REVIEWS_PATH } from './review.ts';
import { FiguresOfPeriod } from './review-facts.tsx';
import { REVIEW_FIELDS } from './review-kind.ts';
import { ReviewedInput } from './reviewed-input.tsx';

const FIELDS: readonly Field[] = [
  { name: 'employeeId', label: 'Person', kind: 'structured', control: ReviewedInput },
  ...REVIEW_FIELDS,
];

const KIND = { category: 'performance_review', collections: REVIEWS, fields: FIELDS };

/** Writes a review of somebody else, beside what the records say about their work. */
export function NewReviewDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<ReviewRecord>
      title="Create Review"
      submitText="Create Review"
      kind={KIND}
      path={REVIEWS_PATH}
      beside={(values) => <FiguresOfPeriod {...reviewedIn(values)} />}
      failed="Failed to create performance review"
      saved={({ employee, canBeAcknowledged }) => {
        const name = employee ?? 'The person';
        const text = canBeAcknowledged
          ? `${name} can read and acknowledge it.`
          : `${name} has no account to read it with.`;
        return { title: 'Review Created', text };
      }}
      onClose={onClose}
    />
  );
}

function reviewedIn({ employeeId = '', reviewPeriodStart: from = '', reviewPeriodEnd: to = '' }: Values) {
  return { employeeId: parsed<string>(employeeId) ?? '', from, to };
}
