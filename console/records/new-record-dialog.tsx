import { Dialog, DialogBody } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useCommand } from '../data/use-command.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../ui/fields.ts';
import { showToast, type Toast } from '../ui/toaster.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { RecordForm } from './record-form.tsx';
import type { AnyRecord, RecordKind } from './record-kind.ts';
import { offerUndo } from './undo.ts';
import { useDraft } from './use-draft.ts';

interface NewRecordDialogProps<Created extends AnyRecord> {
  title: string;
  submitText: string;
  kind: Pick<RecordKind<Created>, 'category' | 'collections' | 'fields'>;
  /** What is asked for, where that is not what an edit asks for; it may depend on what was answered. */
  fields?: readonly Field[] | ((values: Values) => readonly Field[]);
  /** What the form begins with; nothing unless it is given. The same object each time. */
  initial?: Values;
  /** The call that makes the record. */
  path: string;
  /** What it sends; the values as they are unless it is given. */
  body?(values: Values): object;
  /** Of several drafts of one kind, which. */
  draftOf?: string;
  /** Not for what cannot be unmade. */
  canUndo?: boolean;
  /** What is said of the record that was made. */
  saved(created: Created): Toast;
  /** Said of any failure beside what the form says of it; else the form says it alone. */
  failed?: string;
  onCreated?(created: Created): void;
  onClose(): void;
  /** What is said of a blank required field, which is then not sent. */
  blank?: Toast;
  canSubmit?(values: Values): boolean;
  /** Above the fields. */
  children?(values: Values): ReactNode;
}

/** The one dialog that adds a record of any kind. What was typed is there again after a reload, and said to be. */
export function NewRecordDialog<Created extends AnyRecord>(props: NewRecordDialogProps<Created>) {
  const { title, submitText, kind, path, saved, failed, onClose } = props;
  const { category, collections } = kind;
  const { draftOf, canUndo = true } = props;
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
      void showToast({
        intent: 'success',
        ...saved(data),
        ...(canUndo && offerUndo({ category, id: data.id, commandId }, collections)),
      });
      onClose();
      props.onCreated?.(data);
    },
    onError() {
      if (failed !== undefined) void showToast({ title: 'Error', text: failed, intent: 'danger' });
    },
  });

  return (
    <Dialog isOpen onClose={onClose} title={title} className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={fields}
          values={values}
          onChange={draft.change}
          onSubmit={() => create.mutate(props.body?.(values) ?? bodyOf(fields, values))}
          blank={props.blank}
          onCancel={() => {
            draft.drop();
            onClose();
          }}
          submitText={submitText}
          canSubmit={props.canSubmit?.(values) ?? true}
          isBusy={create.isPending}
          error={create.error}
        >
          {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
          {props.children?.(values)}
        </RecordForm>
      </DialogBody>
    </Dialog>
  );
}
