import { Button, Tag } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SecurityEventRecord } from '../../../api/security/schema.ts';
import { ALARMING_SECURITY_EVENTS, SECURITY_EVENT_DAYS, SECURITY_EVENT_TYPES } from '../../../domain/security/terms.ts';
import { listCall, pagedQuery, pagingOf, recordsOf } from '../../data/paged-query.ts';
import { nameOf, type PageProps } from '../../entities/account/session.ts';
import { usersQuery } from '../../entities/user/user.ts';
import { ListMenu } from '../../records/list/list-menu.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { formatInstant } from '../../ui/values/format.ts';
import type { SecuritySearch } from './security-search.ts';
import { placeOf, SECURITY_LABELS, sentenceOf } from './security-words.ts';

/** Who signed in, who tried to, and what was exported; for owners only. */
export function SecurityPage({ search, onSearch }: PageProps<SecuritySearch>) {
  const query = useInfiniteQuery(securityEventsQuery(search));
  const paging = pagingOf(query);
  const isFiltered = search.type !== undefined || search.user !== undefined;
  return (
    <Page
      title="Security"
      subtitle={`Sign-ins, passwords, roles and exports of the last ${SECURITY_EVENT_DAYS} days`}
      actions={
        <Button icon={<Refresh />} text="Refresh" loading={query.isRefetching} onClick={() => query.refetch()} />
      }
      toolbar={<Filters search={search} onSearch={onSearch} />}
    >
      <DataArea
        query={query}
        isEmpty={(events) => events.length === 0 && !query.hasNextPage}
        firstUse={{ title: 'Nothing yet', description: 'Every sign-in from now on will show here.' }}
        filtered={
          isFiltered
            ? {
                title: 'Nothing like this',
                description: `Not in the last ${SECURITY_EVENT_DAYS} days.`,
                clear: () => onSearch({ type: undefined, user: undefined }),
              }
            : null
        }
        skeleton={<SkeletonRows rows={12} />}
      >
        {(events) => (
          <>
            <ol className="hw-security" aria-label="Security events">
              {events.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ol>
            {paging.more && <Button text="Show older" loading={paging.isLoading} onClick={paging.more} />}
          </>
        )}
      </DataArea>
    </Page>
  );
}

function Filters({ search, onSearch }: Pick<PageProps<SecuritySearch>, 'search' | 'onSearch'>) {
  const users = useQuery(usersQuery);
  return (
    <Toolbar>
      <Choice
        label="Kind"
        value={search.type}
        choices={labeled(SECURITY_EVENT_TYPES, SECURITY_LABELS)}
        none="All kinds"
        onChoice={(type) => onSearch({ type })}
      />
      <Choice
        label="Account"
        value={search.user}
        choices={(users.data ?? []).map((user) => [user.id, nameOf(user)])}
        none="All accounts"
        onChoice={(user) => onSearch({ user })}
      />
      <ListMenu list={securityEventsPath(search)} passing={[]} canCompare={false} />
    </Toolbar>
  );
}

function Event({ event }: { event: SecurityEventRecord }) {
  const { at, until, count, isRest } = event;
  return (
    <li className={ALARMING_SECURITY_EVENTS.has(event.type) ? 'hw-security-alarm' : undefined}>
      <Instant iso={at} />
      <span>
        <strong>{sentenceOf(event)}</strong> {placeOf(event)}{' '}
        {count > 1 && !isRest && (
          <Tag minimal title={`The last one ${formatInstant(until)}`}>
            {count} times
          </Tag>
        )}
      </span>
    </li>
  );
}

const PAGE = 50;

/** The list's call with its filters. */
function securityEventsPath({ type, user }: SecuritySearch): string {
  return listCall('/api/security-events', { type, user });
}

/** Newest first, in pages. They are not events of the log, so nothing announces a change: always refetch. */
function securityEventsQuery(filter: SecuritySearch) {
  const path = securityEventsPath(filter);
  return {
    ...pagedQuery<SecurityEventRecord>({
      queryKey: ['security-events', path],
      meta: { collections: [] },
      path,
      limit: PAGE,
      select: recordsOf,
    }),
    staleTime: 0,
  };
}
