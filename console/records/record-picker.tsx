import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { keepPreviousData, type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { ApiError } from '../data/api.ts';
import { read } from '../data/query-client.ts';
import { noteRecent, recentRecords } from '../data/recents.ts';
import { Combobox, type Option } from '../ui/combobox.tsx';
import type { ControlProps } from '../ui/fields.ts';

/** A record as a picker shows it. */
export interface Pick {
  /** Its kind, as history and undo name it. */
  category: string;
  id: string;
  title: string | null;
  detail?: ReactNode;
  /** The heading it is listed under, if there are several. */
  group?: string;
}

/** What can be picked. */
export interface PickerKind {
  /** For sentences: `person`. */
  noun: string;
  /** Its kinds, as history and undo name them. */
  categories: readonly string[];
  /** A change to these makes the results stale. */
  collections: readonly string[];
  /** Shown if there are none at all. */
  none: string;
  /** The server's search; for blank text, what to offer first. */
  find(text: string, context: QueryFunctionContext): Promise<Pick[]>;
  /** Each adds a record of one kind in place. */
  adds?: readonly AddInPlace[];
}

export interface AddInPlace {
  text: string;
  /** The kind's own dialog, which reports what was added. */
  dialog(adding: Adding): ReactNode;
}

export interface Adding {
  onAdded(added: Pick): void;
  onClose(): void;
}

interface RecordPickerProps extends Omit<ControlProps, 'value' | 'onChange'> {
  kind: PickerKind;
  /** The signed-in account: its recent picks come first. */
  accountId: string;
  /** Ids of the picked records. */
  picked: readonly string[];
  /** Titles, as far as the page already knows them. */
  titles?: Readonly<Record<string, string>>;
  /** Next to each title, in the list and among the picked ones. */
  noteOn?(id: string): ReactNode;
  placeholder: string;
  /** Any number can be picked. */
  isMany?: boolean;
  /** @param pick the one just picked; none if one was removed */
  onPick(picked: string[], pick?: Pick): void;
}

/**
 * Picks records from a list that may be long: the server searches it, recent ones come first, and missing ones are
 * added in place.
 */
export function RecordPicker(props: RecordPickerProps) {
  const { kind, accountId, picked, titles, noteOn, placeholder, isMany = false, onPick, ...control } = props;
  const [text, setText] = useState<string>();
  const [adding, setAdding] = useState<AddInPlace>();
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({});
  const input = useRef<HTMLInputElement>(null);
  const found = useFound(kind, accountId, text);
  const unnamed = picked.filter((id) => (seen[id] ?? titles?.[id]) === undefined);
  const known = useKnown(
    unnamed.flatMap((id) => kind.categories.map((category) => `${category}/${id}`)),
    kind,
  );
  const nameOf = (id: string) =>
    seen[id] ??
    titles?.[id] ??
    known.data?.find((each) => each.id === id)?.title ??
    (known.isPending ? '…' : 'Unknown');

  const options: Option[] = found.picks.map(({ id, title, detail, group }) => ({
    id,
    title: title ?? 'Unnamed',
    detail: noteOn?.(id) ?? detail,
    isPicked: picked.includes(id),
    ...(group && { group }),
  }));
  const { adds = [] } = kind;
  options.push(...adds.map(({ text }) => ({ id: text, title: text, isNew: true })));

  function toggle(pick: Pick): void {
    const isThere = picked.includes(pick.id);
    setSeen({ ...seen, [pick.id]: pick.title ?? 'Unnamed' });
    if (!isThere) noteRecent(recentsOf(accountId, kind), `${pick.category}/${pick.id}`);
    if (!isMany) onPick([pick.id], pick);
    else if (isThere) onPick(picked.filter((id) => id !== pick.id));
    else onPick([...picked, pick.id], pick);
  }

  const single = isMany ? undefined : picked[0];
  return (
    <div className="hw-picker">
      {isMany && picked.length > 0 && (
        <ul className="hw-picker-picked" aria-label={`${control.label}: chosen`}>
          {picked.map((id) => (
            <li key={id}>
              <span>{nameOf(id)}</span> {noteOn?.(id)}
              <Button
                variant="minimal"
                icon={<Cross />}
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => onPick(picked.filter((each) => each !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <Combobox
        {...control}
        ref={input}
        shown={single === undefined ? '' : nameOf(single)}
        placeholder={placeholder}
        options={options}
        status={found.status}
        text={text}
        onText={setText}
        isMany={isMany}
        onPick={({ id, isNew }) => {
          if (isNew) return setAdding(adds.find(({ text }) => text === id));
          const pick = found.picks.find((each) => each.id === id);
          if (pick) toggle(pick);
        }}
        {...(single !== undefined && {
          rightElement: (
            <Button
              variant="minimal"
              icon={<Cross />}
              aria-label={`Clear ${control.label}`}
              onClick={() => onPick([])}
            />
          ),
        })}
      />
      {adding && (
        // In React's tree the dialog's form is inside this one, and would submit it too.
        <div onSubmit={(event) => event.stopPropagation()}>
          {adding.dialog({
            onAdded: toggle,
            onClose() {
              setAdding(undefined);
              input.current?.focus();
            },
          })}
        </div>
      )}
    </div>
  );
}

/** How many recent records come first. */
const RECENT = 4;

interface Found {
  picks: readonly Pick[];
  status: ReactNode;
}

/** The results for a text; nothing while the list is closed. */
function useFound(kind: PickerKind, accountId: string, typed: string | undefined): Found {
  const isOpen = typed !== undefined;
  const text = useDeferredValue(typed?.trim() ?? '');
  const query = useQuery({
    queryKey: ['pick', kind.noun, text],
    enabled: isOpen,
    placeholderData: keepPreviousData,
    meta: { collections: kind.collections },
    queryFn: (context) => kind.find(text, context),
  });
  const records = isOpen && text === '' ? recentOf(accountId, kind) : [];
  const recent = useKnown(records, kind).data?.slice(0, RECENT) ?? [];
  const found = query.data ?? [];
  const isRecent = (id: string) => recent.some((each) => each.id === id);
  const picks =
    records.length === 0 || recent.length === 0
      ? found
      : [
          ...recent.map((pick) => ({ ...pick, group: 'Used last' })),
          ...found.filter(({ id }) => !isRecent(id)).map((pick) => ({ group: 'All', ...pick })),
        ];
  return { picks, status: statusOf(query, kind, picks.length === 0, text) };
}

function statusOf(
  { error, isPending }: { error: Error | null; isPending: boolean },
  { none }: PickerKind,
  isEmpty: boolean,
  text: string,
): ReactNode {
  if (error instanceof ApiError && error.isOffline) return 'Offline: the list cannot be searched now.';
  if (error) return error.message;
  if (isPending) return 'Searching…';
  if (!isEmpty) return null;
  return text === '' ? none : `Nothing found for “${text}”.`;
}

/** How many titles the server returns at once. */
const MOST_KNOWN = 20;

/** The records' current titles. @param records each as `lead/ID` */
function useKnown(records: readonly string[], { collections }: PickerKind) {
  return useQuery({
    queryKey: ['known', ...records],
    enabled: records.length > 0,
    meta: { collections },
    queryFn: (context) =>
      read<Pick[]>(
        `/api/search/known?${new URLSearchParams({ records: records.slice(0, MOST_KNOWN).join(',') })}`,
        context,
      ),
  });
}

/** Recently picked ones, then recently opened ones. */
function recentOf(accountId: string, kind: PickerKind): string[] {
  const records = [...recentRecords(recentsOf(accountId, kind)), ...recentRecords(accountId)];
  return [...new Set(records)].filter((record) =>
    kind.categories.some((category) => record.startsWith(`${category}/`)),
  );
}

function recentsOf(accountId: string, { noun }: PickerKind): string {
  return `${accountId}/${noun}`;
}
