import { type ReactNode, useState } from 'react';
import { useCommand } from '../../data/use-command.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { showToast, type Toast } from '../../ui/status/toaster.tsx';
import { offerUndo } from '../acts/undo.ts';
import type { AnyRecord, RecordKind } from '../record-kind.ts';
import { FormDialog } from './form-dialog.tsx';
import { type Opened, useOwnDraft } from './other-drafts.tsx';
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
  /** The fields that say whom it is opened for, where somebody else can be chosen in it. */
  openedFor?: readonly string[];
  /** Whom values are for: their draft is offered where the form is opened for somebody else. */
  nameOf?: Opened['nameOf'];
  /** False for what cannot be undone. */
  canUndo?: boolean;
  /** Does what has to be done before it is sent, and then sends it. */
  send?(now: () => void): unknown;
  /** The toast after the record was created. */
  saved(created: Created): Toast | Promise<Toast>;
  /** A toast for any failure, in addition to what the form says; without it only the form says it. */
  failed?: string;
  onCreated?(created: Created): void;
  /** Opens what was created: at once, or by a link in the toast if the dialog is closed by then. */
  opens?(created: Created): void;
  onClose(): void;
  /** The toast for a blank required field; nothing is sent then. */
  blank?: Toast;
  canSubmit?(values: Values): boolean;
  /** Beside the fields, or below them where there is no room: what follows from them. */
  beside?(values: Values): ReactNode;
  /** Above the fields. @param put fills some of them in */
  children?(values: Values, put: (some: Values) => void): ReactNode;
}

/** The dialog that adds a record of any kind. After a reload what was typed is there again, and a banner says so. */
export function NewRecordDialog<Created extends AnyRecord>(props: NewRecordDialogProps<Created>) {
  const { kind, draftOf, openedFor = [], nameOf = () => 'something else' } = props;
  const [initial] = useState(() => props.initial ?? valuesOf(fieldsOf(props, {}), null));
  const draft = useOwnDraft(draftOf === undefined ? `${kind.category}/new` : `${kind.category}/new/${draftOf}`, {
    initial,
    isOther: (values) => openedFor.some((name) => initial[name] && values[name] !== initial[name]),
    nameOf,
  });
  return <NewRecordForm key={draft.key} {...props} initial={initial} draftKey={draft.key} others={draft.others} />;
}

function fieldsOf<Created extends AnyRecord>({ fields, kind }: NewRecordDialogProps<Created>, values: Values) {
  return typeof fields === 'function' ? fields(values) : (fields ?? kind.fields);
}

interface NewRecordFormProps<Created extends AnyRecord> extends NewRecordDialogProps<Created> {
  initial: Values;
  draftKey: string;
  /** Drafts that are not for whom it is opened. */
  others: ReactNode;
}

function NewRecordForm<Created extends AnyRecord>(props: NewRecordFormProps<Created>) {
  const { title, submitText, kind, path, saved, failed, onClose, initial, draftKey, others } = props;
  const { category, collections } = kind;
  const { canUndo = true, send = (now: () => void) => now() } = props;
  const fieldsFor = (asked: Values) => fieldsOf(props, asked);
  const draft = useDraft(draftKey, fieldsFor({}), () => initial);
  const { values } = draft;
  const fields = fieldsFor(values);

  const create = useCommand<object, Created>({
    command: (body) => ({ method: 'POST', path, body }),
    collections,
    draftKey,
    onSuccess({ data, commandId }) {
      const isStillOpen = draft.isStillOpen();
      if (isStillOpen) draft.drop();
      const undo = canUndo && offerUndo({ category, id: data.id, commandId }, collections);
      const link = !isStillOpen && props.opens && { link: { text: 'Open it', run: () => props.opens?.(data) } };
      void Promise.resolve(saved(data)).then((told) => showToast({ intent: 'success', ...told, ...undo, ...link }));
      props.onCreated?.(data);
      if (!isStillOpen) return;
      onClose();
      props.opens?.(data);
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
      isWide={props.beside !== undefined}
      below={props.beside?.(values)}
    >
      {others}
      {props.children?.(values, (some) => draft.change((newest) => ({ ...newest, ...some })))}
    </FormDialog>
  );
}
