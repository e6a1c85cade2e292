import { Button, Callout, HTMLSelect } from '@blueprintjs/core';
import { useEffect } from 'react';
import { dropDraftsOf, readDraft } from '../data/drafts.ts';
import { useCommand } from '../data/use-command.ts';
import { LANDING } from '../ui/focus.ts';
import { showToast } from '../ui/toaster.tsx';
import { useRecordActs } from './record-acts.ts';
import { type AnyRecord, draftKeyOf, type RemovableKind, type Removal } from './record-kind.ts';
import { offerUndo } from './undo.ts';

interface RemovedSelectProps {
  /** Which records: `customers`. */
  noun: string;
  removal: Removal;
  isRemoved: boolean;
  onChange(isRemoved: true | undefined): void;
}

/** Chooses between the records that are there and those that were removed. */
export function RemovedSelect({ noun, removal, isRemoved, onChange }: RemovedSelectProps) {
  return (
    <HTMLSelect
      aria-label={`Which ${noun}`}
      value={isRemoved ? 'removed' : ''}
      onChange={({ target }) => onChange(target.value === 'removed' || undefined)}
    >
      <option value="">Current</option>
      <option value="removed">{removal.word}</option>
    </HTMLSelect>
  );
}

interface RecordProps<Shown extends AnyRecord> {
  kind: RemovableKind<Shown>;
  record: Shown;
}

/** Says to somebody whose form went because another person removed the record that what they typed comes back with it. */
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
 * Forgets what was typed about somebody once their data is erased: nothing of it can be saved, and nothing of them stays.
 * @param ids of the record and its parts; of none while nothing is erased
 */
export function useForgetErased(ids: readonly string[]): void {
  const erased = ids.join(' ');
  useEffect(() => {
    for (const id of erased.split(' ').filter(Boolean)) dropDraftsOf(id);
  }, [erased]);
}

interface RestoreButtonProps<Shown extends AnyRecord> extends RecordProps<Shown> {
  /** In a list, where several are. */
  isSmall?: boolean;
}

/** Brings a removed record back, and says so with its Undo. */
export function RestoreButton<Shown extends AnyRecord>({ kind, record, isSmall = false }: RestoreButtonProps<Shown>) {
  const { category, collections, path, removal, titleOf } = kind;
  const restore = useCommand<string, unknown>({
    command: (id) => ({ method: 'POST', path: `${path(id)}/restore` }),
    collections,
    onSuccess({ commandId }, id) {
      void showToast({
        ...removal.restored,
        intent: 'success',
        ...offerUndo({ category, id, commandId }, collections),
      });
    },
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
  const run = () => restore.mutate(record.id);
  useRecordActs(titleOf(record), isSmall || record.erased ? [] : [{ text: 'Restore', run }]);
  // What was said of the person is gone for good.
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

/** Removes a record at once, and says so with its Undo. */
export function RemoveButton<Shown extends AnyRecord>({ kind, record }: Omit<RestoreButtonProps<Shown>, 'isSmall'>) {
  const { category, collections, path, removal, titleOf } = kind;
  const remove = useCommand<Shown, unknown>({
    command: ({ id }) => ({ method: 'DELETE', path: path(id) }),
    collections,
    onSuccess({ commandId }, removed) {
      void showToast({
        title: removal.word,
        text: `${titleOf(removed)} is out of the list. The history is kept.`,
        ...offerUndo({ category, id: removed.id, commandId }, collections),
      });
    },
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
  const { act } = removal;
  const run = () => remove.mutate(record);
  useRecordActs(titleOf(record), act === undefined ? [] : [{ text: act, run }]);
  if (act === undefined) return null;
  return <Button variant="minimal" intent="danger" text={act} onClick={run} />;
}
