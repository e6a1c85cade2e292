import { Button, Callout } from '@blueprintjs/core';
import { useEffect } from 'react';
import { dropDraftsOf, readDraft } from '../../data/drafts.ts';
import { Choice } from '../../ui/inputs/choice.tsx';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { useRecordActs } from '../acts/record-acts.ts';
import { useAct } from '../acts/use-act.ts';
import { type AnyRecord, draftKeyOf, type RemovableKind, type Removal } from '../record-kind.ts';

interface RemovedSelectProps {
  /** Plural noun: `customers`. */
  noun: string;
  removal: Removal;
  isRemoved: boolean;
  onChange(isRemoved: true | undefined): void;
}

/** Switches between current and removed records. */
export function RemovedSelect({ noun, removal, isRemoved, onChange }: RemovedSelectProps) {
  return (
    <Choice
      label={`Which ${noun}`}
      value={isRemoved ? 'removed' : undefined}
      choices={[['removed', removal.word]]}
      none="Current"
      onChoice={(which) => onChange(which === 'removed' || undefined)}
    />
  );
}

interface RecordProps<Shown extends AnyRecord> {
  kind: RemovableKind<Shown>;
  record: Shown;
}

/**
 * Tells a person whose form disappeared, because somebody else removed the record, that restoring it brings their input
 * back.
 */
export function RemovedMeanwhile<Shown extends AnyRecord>({ kind, record }: RecordProps<Shown>) {
  if (record.erased || readDraft(draftKeyOf(kind, record)) === null) return null;
  const { word } = kind.removal;
  return (
    <Callout intent="warning" compact role="status" title={`${word} while you were editing`}>
      What you typed is kept. Restore the {kind.noun} to go on with it.
    </Callout>
  );
}

/**
 * Drops drafts about somebody once their data is erased: they could not be saved, and nothing about that person may
 * stay.
 * @param ids of the record and its parts; empty until it is erased
 */
export function useForgetErased(ids: readonly string[]): void {
  const erased = ids.join(' ');
  useEffect(() => {
    for (const id of erased.split(' ').filter(Boolean)) dropDraftsOf(id);
  }, [erased]);
}

interface RestoreButtonProps<Shown extends AnyRecord> extends RecordProps<Shown> {
  /** For a list of several. */
  isSmall?: boolean;
}

/** Restores a removed record, with a toast to undo it. */
export function RestoreButton<Shown extends AnyRecord>({ kind, record, isSmall = false }: RestoreButtonProps<Shown>) {
  const { category, collections, path, removal, titleOf } = kind;
  const restore = useAct<string, unknown>({
    command: (id) => ({ method: 'POST', path: `${path(id)}/restore` }),
    collections,
    done: () => ({ ...removal.restored, intent: 'success' }),
    undoneOn: (_, id) => ({ category, id }),
  });
  const run = () => restore.mutate(record.id);
  useRecordActs(titleOf(record), isSmall || record.erased ? [] : [{ text: 'Restore', run }]);
  // What was recorded about the person is gone for good.
  if (record.erased) return null;
  return (
    <Button
      className="hw-restore"
      text="Restore"
      loading={restore.isPending}
      onClick={run}
      {...(isSmall ? { size: 'small', 'aria-label': `Restore ${titleOf(record)}` } : { intent: 'primary', ...LANDING })}
    />
  );
}

/** How a record is removed at once, with a toast to undo it; null if it cannot be. */
export function useRemoval<Shown extends AnyRecord>(
  kind: RemovableKind<Shown>,
  record: Shown,
): { text: string; run(): void } | null {
  const { category, collections, path, removal, titleOf } = kind;
  const remove = useAct<Shown, unknown>({
    command: ({ id }) => ({ method: 'DELETE', path: path(id) }),
    collections,
    done: (_, removed) => ({
      title: removal.word,
      text: `${titleOf(removed)} is out of the list. The history is kept.`,
    }),
    undoneOn: (_, { id }) => ({ category, id }),
  });
  const { act } = removal;
  const run = () => remove.mutate(record);
  const acts = act === undefined ? [] : [{ text: act, run }];
  useRecordActs(titleOf(record), acts);
  return acts[0] ?? null;
}

/** Removes a record at once, with a toast to undo it. */
export function RemoveButton<Shown extends AnyRecord>({ kind, record }: RecordProps<Shown>) {
  const removal = useRemoval(kind, record);
  return removal && <Button variant="minimal" intent="danger" text={removal.text} onClick={removal.run} />;
}
