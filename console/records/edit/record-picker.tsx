import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { keepPreviousData, type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { nameKey } from '../../../domain/kit/fold-text.ts';
import { ApiError } from '../../data/api.ts';
import { read } from '../../data/query-client.ts';
import { noteRecent, recentRecords } from '../../data/recents.ts';
import { Combobox, type Option } from '../../ui/inputs/combobox.tsx';
import type { ControlProps } from '../../ui/inputs/fields.ts';

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
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  // What the list is for: after a pick it stays as it is, although the text is gone.
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const [isRefused, setRefused] = useState(false);
  const [adding, setAdding] = useState<AddInPlace>();
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({});
  const input = useRef<HTMLInputElement>(null);
  // Two answers may come at once.
  const latest = useRef(picked);
  latest.current = picked;
  const found = useFound(kind, accountId, search, isOpen);
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

  // A form is not sent with it (see RecordForm): what was typed is neither taken for a record nor lost.
  const unpicked = text.trim() || asked[0]?.text || '';
  const isSearching = asked.some(({ problem }) => problem === undefined);
  const why = isSearching ? SEARCHING : 'Not chosen yet';
  useEffect(() => input.current?.setCustomValidity(unpicked === '' ? '' : why), [unpicked, why]);

  function open(isOpening: boolean): void {
    setOpen(isOpening);
    if (isOpening) setSearch(text);
  }

  function type(next: string): void {
    setText(next);
    setSearch(next);
    setOpen(true);
    setRefused(false);
    if (!isMany) setAsked([]);
  }

  function take(pick: Pick): void {
    const { id, title, category } = pick;
    const before = latest.current;
    setSeen((now) => ({ ...now, [id]: title ?? 'Unnamed' }));
    noteRecent(recentsOf(accountId, kind), `${category}/${id}`);
    latest.current = isMany ? [...new Set([...before, id])] : [id];
    if (!isMany || !before.includes(id)) onPick([...latest.current], pick);
  }

  /** @param isByKey Enter takes nobody off again, however often it is pressed */
  function choose({ id, isNew = false }: Option, isByKey: boolean): void {
    if (isNew) setAdding(adds.find((add) => add.text === id));
    else {
      setText('');
      // What is chosen now counts, not what was asked before.
      if (!isMany) setAsked([]);
      const pick = found.picks.find((each) => each.id === id);
      if (isMany && !isByKey && picked.includes(id)) onPick(picked.filter((each) => each !== id));
      else if (pick) take(pick);
    }
    if (!isMany || isNew) setOpen(false);
  }

  function ask(id: string | null): void {
    const next = { text: text.trim(), id };
    setAsked((now) => [...(isMany ? now.filter((each) => each.text !== next.text) : []), next]);
    if (isMany) setText('');
  }

  function answer(of: Asked, pick: Pick | undefined, problem: string): void {
    if (pick) take(pick);
    if (pick && !isMany) {
      setText('');
      setOpen(false);
    }
    // None of several is taken that nobody has seen: they are shown for the text, and wait.
    if (!pick && problem === SEVERAL && (!isMany || text === '') && input.current === document.activeElement) {
      setAsked((now) => now.filter((each) => each !== of));
      type(of.text);
      return;
    }
    const stays = isMany && !pick ? [{ ...of, problem }] : [];
    setAsked((now) => now.flatMap((each) => (each === of ? stays : each)));
  }

  /** The button that a key removed somebody with is gone. */
  function stay(event: MouseEvent): void {
    if (event.detail === 0) input.current?.focus();
  }

  const single = isMany ? undefined : picked[0];
  return (
    <div className="hw-picker">
      {asked.map(
        (each) => each.problem === undefined && <Answer key={each.text} kind={kind} of={each} onAnswer={answer} />,
      )}
      {isMany && picked.length + asked.length > 0 && (
        <ul className="hw-picker-picked" aria-label={`${control.label}: chosen`}>
          {picked.map((id) => (
            <Picked
              key={id}
              name={nameOf(id)}
              onRemove={(event) => {
                onPick(picked.filter((each) => each !== id));
                stay(event);
              }}
            >
              {noteOn?.(id)}
            </Picked>
          ))}
          {asked.map((each) => (
            <Picked
              key={each.text}
              name={`“${each.text}”`}
              onRemove={(event) => {
                setAsked(asked.filter((one) => one !== each));
                stay(event);
              }}
            >
              <span className="hw-muted" role="status">
                {each.problem ?? 'Searching…'}
              </span>
            </Picked>
          ))}
        </ul>
      )}
      <Combobox
        {...control}
        isInvalid={control.isInvalid || isRefused}
        ref={input}
        shown={single === undefined ? '' : nameOf(single)}
        placeholder={placeholder}
        options={options}
        status={found.status}
        text={text}
        isOpen={isOpen}
        isSeeking={found.isSeeking}
        onText={type}
        onOpen={open}
        isMany={isMany}
        onPick={choose}
        onAsk={ask}
        onInvalid={() => setRefused(true)}
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
      {isRefused && unpicked !== '' && (
        <p className="hw-form-error" role="alert">
          “{unpicked}” is not chosen yet: choose from the list, or clear it.
        </p>
      )}
      {adding && (
        // In React's tree the dialog's form is inside this one, and would submit it too.
        <div onSubmit={(event) => event.stopPropagation()}>
          {adding.dialog({
            onAdded(pick) {
              setText('');
              take(pick);
            },
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

interface PickedProps {
  name: string;
  onRemove(event: MouseEvent): void;
  children: ReactNode;
}

/** What an input says of a text whose results are not there yet (`validationMessage`). */
export const SEARCHING = 'Still searching';

/** One of several that are picked. */
function Picked({ name, onRemove, children }: PickedProps) {
  return (
    <li>
      <span>{name}</span> {children}
      <Button variant="minimal" icon={<Cross />} aria-label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}

/** A text for which Enter was pressed before its results were there: what it takes is the only one they have. */
interface Asked {
  text: string;
  /** The one that was chosen among the results for another text: it is taken if it is still there. */
  id: string | null;
  /** Why nothing was taken. */
  problem?: string;
}

interface AnswerProps {
  kind: PickerKind;
  of: Asked;
  onAnswer(of: Asked, pick: Pick | undefined, problem: string): void;
}

/** Waits for the results for a text, also when the input is used for the next one meanwhile. */
function Answer({ kind, of, onAnswer }: AnswerProps) {
  const { data, error, isPending } = useQuery(findQuery(kind, of.text));
  useEffect(() => {
    if (isPending) return;
    const pick = of.id === null ? onlyOf(data ?? [], of.text) : data?.find(({ id }) => id === of.id);
    const problem = of.id === null && data && data.length > 1 ? SEVERAL : nothingFor(of.text);
    onAnswer(of, pick, error ? failure(error) : problem);
  });
  return null;
}

const SEVERAL = 'There are several: type it again and choose';

/** The one that was found for a text, or the one among several that has exactly that name. */
function onlyOf(found: readonly Pick[], text: string): Pick | undefined {
  if (found.length === 1) return found[0];
  const exact = found.filter(({ title }) => nameKey(title ?? '') === nameKey(text));
  return exact.length === 1 ? exact[0] : undefined;
}

/** How many recent records come first. */
const RECENT = 4;

interface Found {
  picks: readonly Pick[];
  /** They are not yet those for the text. */
  isSeeking: boolean;
  status: ReactNode;
}

function findQuery(kind: PickerKind, text: string) {
  return queryOptions({
    queryKey: ['pick', kind.noun, text],
    meta: { collections: kind.collections },
    queryFn: (context) => kind.find(text, context),
  });
}

/** The results for a text; nothing while the list is closed. */
function useFound(kind: PickerKind, accountId: string, typed: string, isOpen: boolean): Found {
  const text = useDeferredValue(typed.trim());
  const query = useQuery({ ...findQuery(kind, text), enabled: isOpen, placeholderData: keepPreviousData });
  // Of when it was opened: nothing moves while several are picked.
  const recent = useMemo(() => (isOpen ? recentOf(accountId, kind) : []), [isOpen, accountId, kind]);
  const records = text === '' ? recent : [];
  const known = useKnown(records, kind);
  const isSeeking =
    text !== typed.trim() || query.isPending || query.isPlaceholderData || (records.length > 0 && known.isPending);
  const first = isSeeking || records.length === 0 ? [] : (known.data ?? []).slice(0, RECENT);
  const found = query.data ?? [];
  const picks =
    first.length === 0
      ? found
      : [
          ...first.map((pick) => ({ ...pick, group: 'Used last' })),
          ...found.filter(({ id }) => !first.some((each) => each.id === id)).map((pick) => ({ group: 'All', ...pick })),
        ];
  return { picks, isSeeking, status: statusOf(query.error, kind, isSeeking, picks.length === 0, text) };
}

function statusOf(
  error: Error | null,
  { none }: PickerKind,
  isSeeking: boolean,
  isEmpty: boolean,
  text: string,
): ReactNode {
  if (error) return failure(error);
  if (!isEmpty) return null;
  if (isSeeking) return 'Searching…';
  return text === '' ? none : nothingFor(text);
}

function failure(error: Error): string {
  const isOffline = error instanceof ApiError && error.isOffline;
  return isOffline ? 'Offline: the list cannot be searched now.' : error.message;
}

function nothingFor(text: string): string {
  return `Nothing found for “${text}”.`;
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
