import { Dialog, DialogBody } from '@blueprintjs/core';
import { type ReactNode, useEffect, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '../data/drafts.ts';
import { useCommand } from '../data/use-command.ts';
import { type Field, type Values, valuesOf } from './fields.ts';
import { RecordForm } from './record-form.tsx';
import { showToast, type Toast } from './toaster.tsx';
import { offerUndo } from './undo.ts';

interface NewRecordDialogProps<Created extends { id: string }> {
  title: string;
  submitText: string;
  fields: readonly Field[];
  /** What the form begins with; nothing unless it is given. The same object each time. */
  initial?: Values;
  /** The call that makes the record. */
  path: string;
  body(values: Values): object;
  /** As undo names the kind; the draft is kept under it. */
  category: string;
  /** Of several drafts of one kind, which. */
  draftOf?: string;
  /** Not for what cannot be unmade. */
  canUndo?: boolean;
  collections: readonly string[];
  /** What is said of the record that was made. */
  saved(created: Created): Toast;
  failed: string;
  onCreated?(created: Created): void;
  onClose(): void;
  /** What a rule of the screen refuses before anything is sent; shows its own message. */
  isRefused?(values: Values): boolean;
  canSubmit?(values: Values): boolean;
  /** Above the fields. */
  children?(values: Values): ReactNode;
}

/** The one dialog that adds a record of any kind. What was typed is there again after a reload. */
export function NewRecordDialog<Created extends { id: string }>(props: NewRecordDialogProps<Created>) {
  const { title, submitText, fields, path, category, collections, saved, failed, onClose } = props;
  const { draftOf, canUndo = true } = props;
  const draft = draftOf === undefined ? `${category}/new` : `${category}/new/${draftOf}`;
  const [initial] = useState(() => props.initial ?? valuesOf(fields, null));
  const [values, setValues] = useState<Values>(() => readDraft(draft) ?? initial);
  useEffect(() => {
    if (values !== initial) writeDraft(draft, values);
  }, [draft, values, initial]);

  const create = useCommand<object, Created>({
    command: (body) => ({ method: 'POST', path, body }),
    collections,
    onSuccess({ data, commandId }) {
      dropDraft(draft);
      void showToast({
        intent: 'success',
        ...saved(data),
        ...(canUndo && offerUndo({ category, id: data.id, commandId }, collections)),
      });
      onClose();
      props.onCreated?.(data);
    },
    onError: () => void showToast({ title: 'Error', text: failed, intent: 'danger' }),
  });

  return (
    <Dialog isOpen onClose={onClose} title={title} className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={fields}
          values={values}
          onChange={setValues}
          onSubmit={() => {
            if (!props.isRefused?.(values)) create.mutate(props.body(values));
          }}
          onCancel={() => {
            dropDraft(draft);
            onClose();
          }}
          submitText={submitText}
          canSubmit={props.canSubmit?.(values) ?? true}
          isBusy={create.isPending}
          error={create.error}
        >
          {props.children?.(values)}
        </RecordForm>
      </DialogBody>
    </Dialog>
  );
}
