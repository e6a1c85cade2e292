import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import type { CustomerReviewRecord } from '../../../../api/customer-reviews/schema.ts';
import {
  REVIEW_PLATFORM_LABELS,
  REVIEW_PLATFORMS,
  SENTIMENT_LABELS,
  SENTIMENTS,
  STAR_CHOICES,
} from '../../../../domain/customer-review/terms.ts';
import { may } from '../../../../domain/user/terms.ts';
import type { PageProps } from '../../../entities/account/session.ts';
import {
  CUSTOMER_REVIEW_SORTS,
  customerReviewsCall,
  customerReviewsQuery,
  platformLabel,
} from '../../../entities/customer-review/customer-review.ts';
import { customerReviewKind } from '../../../entities/customer-review/customer-review-kind.ts';
import { ratingTone, sentimentTone } from '../../../entities/tones.ts';
import { ClearFilters } from '../../../records/list/clear-filters.tsx';
import { inTab, isFiltered } from '../../../records/list/list-search.ts';
import type { RecordColumn } from '../../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../../records/list/record-list-page.tsx';
import { RemovedSelect } from '../../../records/list/removed.tsx';
import { Choice, labeled } from '../../../ui/inputs/choice.tsx';
import { DaysFilter } from '../../../ui/inputs/days-filter.tsx';
import { MoreFilters } from '../../../ui/inputs/more-filters.tsx';
import { Failure } from '../../../ui/status/data-area.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { Day } from '../../../ui/values/day.tsx';
import { customerReviewFilterOf, type MarketingAutomationSearch } from '../marketing-automation-search.ts';
import { CustomerReviewDrawer } from './customer-review-drawer.tsx';
import { ImportReviewsDialog } from './import-reviews-dialog.tsx';
import { NewCustomerReviewDialog } from './new-customer-review-dialog.tsx';

/** On the button that enters one. */
export const ADD_REVIEW = 'Add Review';

const COLUMNS: readonly RecordColumn<CustomerReviewRecord>[] = [
  { id: 'customer', header: 'Customer', value: ({ customer }) => customer ?? 'A customer' },
  {
    id: 'rating',
    header: 'Rating',
    stays: true,
    value: ({ rating }) => rating,
    cell: ({ rating }) => <StatusTag tone={ratingTone(String(rating))}>{`${rating} of 5`}</StatusTag>,
  },
  { id: 'platform', header: 'Platform', stays: true, value: ({ platform }) => platformLabel(platform) },
  {
    id: 'sentiment',
    header: 'Sentiment',
    value: ({ sentiment }) => sentiment,
    cell: ({ sentiment }) => (
      <StatusTag tone={sentimentTone(sentiment)}>{SENTIMENT_LABELS[sentiment] ?? sentiment}</StatusTag>
    ),
  },
  { id: 'reviewText', header: 'Review', value: ({ reviewText }) => reviewText, widest: 360 },
  {
    id: 'responseText',
    header: 'Response',
    value: ({ respondedAt }) => respondedAt,
    cell: ({ respondedAt }) =>
      respondedAt === null ? <span className="hw-muted">None yet</span> : <StatusTag tone="green">Responded</StatusTag>,
  },
  {
    id: 'publishedAt',
    header: 'Published',
    value: ({ publishedAt }) => publishedAt,
    cell: ({ publishedAt, mayPublish }) =>
      publishedAt === null ? (
        <span className="hw-muted">{mayPublish ? 'May be' : 'No'}</span>
      ) : (
        <StatusTag tone="green">Published</StatusTag>
      ),
  },
  {
    id: 'reviewedOn',
    header: 'Written',
    value: ({ reviewedOn }) => reviewedOn,
    cell: ({ reviewedOn }) => <Day iso={reviewedOn} />,
  },
];

const MORE_KEYS = ['rating', 'sentiment', 'answered', 'published', 'from', 'to', 'removed'];
const FILTER_KEYS = ['q', 'platform', ...MORE_KEYS];
const NONE = 'No reviews found';

/** What customers wrote: the list, the dialogs that enter one or many, and the drawer of the one that is open. */
export function CustomerReviews({ account, search, onSearch }: PageProps<MarketingAutomationSearch>) {
  const [isImporting, setImporting] = useState(false);
  const call = customerReviewsCall(customerReviewFilterOf(search));
  const list = usePagedList(customerReviewsQuery(call), call, CUSTOMER_REVIEW_SORTS);
  const canChange = may(account.role, 'marketing:change');
  return (
    <>
      <RecordListPage
        {...inTab({ search, onSearch })}
        canChange={canChange}
        canExport={may(account.role, 'exports:read')}
        kind={customerReviewKind}
        plural="reviews"
        param="review"
        list={list}
        columns={COLUMNS}
        placeholder="Search reviews..."
        filterKeys={FILTER_KEYS}
        filters={
          <>
            <Choice
              label="Platform"
              value={search.platform}
              choices={labeled(REVIEW_PLATFORMS, REVIEW_PLATFORM_LABELS)}
              none="All platforms"
              onChoice={(platform) => onSearch({ platform })}
            />
            <MoreFilters isUsed={isFiltered(search, MORE_KEYS)}>
              <Choice
                label="Rating"
                value={search.rating}
                choices={STAR_CHOICES.map((stars) => [stars, `${stars} of 5`])}
                none="All ratings"
                onChoice={(rating) => onSearch({ rating })}
              />
              <Choice
                label="Sentiment"
                value={search.sentiment}
                choices={labeled(SENTIMENTS, SENTIMENT_LABELS)}
                none="All sentiments"
                onChoice={(sentiment) => onSearch({ sentiment })}
              />
              <Choice
                label="Response"
                value={search.answered}
                choices={[
                  ['false', 'Without a response'],
                  ['true', 'With a response'],
                ]}
                none="With or without a response"
                onChoice={(answered) => onSearch({ answered })}
              />
              <Choice
                label="Publication"
                value={search.published}
                choices={[
                  ['true', 'Published'],
                  ['false', 'Not published'],
                ]}
                none="Published or not"
                onChoice={(published) => onSearch({ published })}
              />
              <DaysFilter from={search.from} to={search.to} onChange={onSearch} />
              <RemovedSelect
                noun="reviews"
                removal={customerReviewKind.removal}
                isRemoved={search.removed === true}
                onChange={(removed) => onSearch({ removed })}
              />
            </MoreFilters>
            <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
            {canChange && <Button variant="minimal" text="Import CSV…" onClick={() => setImporting(true)} />}
          </>
        }
        add={{ text: ADD_REVIEW, how: (onClose) => <NewCustomerReviewDialog onClose={onClose} /> }}
        drawer={(open) => <CustomerReviewDrawer key={open.id} {...open} isOwner={account.role === 'owner'} />}
        firstUse={{
          title: NONE,
          description: 'Enter what customers wrote about you, here or elsewhere, and respond to it.',
        }}
        nothingFound={{ title: NONE }}
        failure={(error) => (
          <Failure error={error} text="Failed to fetch reviews" retry={() => void list.query.refetch()} />
        )}
      />
      {isImporting && <ImportReviewsDialog onClose={() => setImporting(false)} />}
    </>
  );
}
