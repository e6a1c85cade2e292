import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewRecord } from '../../../api/reviews/schema.ts';
import { REVIEW_LIMITS } from '../../../domain/review/terms.ts';
import { useNewest } from '../../data/told.ts';
import type { Account } from '../../entities/account/session.ts';
import { REVIEWS, reviewPath, reviewQuery } from '../../entities/review/review.ts';
import { FiguresOfPeriod } from '../../entities/review/review-facts.tsx';
import { reviewKind } from '../../entities/review/review-kind.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RemoveButton } from '../../records/list/removed.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import { bodyOf, type Field } from '../../ui/inputs/fields.ts';
import { Acknowledged } from './acknowledged.tsx';

/** Once the person has acknowledged it, it stays as it is. */
const SETTLED = { ...reviewKind, fields: reviewKind.fields.map((field) => ({ ...field, readOnly: true })) };

/** Its form has the figures of the period that is typed. */
function correctedBeside({ employeeId }: ReviewRecord): typeof reviewKind {
  return {
    ...reviewKind,
    below: ({ reviewPeriodStart: from = '', reviewPeriodEnd: to = '' }) => (
      <FiguresOfPeriod employeeId={employeeId} from={from} to={to} />
    ),
  };
}

/** One review: details with the figures behind it, edit, history; acknowledged by the person it is about. */
export function ReviewDrawer({ account, ...open }: OpenRecord & { account: Account }) {
  const query = useQuery(reviewQuery(open.id));
  // As the drawer shows it: what is acknowledged is what is read there.
  const review = useNewest(query.data);
  const isOwn = review?.employeeId === account.id;
  const isSettled = review !== undefined && review.acknowledgedAt !== null;
  return (
    <RecordDrawer
      {...open}
      kind={isSettled || !review ? SETTLED : correctedBeside(review)}
      // Nobody changes what is thought of their own work.
      canChange={open.canChange && review !== undefined && !isOwn}
      record={review}
      loading={query}
      saved={{ title: 'Review Updated', text: 'The changes have been saved.', intent: 'success' }}
      badge={review && <Acknowledged review={review} />}
      actions={
        open.canChange && review && !review.erased && !isOwn && <RemoveButton kind={reviewKind} record={review} />
      }
      above={review && isOwn && !isSettled && !review.removed && <ToAcknowledge review={review} />}
      below={
        review && (
          <div className="hw-drawer-section">
            <FiguresOfPeriod
              employeeId={review.employeeId}
              from={review.reviewPeriodStart}
              to={review.reviewPeriodEnd}
            />
          </div>
        )
      }
    />
  );
}

const COMMENT: readonly Field[] = [
  { name: 'comment', label: 'Your comment', kind: 'multiline', maxLength: REVIEW_LIMITS.comment },
];

/** For the person that the review is about. */
function ToAcknowledge({ review }: { review: ReviewRecord }) {
  /** What they have read, though somebody may correct it meanwhile. */
  const [revision, setRevision] = useState<number | null>(null);
  return (
    <Callout compact className="hw-review-own">
      This review is about you. Acknowledge that you have read it; that need not mean you agree.{' '}
      <Button size="small" intent="primary" text="Acknowledge" onClick={() => setRevision(review.revision)} />
      {revision !== null && (
        <NewRecordDialog<ReviewRecord>
          title="Acknowledge Review"
          submitText="Acknowledge"
          kind={{ category: reviewKind.category, collections: REVIEWS, fields: COMMENT }}
          draftOf={`acknowledge/${review.id}`}
          path={`${reviewPath(review.id)}/acknowledge`}
          body={(values) => ({ ...bodyOf(COMMENT, values), expectedRevision: revision })}
          failed="Failed to acknowledge the review. It may have been corrected meanwhile: read it again."
          saved={() => ({ title: 'Review Acknowledged', text: 'It stays as it is now.' })}
          onClose={() => setRevision(null)}
        />
      )}
    </Callout>
  );
}
