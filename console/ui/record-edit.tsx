import type { ApiError } from '../data/api.ts';
import { useCommand } from '../data/use-command.ts';
import type { AnyRecord } from './fields.ts';
import { RecordDifferences } from './record-differences.tsx';
import { RecordForm } from './record-form.tsx';
import type { RecordKind } from './record-kind.ts';
import { showToast, type Toast } from './toaster.tsx';
import { offerUndo } from './undo.ts';
import { useEdit } from './use-edit.ts';

interface RecordEditProps<Shown extends AnyRecord> {
  kind: RecordKind<Shown>;
  record: Shown;
  onDone(): void;
  /** What a rule of the screen refuses before anything is sent; shows its own message. */
  isRefused?(values: Readonly<Record<string, string>>): boolean;
  saved: Toast;
  failed: Toast;
}

/** Edits a record: sends only what was changed, on the revision that was seen. */
export function RecordEdit<Shown extends AnyRecord>(props: RecordEditProps<Shown>) {
  const { kind, onDone, isRefused, saved, failed } = props;
  const save = useCommand<Record<string, unknown>, Shown>({
    command: (changes) => {
      return { method: 'PATCH', path: kind.path(props.record.id), body: { ...changes, ...kind.alsoSend?.(changes) } };
    },
    collections: kind.collections,
    onSuccess({ commandId, data }) {
      edit.discard();
      void showToast({ ...saved, ...offerUndo({ category: kind.category, id: data.id, commandId }, kind.collections) });
      onDone();
    },
    onError(error) {
      if (error.code !== 'stale') void showToast({ ...failed, intent: 'danger' });
    },
  });
  const record = newest(props.record, save.error);
  const edit = useEdit(kind.fields, record, `${kind.category}/${record.id}`);

  function submit(): void {
    if (isRefused?.(edit.values)) return;
    if (edit.differences.some(({ isConflict }) => isConflict)) return;
    const changes = edit.changes();
    if (Object.keys(changes).length === 1) onDone();
    else save.mutate(changes);
  }

  return (
    <RecordForm
      fields={kind.fields}
      values={edit.values}
      onChange={edit.setValues}
      onSubmit={submit}
      onCancel={() => {
        edit.discard();
        onDone();
      }}
      submitText="Save"
      isBusy={save.isPending}
      error={save.error}
    >
      <RecordDifferences edit={edit} noun={kind.noun} />
    </RecordForm>
  );
}

/** A refused save brings the record as it is now, before the list has read it anew. */
function newest<Shown extends AnyRecord>(record: Shown, error: ApiError | null): Shown {
  const told = error?.code === 'stale' ? (error.body['record'] as Shown | null) : null;
  return told && told.revision > record.revision ? told : record;
}
