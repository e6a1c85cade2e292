import type { ReactNode } from 'react';
import { useNewest } from '../../data/told.ts';
import { useCommand, useIsSending } from '../../data/use-command.ts';
import type { Values } from '../../ui/inputs/fields.ts';
import { showToast, type Toast } from '../../ui/status/toaster.tsx';
import { offerUndo } from '../acts/undo.ts';
import { type AnyRecord, draftKeyOf, type RecordKind } from '../record-kind.ts';
import { DraftBanner } from './draft-banner.tsx';
import { RecordDifferences, useOpenChoices } from './record-differences.tsx';
import { RecordForm } from './record-form.tsx';
import { useEdit } from './use-edit.ts';
import { useSaveAgain } from './use-save-again.ts';

interface RecordEditProps<Shown extends AnyRecord> {
  kind: RecordKind<Shown>;
  record: Shown;
  onDone(): void;
  /** The toast for a blank required field; nothing is sent then. */
  blank?: Toast | undefined;
  saved: Toast | ((saved: Shown) => Toast);
  canSubmit?: boolean;
  /** Called as it is sent, or there is nothing to send. */
  onSend?(): void;
  /** Called if it is cancelled. */
  onDiscard?(): void;
  /** Called once it is saved, or there was nothing to save. @param changes that were sent */
  onSaved?(values: Values, changes: Readonly<Record<string, unknown>>): void;
  /** Wraps the form, and may fill it in. */
  frame?(form: ReactNode, values: Values, setValues: (next: (values: Values) => Values) => void): ReactNode;
}

/**
 * Edits a record: sends only what was changed, with the revision it was based on. The form shows why a save was
 * refused.
 */
export function RecordEdit<Shown extends AnyRecord>(props: RecordEditProps<Shown>) {
  const { kind, onDone, blank, saved, canSubmit = true, onSend, onDiscard, onSaved, frame = (form) => form } = props;
  const draftKey = draftKeyOf(kind, props.record);
  const save = useCommand<Record<string, unknown>, Shown>({
    command: (changes) => {
      const { method = 'PATCH', path, alsoSend } = kind;
      return { method, path: path(props.record.id), body: { ...changes, ...alsoSend?.(changes) } };
    },
    collections: kind.collections,
    draftKey,
    onSuccess({ commandId, data }, changes) {
      onSaved?.(edit.values, changes);
      const told = typeof saved === 'function' ? saved(data) : saved;
      void showToast({ ...told, ...offerUndo({ category: kind.category, id: data.id, commandId }, kind.collections) });
    },
  });
  const isSending = useIsSending(draftKey);
  const record = useNewest(props.record);
  const edit = useEdit(kind.fields, record, draftKey);
  const choices = useOpenChoices(edit);

  function close(): void {
    edit.drop();
    onDone();
  }

  function cancel(): void {
    // What is being sent is not discarded by leaving: its answer says what became of it.
    if (save.isPending) onDone();
    else {
      onDiscard?.();
      close();
    }
  }

  function submit(): void {
    if (choices.isHeldBack()) return;
    const changes = edit.changes();
    onSend?.();
    if (Object.keys(changes).length > 1) {
      // Only while this form is open.
      save.mutate(changes, { onSuccess: close });
      return;
    }
    onSaved?.(edit.values, changes);
    close();
  }

  useSaveAgain(save, record, edit.differences.length === 0, submit);

  return frame(
    <RecordForm
      fields={kind.fields}
      values={edit.values}
      onChange={edit.change}
      onHalfTyped={edit.holdHalfTyped}
      onSubmit={submit}
      blank={blank}
      onCancel={cancel}
      submitText={kind.submitText ?? 'Save'}
      canSubmit={canSubmit && !isSending}
      below={kind.below?.(edit.values)}
      isBusy={save.isPending}
      error={save.error}
      showsChanges
      unsaved={edit.draft?.unsaved}
    >
      {edit.draft && <DraftBanner {...edit.draft} onDiscard={edit.discard} />}
      <RecordDifferences edit={edit} noun={kind.noun} tries={choices.tries} />
    </RecordForm>,
    edit.values,
    edit.change,
  );
}
