import { Card } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Activity } from '../../../api/dashboard/schema.ts';
import { useTouched } from '../../data/touched.ts';
import { wordsOf } from '../../entities/activity-words.ts';
import { addressOf } from '../../entities/addresses.ts';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { Ago } from '../../ui/values/duration.tsx';
import { ACTS, activityQuery } from './get-dashboard.ts';

/** The event feed in plain words: what happened, to which record, by whom and when. */
export function RecentActivity() {
  const query = useQuery(activityQuery);
  return (
    <Card className="hw-home-links" compact>
      <h2>Recent Activity</h2>
      <DataArea
        query={query}
        isEmpty={(acts) => acts.length === 0}
        firstUse={{ title: 'Nothing has happened yet', description: 'Every change will show up here.' }}
        filtered={null}
        skeleton={<ActivityPlaces />}
      >
        {(acts) => (
          <ol className="hw-activity">
            {acts.map((act) => (
              <Act key={act.id} act={act} />
            ))}
          </ol>
        )}
      </DataArea>
    </Card>
  );
}

/** Placeholders for acts. */
export function ActivityPlaces() {
  return (
    <ol className="hw-activity">
      {Array.from({ length: ACTS }, (_, act) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
        <li key={act}>
          <span>
            <SkeletonText length={24} />
          </span>
          <span className="hw-activity-who">
            <SkeletonText length={14} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Act({ act }: { act: Activity }) {
  const isTouched = useTouched().has(act.recordId);
  return (
    <li className={isTouched ? 'hw-touched' : undefined}>
      <span>
        <strong>{wordsOf(act)}</strong> <Record act={act} />
      </span>
      <span className="hw-activity-who">
        {act.actorName ?? (act.actor === 'public' ? 'a visitor' : 'Heartwood')}
        {' · '}
        <Ago since={act.recordedAt} />
      </span>
    </li>
  );
}

/** A link to the record's history. */
function Record({ act: { category, recordId, title } }: { act: Activity }) {
  const address = addressOf(category, recordId, 'history');
  return address ? <Link {...address}>{title}</Link> : <span>{title}</span>;
}
