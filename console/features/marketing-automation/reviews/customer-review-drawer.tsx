import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CustomerReviewRecord, ErasedCustomerReview } from '../../../../api/customer-reviews/schema.ts';
import { CUSTOMER_REVIEW_LIMITS } from '../../../../domain/customer-review/terms.ts';
import {
  CUSTOMER_REVIEWS,
  customerReviewPath,
  customerReviewQuery,
} from '../../../entities/customer-review/customer-review.ts';
import { customerReviewKind } from '../../../entities/customer-review/customer-review-kind.ts';
import { ratingTone } from '../../../entities/tones.ts';
import { EraseDialog } from '../../../records/acts/erase-dialog.tsx';
import { useAct } from '../../../records/acts/use-act.ts';
import { NewRecordDialog } from '../../../records/edit/new-record-dialog.tsx';
import type { OpenRecord } from '../../../records/list/list-page.tsx';
import { RemoveButton } from '../../../records/list/removed.tsx';
import { RecordDrawer } from '../../../records/record/record-drawer.tsx';
import { type Field, valuesOf } from '../../../ui/inputs/fields.ts';
import { StatusTag } from '../../../ui/status/status-tag.tsx';

/** A customer has a name of their own, which is not changed here. */
const OF_CUSTOMER = {
  ...customerReviewKind,
  fields: customerReviewKind.fields.map((field) => (field.name === 'customer' ? { ...field, readOnly: true } : field)),
};

/** What a customer wrote on our page stays as they wrote it; only their consent can be taken back. */
const WRITTEN_HERE = {
  ...customerReviewKind,
  fields: customerReviewKind.fields.map((field) =>
    field.name === 'mayPublish' ? field : { ...field, readOnly: true },
  ),
};

function kindOf(review: CustomerReviewRecord | undefined) {
  if (review?.jobId) return WRITTEN_HERE;
  return review?.customerId ? OF_CUSTOMER : customerReviewKind;
}

/** One review: details, the response to it, edit, history. */
export function CustomerReviewDrawer({ isOwner, ...open }: OpenRecord & { isOwner: boolean }) {
  const query = useQuery(customerReviewQuery(open.id));
  const review = query.data;
  return (
    <RecordDrawer
      {...open}
      kind={kindOf(review)}
      canChange={open.canChange && !review?.erased}
      record={review}
      loading={query}
      saved={{ title: 'Review Updated', text: 'The changes have been saved.', intent: 'success' }}
      badge={
        review && (
          <>
            <StatusTag tone={ratingTone(String(review.rating))}>{`${review.rating} of 5`}</StatusTag>
            {review.publishedAt !== null && <StatusTag tone="green">Published</StatusTag>}
          </>
        )
      }
      actions={open.canChange && review && !review.removed && !review.erased && <Acts review={review} />}
      below={
        review && (
          <div className="hw-drawer-section">
            {review.customerId !== null && (
              <p>
                <Link to="/customers/$id" params={{ id: review.customerId }} className="hw-in-text">
                  Open the customer
                </Link>
              </p>
            )}
            {review.jobId !== null && (
              <p>
                <Link to="/jobs/$id" params={{ id: review.jobId }} className="hw-in-text">
                  Open the job
                </Link>
              </p>
            )}
            {isOwner && review.customerId === null && <Erase review={review} />}
          </div>
        )
      }
    />
  );
}

const RESPONSE: readonly Field[] = [
  {
    name: 'responseText',
    label: 'Business response',
    kind: 'multiline',
    maxLength: CUSTOMER_REVIEW_LIMITS.responseText,
    required: true,
  },
];

function Acts({ review }: { review: CustomerReviewRecord }) {
  const [opened, setOpened] = useState<CustomerReviewRecord | null>(null);
  const collections = [...CUSTOMER_REVIEWS, 'mails'];
  const isAnswered = review.respondedAt !== null;
  const withdraw = useAct<void, CustomerReviewRecord>({
    command: () => ({ method: 'POST', path: `${customerReviewPath(review.id)}/withdraw-response` }),
    collections,
    done: () => ({ title: 'Response Withdrawn', text: 'If its email had not gone out yet, it will not.' }),
    undoneOn: () => ({ category: 'customer_review', id: review.id }),
  });
  return (
    <>
      <Button
        intent={isAnswered ? 'none' : 'primary'}
        text={isAnswered ? 'Change response' : 'Respond'}
        onClick={() => setOpened(review)}
      />
      {isAnswered && (
        <Button text="Withdraw response" disabled={withdraw.isPending} onClick={() => withdraw.mutate()} />
      )}
      <Publication review={review} />
      <RemoveButton kind={customerReviewKind} record={review} />
      {opened && (
        <NewRecordDialog<CustomerReviewRecord>
          title="Respond to Review"
          submitText="Save Response"
          kind={{ category: 'customer_review', collections, fields: RESPONSE }}
          initial={valuesOf(RESPONSE, opened)}
          draftOf={`response/${opened.id}`}
          path={`${customerReviewPath(opened.id)}/respond`}
          body={(values) => ({ ...values, expectedRevision: opened.revision })}
          saved={({ customerId }) => ({
            title: 'Response Saved',
            text: customerId === null ? 'Post it where the review was written.' : 'It is emailed to the customer.',
          })}
          onClose={() => setOpened(null)}
        >
          {() => (
            <p className="hw-muted">
              {opened.customerId === null
                ? 'Whoever wrote it is not among the customers, so nobody is emailed.'
                : 'The customer is emailed your response, if they have an email address.'}
            </p>
          )}
        </NewRecordDialog>
      )}
    </>
  );
}

/** Puts it where everybody reads it, or takes it back: only what its writer agreed to. */
function Publication({ review }: { review: CustomerReviewRecord }) {
  const { id, mayPublish, publishedAt } = review;
  const isPublished = publishedAt !== null;
  const act = useAct<void, CustomerReviewRecord>({
    command: () => ({ method: 'POST', path: `${customerReviewPath(id)}/${isPublished ? 'unpublish' : 'publish'}` }),
    collections: CUSTOMER_REVIEWS,
    done: () =>
      isPublished
        ? { title: 'Review Unpublished', text: 'Your website and the forms for quotes show it no longer.' }
        : { title: 'Review Published', text: 'Your website and the forms for quotes may show it.', intent: 'success' },
    undoneOn: () => ({ category: 'customer_review', id }),
  });
  if (!mayPublish && !isPublished) return null;
  return <Button text={isPublished ? 'Unpublish' : 'Publish'} disabled={act.isPending} onClick={() => act.mutate()} />;
}

/** For the owner: it cannot be undone. */
function Erase({ review }: { review: CustomerReviewRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!review.erased && (
        <Button variant="minimal" intent="danger" text="Erase personal data…" onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <EraseDialog<ErasedCustomerReview>
          record={review}
          category="customer_review"
          path={customerReviewPath(review.id)}
          name={review.customer ?? ''}
          collections={CUSTOMER_REVIEWS}
          partsOf={() => ['Who wrote the review']}
          onClose={() => setOpen(false)}
        >
          <p>
            <strong>Erased for good:</strong> the name, the review and the response; and all of it in the history.
          </p>
          <p>
            <strong>Kept:</strong> that there was a review, its platform, stars and day, and the steps of the history
            with who took them and when. Backups and exports made earlier still hold the data.
          </p>
        </EraseDialog>
      )}
    </>
  );
}
