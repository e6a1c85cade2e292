import { Button, HTMLSelect, Tag } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SecurityEventRecord } from '../../../api/security/schema.ts';
import { ALARMING_SECURITY_EVENTS, SECURITY_EVENT_DAYS, SECURITY_EVENT_TYPES } from '../../../domain/security/terms.ts';
import { usersQuery } from '../../data/get-users.ts';
import { type Account, nameOf } from '../../data/session.ts';
import { DataArea, NotAllowed, SkeletonLines } from '../../ui/data-area.tsx';
import { formatInstant } from '../../ui/format.ts';
import { ListMenu } from '../../ui/list-menu.tsx';
import { Page } from '../../ui/page.tsx';
import { type SecurityFilter, securityEventsPath, securityEventsQuery } from './get-security-events.ts';
import { placeOf, SECURITY_LABELS, sentenceOf } from './security-words.ts';

interface SecurityPageProps {
  account: Account;
  search: SecurityFilter;
  onSearch(change: SecurityFilter): void;
}

/** Who got in, who tried to, and what was taken; only an owner sees it. */
export function SecurityPage(props: SecurityPageProps) {
  if (props.account.role === 'owner') return <Security {...props} />;
  return (
    <Page title="Security">
      <NotAllowed>Only an owner sees who signed in, and who tried to.</NotAllowed>
    </Page>
  );
}

function Security({ search, onSearch }: SecurityPageProps) {
  const query = useInfiniteQuery(securityEventsQuery(search));
  const isFiltered = search.type !== undefined || search.user !== undefined;
  return (
    <Page
      title="Security"
      subtitle={`Sign-ins, passwords, roles and exports of the last ${SECURITY_EVENT_DAYS} days`}
      actions={
        <Button icon={<Refresh />} text="Refresh" loading={query.isRefetching} onClick={() => query.refetch()} />
      }
      filters={<SecurityFilters search={search} onSearch={onSearch} />}
    >
      <DataArea
        query={query}
        isEmpty={(events) => events.length === 0 && !query.hasNextPage}
        firstUse={{ title: 'Nothing yet', description: 'Every sign-in from now on will show here.' }}
        filtered={
          isFiltered
            ? {
                title: 'Nothing of this kind',
                description: `Not in the last ${SECURITY_EVENT_DAYS} days.`,
                clear: () => onSearch({ type: undefined, user: undefined }),
              }
            : null
        }
        skeleton={<SkeletonLines lines={12} />}
      >
        {(events) => (
          <>
            <ol className="hw-security" aria-label="Security events">
              {events.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ol>
            {query.hasNextPage && (
              <Button text="Show older" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
            )}
          </>
        )}
      </DataArea>
    </Page>
  );
}

function SecurityFilters({ search, onSearch }: Pick<SecurityPageProps, 'search' | 'onSearch'>) {
  const users = useQuery(usersQuery);
  return (
    <>
      <HTMLSelect
        aria-label="Kind"
        value={search.type ?? ''}
        onChange={({ target }) => onSearch({ type: target.value || undefined })}
      >
        <option value="">All kinds</option>
        {SECURITY_EVENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {SECURITY_LABELS[type]}
          </option>
        ))}
      </HTMLSelect>
      <HTMLSelect
        aria-label="Account"
        value={search.user ?? ''}
        onChange={({ target }) => onSearch({ user: target.value || undefined })}
      >
        <option value="">All accounts</option>
        {users.data?.map((user) => (
          <option key={user.id} value={user.id}>
            {nameOf(user)}
          </option>
        ))}
      </HTMLSelect>
      <ListMenu list={securityEventsPath(search)} passing={[]} />
    </>
  );
}

function Event({ event }: { event: SecurityEventRecord }) {
  const { at, until, count, isRest } = event;
  return (
    <li className={ALARMING_SECURITY_EVENTS.has(event.type) ? 'hw-security-alarm' : undefined}>
      <time dateTime={at}>{formatInstant(at)}</time>
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
