import type { ReviewRecord } from '../../../api/reviews/schema.ts';
import { REVIEW_STATUS_LABELS } from '../../../domain/review/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import type { Account } from '../../entities/account/session.ts';
import { NewReviewDialog } from '../../entities/review/new-review-dialog.tsx';
import { RATING_TEXTS, REVIEW_SORTS, reviewsCall, reviewsQuery } from '../../entities/review/review.ts';
import { reviewKind } from '../../entities/review/review-kind.ts';
import { ratingTone } from '../../entities/tones.ts';
import { ClearFilters } from '../../records/list/clear-filters.tsx';
import type { ListSearch } from '../../records/list/list-search.ts';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { DaysFilter } from '../../ui/inputs/days-filter.tsx';
import { Failure } from '../../ui/status/data-area.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Day } from '../../ui/values/day.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { Acknowledged } from './acknowledged.tsx';
import { type HrSearch, reviewFilterOf } from './hr-search.ts';
import { ReviewDrawer } from './review-drawer.tsx';

const COLUMNS: readonly RecordColumn<ReviewRecord>[] = [
  { id: 'employee', header: 'Person', value: ({ employee }) => employee ?? 'Somebody' },
  {
    id: 'overallRating',
    header: 'Rating',
    stays: true,
    value: ({ overallRating }) => overallRating,
    cell: ({ overallRating }) =>
      overallRating !== null && (
        <StatusTag tone={ratingTone(String(overallRating))}>
          {RATING_TEXTS[overallRating] ?? String(overallRating)}
        </StatusTag>
      ),
  },
  {
    id: 'reviewPeriodEnd',
    header: 'Period',
    value: ({ reviewPeriodEnd }) => reviewPeriodEnd,
    cell: ({ reviewPeriodStart, reviewPeriodEnd }) =>
      `${formatDay(reviewPeriodStart)} to ${formatDay(reviewPeriodEnd)}`,
  },
  { id: 'reviewer', header: 'Reviewer', value: ({ reviewer }) => reviewer ?? null },
  { id: 'status', header: 'Status', value: ({ status }) => REVIEW_STATUS_LABELS[status] ?? status },
  {
    id: 'acknowledged',
    header: 'Acknowledged',
    stays: true,
    value: ({ acknowledgedAt }) => acknowledgedAt,
    cell: (review) => <Acknowledged review={review} />,
  },
  {
    id: 'createdAt',
    header: 'Written',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Day iso={createdAt} />,
  },
];

/** On the button that writes one. */
export const CREATE_REVIEW = 'Create Review';

/** The days on which the period ends. */
const FILTER_KEYS = ['from', 'to'] as const;

const NONE = 'No performance reviews found';

interface PerformanceProps {
  account: Account;
  /** As a list has them: the parameters of the page's URL that are for this tab. */
  search: ListSearch & Pick<HrSearch, 'review' | 'from' | 'to'>;
  onSearch(change: Readonly<Record<string, unknown>>, how?: 'replace'): void;
}

/** Performance reviews: the list, the dialog that writes one, and the drawer of the one that is open. */
export function Performance({ account, search, onSearch }: PerformanceProps) {
  const call = reviewsCall(reviewFilterOf(search));
  const list = usePagedList(reviewsQuery(call), call, REVIEW_SORTS);
  return (
    <RecordListPage
      search={search}
      onSearch={onSearch}
      canChange={may(account.role, 'reviews:change')}
      canExport={may(account.role, 'exports:read')}
      kind={reviewKind}
      plural="performance reviews"
      param="review"
      list={list}
      columns={COLUMNS}
      placeholder="Search reviews..."
      filterKeys={FILTER_KEYS}
      filters={
        <>
          <DaysFilter from={search.from} to={search.to} onChange={onSearch} />
          <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
        </>
      }
      add={{
        text: CREATE_REVIEW,
        shortcut: 'Create a review',
        how: (onClose) => <NewReviewDialog onClose={onClose} />,
      }}
      drawer={(open) => <ReviewDrawer key={open.id} {...open} account={account} />}
      firstUse={{
        title: NONE,
        description: 'A review says how somebody worked over some time, next to what the records say about it.',
      }}
      nothingFound={{ title: NONE }}
      failure={(error) => (
        <Failure error={error} text="Failed to fetch performance reviews" retry={() => void list.query.refetch()} />
      )}
    />
  );
}
