import { Button, Tag } from '@blueprintjs/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SessionRecord } from '../../../api/accounts/schema.ts';
import { read } from '../../data/query-client.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { Day } from '../../ui/values/day.tsx';
import { Ago } from '../../ui/values/duration.tsx';
import { signOut } from './session.ts';

/** The collection of sessions; they are not records, so no event announces a change. */
export const SESSIONS = ['sessions'] as const;

/** @param path the person's own sessions, or those of somebody's account */
function sessionsQuery(path: string) {
  return queryOptions({
    queryKey: ['sessions', path],
    meta: { collections: SESSIONS },
    // Sign-ins elsewhere are not announced: always refetch.
    staleTime: 0,
    queryFn: (context) => read<SessionRecord[]>(path, context),
  });
}

interface SessionListProps {
  /** Path that lists the sessions; each is ended below it. */
  path: string;
  /** Ends them all; below the list. */
  everywhere: ReactNode;
}

/** Where a person is signed in, with a button to end each session. */
export function SessionList({ path, everywhere }: SessionListProps) {
  const query = useQuery(sessionsQuery(path));
  const end = useAct<SessionRecord, unknown>({
    command: ({ id }) => ({ method: 'DELETE', path: `${path}/${id}` }),
    collections: SESSIONS,
    done: (_, session) => ({ title: 'Signed out', text: `${deviceOf(session)} is signed out.`, intent: 'success' }),
  });
  return (
    <DataArea
      query={query}
      firstUse={{ title: 'Not signed in anywhere' }}
      filtered={null}
      isEmpty={(sessions) => sessions.length === 0}
      skeleton={<SkeletonLines lines={4} />}
    >
      {(sessions) => (
        <>
          <ul className="hw-sessions">
            {sessions.map((session) => (
              <Session key={session.id} session={session} onEnd={() => end.mutate(session)} />
            ))}
          </ul>
          <div className="hw-sessions-all">{everywhere}</div>
        </>
      )}
    </DataArea>
  );
}

function Session({ session, onEnd }: { session: SessionRecord; onEnd(): void }) {
  const { startedAt, usedAt, current } = session;
  const device = deviceOf(session);
  return (
    <li>
      <div>
        {device}{' '}
        {current && (
          <Tag minimal intent="success">
            This session
          </Tag>
        )}
        <p>
          Last used <Ago since={usedAt} />
          {' · '}
          since <Day iso={startedAt} />
        </p>
      </div>
      {current ? (
        <Button size="small" text="Sign out" onClick={() => void signOut()} />
      ) : (
        <Button size="small" text="Sign out" aria-label={`Sign out ${device}`} onClick={onEnd} />
      )}
    </li>
  );
}

function deviceOf({ userAgent }: SessionRecord): string {
  return userAgent ?? 'Unknown device';
}
