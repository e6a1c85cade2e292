import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CrewsOfPerson } from '../../../api/staff/schema.ts';
import { read } from '../../data/query-client.ts';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { Day } from '../../ui/values/day.tsx';
import { personKind } from './person-kind.ts';

function crewsQuery(id: string) {
  return queryOptions({
    queryKey: ['crews-of-person', id],
    meta: { collections: ['crews'] },
    queryFn: (context) => read<CrewsOfPerson>(`${personKind.path(id)}/crews`, context),
  });
}

/** The crews that somebody is and was in, the latest first. */
export function CrewHistory({ personId }: { personId: string }) {
  const query = useQuery(crewsQuery(personId));
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'No crews' }}
      filtered={null}
      skeleton={<SkeletonText length={30} />}
    >
      {(stints) =>
        stints.length === 0 ? (
          <p className="hw-muted">Not on a crew yet.</p>
        ) : (
          <ul className="hw-entries">
            {stints.map(({ crewId, name, from, to }) => (
              <li key={`${crewId}/${from}`}>
                <span>
                  <Link to="/crew" search={{ crew: crewId }} className="hw-in-text">
                    {name}
                  </Link>{' '}
                  <span className="hw-muted">
                    since <Day iso={from} />
                    {to !== null && (
                      <>
                        {', until '}
                        <Day iso={to} />
                      </>
                    )}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </DataArea>
  );
}
