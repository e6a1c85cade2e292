import { Button, HTMLSelect, NonIdealStateIconSize } from '@blueprintjs/core';
import { Add, People as PeopleIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { crewsQuery } from '../../data/get-crews.ts';
import { settingsQuery } from '../../data/get-settings.ts';
import { personName, staffQuery } from '../../data/get-staff.ts';
import type { Account } from '../../data/session.ts';
import { DataArea, SkeletonLines } from '../../ui/data-area.tsx';
import { todayIn } from '../../ui/format.ts';
import { ListMenu } from '../../ui/list-menu.tsx';
import { Page } from '../../ui/page.tsx';
import type { DrawerTab } from '../../ui/record-drawer.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { NewPersonDialog } from './new-person-dialog.tsx';
import { personColumns } from './person-columns.tsx';
import { PersonDrawer } from './person-drawer.tsx';

export interface PeopleSearch {
  q?: string | undefined;
  /** Without it those who work here. */
  status?: 'left' | 'all' | undefined;
  sort?: string | undefined;
  person?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
}

interface PeoplePageProps {
  account: Account;
  search: PeopleSearch;
  /** Changes what the address holds; `replace` keeps typing out of the browser's history. */
  onSearch(change: PeopleSearch, how?: 'replace'): void;
}

const PASSING = ['person', 'tab', 'new'];

/** The people who work here, what they can do, and what of it must be renewed. */
export function PeoplePage({ account, search, onSearch }: PeoplePageProps) {
  const query = useQuery(staffQuery);
  const crews = useQuery(crewsQuery).data;
  const settings = useQuery(settingsQuery).data;
  const box = useRef<HTMLInputElement>(null);
  const canChange = account.role !== 'auditor';
  const { q = '', status } = search;
  const isFiltered = q.trim() !== '' || status !== undefined;
  const people = useMemo(() => found(query.data ?? [], q, status), [query.data, q, status]);
  const today = todayIn(settings?.timeZone);
  const columns = useMemo(() => {
    const names = crews?.flatMap(({ name, memberIds }) => memberIds.map((id) => [id, name] as const));
    return personColumns(new Map(names), today);
  }, [crews, today]);
  const add = () => onSearch({ new: true });
  const clear = () => onSearch({ q: undefined, status: undefined });

  useShortcuts([
    { keys: '/', label: 'Search people', run: () => box.current?.focus() },
    ...(canChange ? [{ keys: 'c', label: 'Add a person', run: add }] : []),
    ...(canChange && search.person
      ? [{ keys: 'e', label: 'Edit the open person', run: () => onSearch({ tab: 'edit' }) }]
      : []),
  ]);

  return (
    <Page
      fill
      title="People"
      subtitle="Everybody who works here, with or without an account"
      actions={canChange && <Button intent="primary" icon={<Add />} text="Add person" onClick={add} />}
      filters={
        <>
          <SearchInput
            ref={box}
            value={q}
            placeholder="Search people..."
            onChange={(text) => onSearch({ q: text || undefined }, 'replace')}
          />
          <HTMLSelect
            aria-label="Who"
            value={status ?? ''}
            onChange={({ target }) => onSearch({ status: (target.value || undefined) as PeopleSearch['status'] })}
          >
            <option value="">Work here</option>
            <option value="left">Left the company</option>
            <option value="all">Everybody</option>
          </HTMLSelect>
          <ListMenu list={listCall(q, status)} passing={PASSING} />
        </>
      }
    >
      <DataArea
        query={query}
        isEmpty={() => people.length === 0}
        firstUse={{
          icon: <PeopleIcon size={NonIdealStateIconSize.SMALL} />,
          title: 'No people yet',
          description: 'Add the people who work here, then put them into crews.',
          ...(canChange && { action: <Button intent="primary" text="Add person" onClick={add} /> }),
        }}
        filtered={isFiltered ? { title: 'Nobody found', description: 'Try another name or filter.', clear } : null}
        skeleton={<SkeletonLines lines={8} />}
      >
        {() => (
          <RecordTable
            label="People"
            records={people}
            columns={columns}
            sort={search.sort}
            onSort={(sort) => onSearch({ sort }, 'replace')}
            param="person"
            openId={search.person}
          />
        )}
      </DataArea>
      {search.new && canChange && <NewPersonDialog onClose={() => onSearch({ new: undefined })} />}
      {search.person && query.data && (
        <PersonDrawer
          id={search.person}
          person={query.data.find(({ id }) => id === search.person)}
          crew={crews?.find(({ memberIds }) => memberIds.includes(search.person ?? ''))}
          account={account}
          today={today}
          tab={search.tab ?? 'details'}
          onTab={(tab) => onSearch({ tab: tab === 'details' ? undefined : tab })}
          onClose={() => onSearch({ person: undefined, tab: undefined })}
        />
      )}
    </Page>
  );
}

/** By name: a row keeps its place when somebody is added. */
function found(people: readonly StaffRecord[], q: string, status: PeopleSearch['status']): StaffRecord[] {
  const text = q.trim().toLowerCase();
  return people
    .filter(({ removed }) => status === 'all' || removed === (status === 'left'))
    .filter((person) =>
      [personName(person), person.email, person.phone, ...person.skills].some((value) =>
        value?.toLowerCase().includes(text),
      ),
    )
    .sort((a, b) => personName(a).localeCompare(personName(b)));
}

function listCall(q: string, status: PeopleSearch['status']): string {
  const query = new URLSearchParams({ ...(q.trim() && { search: q.trim() }), ...(status && { status }) });
  return `/api/staff?${query}`;
}
