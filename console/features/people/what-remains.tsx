import { Button } from '@blueprintjs/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { personName } from '../../entities/person/person.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { formatSpan, timeOffQuery } from '../../entities/time-off/time-off.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { todayIn } from '../../ui/values/wall-time.ts';

/** What somebody who leaves has still: their place in a crew, requests that wait for a decision, and time off ahead. */
export function WhatRemains({ person }: { person: StaffRecord }) {
  const crew = useQuery(crewsQuery).data?.find(({ memberIds }) => memberIds.includes(person.id));
  const requests = useInfiniteQuery(timeOffQuery({ employeeId: person.id, status: 'pending' })).data ?? [];
  const from = todayIn(useQuery(settingsQuery).data?.timeZone);
  const ahead = { employeeId: person.id, status: 'approved', from, sort: 'startDate' };
  const approved = useInfiniteQuery(timeOffQuery(ahead)).data ?? [];
  if (!crew && requests.length === 0 && approved.length === 0) return null;
  return (
    <>
      <h3>What remains</h3>
      <ul className="hw-entries">
        {crew && <InCrew person={person} crew={crew} />}
        {requests.map((request) => (
          <Requested key={request.id} what="Time off that waits for a decision" request={request} />
        ))}
        {approved.map((request) => (
          <Requested key={request.id} what="Approved time off ahead" request={request} />
        ))}
      </ul>
    </>
  );
}

/** A request, which is denied or withdrawn where it opens. */
function Requested({ what, request }: { what: string; request: TimeOffRecord }) {
  return (
    <li>
      <span>
        {what}:{' '}
        <Link to="/hr-management" search={{ request: request.id }} className="hw-in-text">
          {formatSpan(request)}
        </Link>
      </span>
    </li>
  );
}

/** Their visits are those of the crew. */
function InCrew({ person, crew }: { person: StaffRecord; crew: CrewRecord }) {
  const release = useAct<void, CrewRecord>({
    command: () => ({
      method: 'PATCH',
      path: `/api/crews/${encodeURIComponent(crew.id)}`,
      body: { memberIds: crew.memberIds.filter((id) => id !== person.id), expectedRevision: crew.revision },
    }),
    collections: ['crews'],
    done: () => ({
      title: 'Crew Updated',
      text: `${personName(person)} is no longer in ${crew.name}.`,
      intent: 'success',
    }),
    undoneOn: () => ({ category: 'crew', id: crew.id }),
  });
  return (
    <li>
      <span>
        In{' '}
        <Link to="/crew" search={{ crew: crew.id }} className="hw-in-text">
          {crew.name}
        </Link>
        , and on its visits. Its{' '}
        <Link to="/schedule" search={{ feeds: true, crew: crew.id }} className="hw-in-text">
          calendar link
        </Link>{' '}
        opens for whoever has it: a new one ends that.
      </span>
      <Button size="small" text="Take off the crew" disabled={release.isPending} onClick={() => release.mutate()} />
    </li>
  );
}
