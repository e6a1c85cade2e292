import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { may } from '../../../domain/user/terms.ts';
import { nameOf, type PageProps } from '../../entities/account/session.ts';
import { wordsOf } from '../../entities/activity-words.ts';
import { anyRecordPicker } from '../../entities/any-record.ts';
import { eventTypesFor } from '../../entities/event-types.ts';
import { KINDS } from '../../entities/kinds.ts';
import { usersQuery } from '../../entities/user/user.ts';
import type { Pick, PickerKind } from '../../records/edit/record-picker.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { ClearFilters } from '../../records/list/clear-filters.tsx';
import { ListMenu } from '../../records/list/list-menu.tsx';
import { isFiltered } from '../../records/list/list-search.ts';
import { ACTORS, actorWords } from '../../records/record/actors.ts';
import { Choice } from '../../ui/inputs/choice.tsx';
import { DaysFilter } from '../../ui/inputs/days-filter.tsx';
import { looseMatch } from '../../ui/inputs/loose-match.ts';
import { MoreFilters } from '../../ui/inputs/more-filters.tsx';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import { eventsQuery } from './get-events.ts';
import { eventsCall, FILTER_KEYS, type HistoryFilter, type HistorySearch } from './history-search.ts';

/** What the list of events is narrowed by, all of it in the URL. */
export function EventFilters(props: PageProps<HistorySearch>) {
  const { search, onSearch } = props;
  return (
    <Toolbar end={<ListMenu list={eventsCall(search)} passing={['event']} formats={FORMATS} canCompare={false} />}>
      {search.act === undefined && <Inputs {...props} />}
      {OTHERS.map(
        ([key, text]) =>
          search[key] !== undefined && (
            <Button
              key={key}
              text={text}
              rightIcon={<Cross />}
              title="No longer only this"
              onClick={() => onSearch({ [key]: undefined })}
            />
          ),
      )}
      <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
    </Toolbar>
  );
}

function Inputs({ account, search, onSearch }: PageProps<HistorySearch>) {
  const { record, category, actor, type, from, to } = search;
  const recordTitle = useRecordTitle(search);
  const users = useQuery(usersQuery).data ?? [];
  const people = users.map((user) => ({ category: 'user', id: user.id, title: nameOf(user), group: 'People' }));
  return (
    <>
      <Filter
        label="Record"
        placeholder="Any record"
        kind={RECORDS}
        accountId={account.id}
        picked={record?.slice(record.indexOf(':') + 1)}
        titles={recordTitle === undefined ? {} : { [recordTitle.id]: recordTitle.title }}
        onPick={(id, pick) => onSearch({ record: id && pick && `${pick.category}:${id}` })}
      />
      <MoreFilters isUsed={isFiltered(search, IN_MORE)}>
        <Filter
          label="Who"
          placeholder="Anybody"
          kind={actorPicker(people)}
          accountId={account.id}
          picked={actor}
          titles={actor === undefined ? {} : { [actor]: nameOfActor(actor, people) }}
          onPick={(picked) => onSearch({ actor: picked })}
        />
        <Filter
          label="What"
          placeholder="Any event"
          kind={typePicker(account.role)}
          accountId={account.id}
          picked={type}
          titles={type === undefined ? {} : { [type]: typeWords(type) }}
          onPick={(picked) => onSearch({ type: picked })}
        />
        <Choice
          label="Kind of record"
          value={category}
          choices={kindsFor(account.role)}
          none="All kinds"
          onChoice={(chosen) => onSearch({ category: chosen })}
        />
        <DaysFilter from={dayOf(from)} to={dayOf(to)} onChange={(change) => onSearch(change, 'replace')} />
      </MoreFilters>
    </>
  );
}

const FORMATS = { csv: 'Export as CSV', jsonl: 'Export as JSON lines' };

/** Filters that links set: they have no input. */
const OTHERS: readonly (readonly [keyof HistoryFilter, string])[] = [
  ['act', 'One act'],
  ['cause', 'What followed from one event'],
  ['stream', 'One stream'],
];

const RECORDS = anyRecordPicker(
  Object.entries(KINDS)
    .filter(([, { searched }]) => searched.length > 0)
    .map(([category]) => category),
);

/** The filters that a phone keeps behind a button. */
const IN_MORE: readonly (keyof HistoryFilter)[] = ['actor', 'type', 'category', 'from', 'to'];

/** The kinds of record that somebody may read, by name. */
function kindsFor(role: string) {
  return Object.entries(KINDS)
    .filter(([, { area }]) => may(role, `${area}:read`))
    .map(([category, { noun }]) => [category, noun] as const)
    .sort(([, a], [, b]) => a.localeCompare(b));
}

/** What a record in the URL is called: the search knows not all kinds, but its events do. */
function useRecordTitle(search: HistorySearch): { id: string; title: string } | undefined {
  const { data } = useInfiniteQuery(eventsQuery(eventsCall(search)));
  const at = search.record?.indexOf(':') ?? -1;
  if (search.record === undefined || at === -1) return undefined;
  const [category, id] = [search.record.slice(0, at), search.record.slice(at + 1)];
  const told = data?.events.find((event) => event.category === category && event.recordId === id);
  return { id, title: told?.title ?? KINDS[category]?.noun ?? category };
}

/** A time or an instant, as a link may have it, is of a day. */
function dayOf(moment: string | undefined): string | undefined {
  return moment?.slice(0, 'YYYY-MM-DD'.length);
}

interface FilterProps {
  label: string;
  placeholder: string;
  kind: PickerKind;
  accountId: string;
  picked: string | undefined;
  titles: Readonly<Record<string, string>>;
  onPick(picked: string | undefined, pick?: Pick): void;
}

function Filter({ label, picked, onPick, ...picker }: FilterProps) {
  return (
    <div className="hw-log-filter">
      <RecordPicker
        {...picker}
        id={`history-${label}`}
        label={label}
        describedBy={undefined}
        isInvalid={false}
        picked={picked === undefined ? [] : [picked]}
        onPick={([id], pick) => onPick(id, pick)}
      />
    </div>
  );
}

/** Whoever may have done something: people with an account, the public forms, and what acts by itself. */
function actorPicker(people: readonly Pick[]): PickerKind {
  const others = ACTORS.map((id) => ({
    category: 'user',
    id,
    title: nameOfActor(id, []),
    detail: id,
    group: 'By itself',
  }));
  return {
    noun: 'account or process',
    categories: ['user'],
    collections: ['users'],
    none: 'There is nobody yet.',
    find: async (text) => matching(text, [...people, ...others]),
  };
}

function nameOfActor(actor: string, people: readonly Pick[]): string {
  return people.find(({ id }) => id === actor)?.title ?? actorWords(actor) ?? actor;
}

function typePicker(role: string): PickerKind {
  const types = eventTypesFor(role)
    .map((id) => ({ category: 'event', id, title: typeWords(id), detail: id }))
    .sort((a, b) => a.title.localeCompare(b.title));
  return {
    noun: 'event',
    categories: ['event'],
    collections: [],
    none: 'There are no events.',
    find: async (text) => matching(text, types),
  };
}

function typeWords(type: string): string {
  return wordsOf({ types: [type], status: null, isUndo: false });
}

/** Those that a text means, the best first. */
function matching<Shown extends Pick>(text: string, all: readonly Shown[]): Shown[] {
  if (text === '') return [...all];
  return all
    .map((pick) => ({ pick, rank: looseMatch(text, pick.title ?? '', String(pick.detail ?? '')) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => Number(a.rank) - Number(b.rank))
    .map(({ pick }) => pick);
}
