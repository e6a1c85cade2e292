import { Button, Tag } from '@blueprintjs/core';
import { Undo } from '@blueprintjs/icons';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import type { FieldChange, HistoryStep } from '../../../api/kit/changes/history.schema.ts';
import { type Pages, pagedQuery } from '../../data/paged-query.ts';
import { type Field, isNothing, shown } from '../../ui/inputs/fields.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import type { Toast } from '../../ui/status/toaster.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { Ago } from '../../ui/values/duration.tsx';
import { undo } from '../acts/undo.ts';
import { useAct } from '../acts/use-act.ts';
import type { AnyRecord, RecordKind } from '../record-kind.ts';
import { actorWords } from './actors.ts';
import { changedLines, changedPart } from './changed-part.ts';
import { WholeHistory } from './whole-history.ts';

interface RecordHistoryProps {
  kind: RecordKind<never>;
  id: string;
  canChange: boolean;
  /** Restores an earlier value; null if the record cannot be changed now. */
  restore: ((field: Field, value: unknown) => void) | null;
}

/** Everything that happened to a record, newest first: who, when, what changed, and its undo. */
export function RecordHistory({ kind, id, canChange, restore }: RecordHistoryProps) {
  const query = useInfiniteQuery(historyQuery(kind, id));
  return (
    <DataArea
      query={query}
      firstUse={{ title: 'No history', description: `This ${kind.noun} has no history.` }}
      filtered={null}
      isEmpty={(steps) => steps.length === 0}
      skeleton={<HistoryPlaces />}
    >
      {(steps) => (
        <>
          <AllEvents category={kind.category} id={id} />
          <ol className="hw-history">
            {groupByAct(steps).map((act) => (
              <HistoryAct key={act.commandId} kind={kind} id={id} act={act} canChange={canChange} restore={restore} />
            ))}
          </ol>
          <EarlierSteps query={query} />
        </>
      )}
    </DataArea>
  );
}

/** Leads from the history of a record to its events in the whole history, for whoever may read that. */
export function AllEvents({ category, id }: { category: string; id: string }) {
  if (!useContext(WholeHistory)) return null;
  return (
    <p className="hw-history-all">
      <Link to="/history" search={{ record: `${category}:${id}` }}>
        All of its events
      </Link>
      <Link to="/compare" search={{ of: `${category}:${id}` }}>
        Compare two moments
      </Link>
      <a href={`/api/audit/records/${category}/${encodeURIComponent(id)}/evidence`} download>
        Download evidence
      </a>
    </p>
  );
}

/** Placeholders for steps. */
export function HistoryPlaces() {
  return Array.from({ length: 6 }, (_, step) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
    <div key={step} className="hw-step-place">
      <div className="hw-step-head">
        <SkeletonText length={16} />
      </div>
      <p className="hw-step-who">
        <SkeletonText length={30} />
      </p>
      <SkeletonText length={36} />
    </div>
  ));
}

/**
 * Below a history: the button for earlier steps. It stays the same button while loading, so that it keeps the focus. A
 * change by others meanwhile refetches the history, which cancels loading the earlier page or clears its error: then it
 * is loaded again.
 */
export function EarlierSteps({ query }: { query: UseInfiniteQueryResult<readonly HistoryStep[]> }) {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  const oldest = data?.[0]?.position;
  /** The oldest step when earlier ones were asked for; a new one at the top may push it off the page. */
  const [asked, setAsked] = useState<string>();
  const isReached = asked === undefined || oldest === undefined || oldest < asked;
  const isMissing = !isReached && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
  }, [isMissing, fetchNextPage]);

  if (!hasNextPage) return null;
  const ask = () => {
    setAsked(oldest);
    if (!isFetchingNextPage) void fetchNextPage();
  };
  return (
    <div className="hw-history-earlier">
      <Button text={isFetchingNextPage ? 'Loading…' : 'Show earlier steps'} onClick={ask} />
      {isFetchNextPageError && <p role="alert">{error?.message}</p>}
    </div>
  );
}

interface ActShown<Step extends HistoryStep> {
  commandId: string;
  steps: Step[];
  isUndone: boolean;
}

/**
 * One act may be several events; newest first.
 * @param steps oldest first
 */
export function groupByAct<Step extends HistoryStep>(steps: readonly Step[]): ActShown<Step>[] {
  const undone = new Set<string>();
  const acts = new Map<string, Step[]>();
  for (const step of steps.toReversed()) {
    if (step.undoes !== null && !undone.has(step.commandId)) undone.add(step.undoes);
    acts.set(step.commandId, [step, ...(acts.get(step.commandId) ?? [])]);
  }
  return [...acts].map(([commandId, own]) => ({ commandId, steps: own, isUndone: undone.has(commandId) }));
}

/**
 * One act in a history: who, when, what changed, and its undo.
 * @param about the record it concerns, in a history of several
 */
