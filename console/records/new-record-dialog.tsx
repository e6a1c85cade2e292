import type { ReactNode } from 'react';
import { useCommand } from '../data/use-command.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../ui/fields.ts';
import { showToast, type Toast } from '../ui/toaster.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { AnyRecord, RecordKind } from './record-kind.ts';
import { offerUndo } from './undo.ts';
import { useDraft } from './use-draft.ts';

interface NewRecordDialogProps<Created extends AnyRecord> {
  title: string;
  submitText: string;
  kind: Pick<RecordKind<Created>, 'category' | 'collections' | 'fields'>;
  /** Fields, if not the same as for an edit; they may depend on what was entered. */
  fields?: readonly Field[] | ((values: Values) => readonly Field[]);
  /** Initial values; blank by default. Pass the same object each time. */
  initial?: Values;
  /** The path that creates the record. */
  path: string;
  /** The request body; defaults to the values as they are. */
  body?(values: Values): object;
  /** Which draft, if one kind has several. */
  draftOf?: string;
  /** False for what cannot be undone. */
  canUndo?: boolean;
  /** Does what has to be done before it is sent, and then sends it. */
  send?(now: () => void): unknown;
  /** The toast after the record was created. */
  saved(created: Created): Toast | Promise<Toast>;
  /** A toast for any failure, in addition to what the form says; without it only the form says it. */
  failed?: string;
  onCreated?(created: Created): void;
  onClose(): void;
  /** The toast for a blank required field; nothing is sent then. */
  blank?: Toast;
  canSubmit?(values: Values): boolean;
  /** Above the fields. */
  children?(values: Values): ReactNode;
}

/** The dialog that adds a record of any kind. After a reload what was typed is there again, and a banner says so. */
export function NewRecordDialog<Created extends AnyRecord>(props: NewRecordDialogProps<Created>) {
  const { title, submitText, kind, path, saved, failed, onClose } = props;
  const { category, collections } = kind;
  const { draftOf, canUndo = true, send = (now: () => void) => now() } = props;
  const draftKey = draftOf === undefined ? `${category}/new` : `${category}/new/${draftOf}`;
  const fieldsFor = (asked: Values) =>
    typeof props.fields === 'function' ? props.fields(asked) : (props.fields ?? kind.fields);
  const draft = useDraft(draftKey, fieldsFor({}), () => props.initial ?? valuesOf(fieldsFor({}), null));
  const { values } = draft;
  const fields = fieldsFor(values);

  const create = useCommand<object, Created>({
    command: (body) => ({ method: 'POST', path, body }),
    collections,
    draftKey,
    onSuccess({ data, commandId }) {
      draft.drop();
      const undo = canUndo && offerUndo({ category, id: data.id, commandId }, collections);
      void Promise.resolve(saved(data)).then((told) => showToast({ intent: 'success', ...told, ...undo }));
      onClose();
      props.onCreated?.(data);
    },
    onError() {
      if (failed !== undefined) void showToast({ title: 'Error', text: failed, intent: 'danger' });
    },
  });

  const body = () => props.body?.(values) ?? bodyOf(fields, values);
  return (
    <FormDialog
      title={title}
      draft={draft}
      fields={fields}
      onSubmit={() => send(() => create.mutate(body()))}
      onConfirm={() => create.mutate({ ...body(), confirmed: true })}
      blank={props.blank}
      submitText={submitText}
      canSubmit={props.canSubmit?.(values) ?? true}
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
    >
      {props.children?.(values)}
    </FormDialog>
  );
}
