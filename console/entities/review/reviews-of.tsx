import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { ratingTone } from '../tones.ts';
import { RATING_TEXTS, reviewsCall, reviewsQuery } from './review.ts';

/** What was thought of somebody's work, the latest period first. */
export function ReviewsOf({ personId }: { personId: string }) {
  const query = useInfiniteQuery(reviewsQuery(reviewsCall({ employeeId: personId, sort: '-reviewPeriodEnd' })));
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'No reviews' }}
      filtered={null}
      skeleton={<SkeletonText length={30} />}
    >
      {(reviews) =>
        reviews.length === 0 ? (
          <p className="hw-muted">No reviews yet.</p>
        ) : (
          <ul className="hw-entries">
            {reviews.map(({ id, overallRating, reviewPeriodStart, reviewPeriodEnd, reviewer }) => (
              <li key={id}>
                <span>
                  <Link to="/hr-management" search={{ review: id, tab: 'performance' }} className="hw-in-text">
                    {formatDay(reviewPeriodStart)} to {formatDay(reviewPeriodEnd)}
                  </Link>{' '}
                  {reviewer && <span className="hw-muted">by {reviewer}</span>}
                </span>
                {overallRating !== null && (
                  <StatusTag tone={ratingTone(String(overallRating))}>
                    {RATING_TEXTS[overallRating] ?? String(overallRating)}
                  </StatusTag>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </DataArea>
  );
}