export function HistoryAct({
  kind,
  id,
  act,
  canChange,
  restore,
  about,
}: RecordHistoryProps & { act: ActShown<HistoryStep>; about?: ReactNode }) {
  const [first] = act.steps;
  if (!first) return null;
  const titles = [...new Set(act.steps.map(({ type }) => kind.steps[type] ?? type))].join(', ').toLowerCase();
  const title = titles.charAt(0).toUpperCase() + titles.slice(1);
  const changes = changesOf(act.steps).filter(({ field }) => kind.fields.some(({ name }) => name === field));
  const isCreation = first.undoes === null && first.type === Object.keys(kind.steps)[0];
  const list = changes.length > 0 && (
    <dl className="hw-changes">
      {changes.map((change) => (
        <Change key={change.field} kind={kind} change={change} restore={restore} />
      ))}
    </dl>
  );
  return (
    <li className={isCreation ? 'hw-step hw-step-first' : 'hw-step'}>
      <div className="hw-step-head">
        <strong>{first.undoes === null ? title : `Undo: ${titles}`}</strong>
        {about}
        {act.isUndone && <Tag minimal>Undone</Tag>}
        <span className="hw-step-ago">
          <Ago since={first.recordedAt} />
        </span>
        {canChange && !act.isUndone && mayUndo(kind, act.steps) && (
          <Button
            size="small"
            variant="minimal"
            icon={<Undo />}
            text="Undo"
            onClick={() => void undo({ category: kind.category, id, commandId: act.commandId }, kind.collections)}
          />
        )}
      </div>
      <p className="hw-step-who">
        {first.actorName ?? actorWords(first.actor) ?? first.actor}
        {' · '}
        <Instant iso={first.recordedAt} />
      </p>
      {isCreation && list ? (
        <Disclosure
          summary={changes.length === 1 ? 'One field was filled in' : `${changes.length} fields were filled in`}
          isSmall
        >
          {list}
        </Disclosure>
      ) : (
        list
      )}
    </li>
  );
}

function mayUndo(kind: RecordKind<never>, steps: readonly HistoryStep[]): boolean {
  if (steps.some(({ type }) => type === 'UserRegistered' || kind.isFinal?.(type))) return false;
  return steps.every(({ actor }) => kind.mayUndo?.(actor) ?? true);
}

/** The net changes of an act: values between its steps mean nothing. */
function changesOf(steps: readonly HistoryStep[]): FieldChange[] {
  const changes = new Map<string, FieldChange>();
  for (const { field, before, after } of steps.flatMap((step) => step.changes)) {
    const first = changes.get(field);
    changes.set(field, { field, before: first ? first.before : before, after });
  }
  return [...changes.values()].filter(({ before, after }) => !isNothing(before) || !isNothing(after));
}

function Change({
  kind,
  change,
  restore,
}: {
  kind: RecordKind<never>;
  change: FieldChange;
  restore: RecordHistoryProps['restore'];
}) {
  const field = kind.fields.find(({ name }) => name === change.field);
  if (!field) return null;
  const isNew = isNothing(change.before);
  const before = isNew ? '' : shown(field, change.before);
  const after = shown(field, change.after);
  const isList = field.kind === 'structured' && `${before}${after}`.includes('\n');
  const changed = isList ? changedLines : changedPart;
  const part = isNew ? { before, after } : changed(before, after);
  return (
    <div className="hw-change">
      <dt>{field.label}</dt>
      <dd>
        {part.before !== '' && <del>{part.before}</del>}
        {part.before !== '' && part.after !== '' && <span aria-hidden="true"> → </span>}
        {part.after !== '' && <ins>{part.after}</ins>}
        {restore && !field.readOnly && !isNew && (
          <Button
            size="small"
            variant="minimal"
            className="hw-change-restore"
            text="Restore"
            aria-label="Restore this value"
            title={`${field.label}: ${before}`}
            onClick={() => restore(field, change.before)}
          />
        )}
      </dd>
    </div>
  );
}

/** Steps shown at first, and added each time. */
export const STEPS = 50;

/** The steps of one record, oldest first, as far back as loaded. */
function historyQuery(kind: Pick<RecordKind<never>, 'category' | 'collections'>, id: string) {
  return pagedQuery({
    queryKey: ['history', kind.category, id],
    meta: { collections: kind.collections, id },
    path: `/api/history/${kind.category}/${encodeURIComponent(id)}`,
    limit: STEPS,
    select: stepsOf,
  });
}

/** The newest page comes first; within a page the oldest step does. */
function stepsOf({ pages }: Pages<HistoryStep>): HistoryStep[] {
  return pages.toReversed().flatMap(({ records }) => records);
}

/** Restores an earlier value of one field, as an ordinary change. */
export function useRestore<Shown extends AnyRecord>(
  kind: RecordKind<Shown>,
  record: Shown | undefined,
  saved: Toast,
): (field: Field, value: unknown) => void {
  const restore = useAct<Record<string, unknown>, Shown>({
    command: (body) => ({ method: kind.method ?? 'PATCH', path: kind.path(record?.id ?? ''), body }),
    collections: kind.collections,
    done: () => saved,
    undoneOn: ({ id }) => ({ category: kind.category, id }),
  });
  return (field, value) => restore.mutate({ [field.name]: value, expectedRevision: record?.revision });
}
