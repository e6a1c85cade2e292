import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { formatSpan, timeOffQuery } from './time-off.ts';
import { TimeOffStatus } from './time-off-acts.tsx';

/** The most to show: the rest is in HR Management. */
const MOST = 8;

/** Somebody's requests for time off, the latest days first. */
export function TimeOffOf({ personId }: { personId: string }) {
  const query = useInfiniteQuery(timeOffQuery({ employeeId: personId, sort: '-startDate' }));
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'No time off' }}
      filtered={null}
      skeleton={<SkeletonText length={30} />}
    >
      {(requests) =>
        requests.length === 0 ? (
          <p className="hw-muted">No time off requested yet.</p>
        ) : (
          <ul className="hw-entries">
            {requests.slice(0, MOST).map((request) => (
              <li key={request.id}>
                <span>
                  <Link to="/hr-management" search={{ request: request.id }} className="hw-in-text">
                    {formatSpan(request)}
                  </Link>{' '}
                  <span className="hw-muted">{TIME_OFF_TYPE_LABELS[request.requestType ?? '']}</span>
                </span>
                <TimeOffStatus request={request} />
              </li>
            ))}
          </ul>
        )
      }
    </DataArea>
  );
}
