import type { CustomerRecord, PropertyRecord } from '../../../api/customers/schema.ts';
import type { ApiError } from '../../data/api.ts';
import { useCommand, useIsSending } from '../../data/use-command.ts';
import { customerKind, PROPERTY_FIELDS } from '../../entities/customer/customer-kind.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { RecordDifferences, useOpenChoices } from '../../records/edit/record-differences.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { useEdit } from '../../records/edit/use-edit.ts';
import { useSaveAgain } from '../../records/edit/use-save-again.ts';
import { valuesOf } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';

interface PropertyDialogProps {
  customer: CustomerRecord;
  /** Null for a new one. */
  property: PropertyRecord | null;
  onClose(): void;
}

/** Adds a property, or edits one. */
export function PropertyDialog(props: PropertyDialogProps) {
  const { property } = props;
  return property ? <EditProperty {...props} property={property} /> : <NewProperty {...props} />;
}

function NewProperty({ customer, onClose }: PropertyDialogProps) {
  const key = `property/new/${customer.id}`;
  const draft = useDraft(key, PROPERTY_FIELDS, () => valuesOf(PROPERTY_FIELDS, null));
  const save = useSave(customer, '', 'Property Added', key, () => draft.saved(close));

  function close(): void {
    draft.drop();
    onClose();
  }

  return (
    <FormDialog
      title="Add property"
      draft={draft}
      fields={PROPERTY_FIELDS}
      onSubmit={() => save.mutate(draft.values, { onError: tellFailed })}
      submitText="Add property"
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
    />
  );
}

/** Sends only what was changed, with the customer's revision it was based on. */
function EditProperty({ customer, property, onClose }: PropertyDialogProps & { property: PropertyRecord }) {
  const record = { ...property, revision: customer.revision };
  const key = `property/${property.id}`;
  const edit = useEdit(PROPERTY_FIELDS, record, key);
  const choices = useOpenChoices(edit);
  const path = `/${encodeURIComponent(property.id)}`;
  const isSending = useIsSending(key);
  const save = useSave(customer, path, 'Property Updated', key);

  function close(): void {
    edit.drop();
    onClose();
  }

  function submit(): void {
    if (choices.isHeldBack()) return;
    const changes = edit.changes();
    if (Object.keys(changes).length === 1) close();
    else save.mutate(changes, { onSuccess: close, onError: tellFailed });
  }

  useSaveAgain(save, record, edit.differences.length === 0, submit);

  return (
    <FormDialog
      title="Edit property"
      draft={{
        values: edit.values,
        change: edit.change,
        found: edit.draft,
        discard: edit.discard,
        drop: () => save.isPending || edit.drop(),
      }}
      fields={PROPERTY_FIELDS}
      onSubmit={submit}
      submitText="Save"
      canSubmit={!isSending}
      isBusy={save.isPending}
      error={save.error}
      showsChanges
      unsaved={edit.draft?.unsaved}
      onClose={onClose}
    >
      <RecordDifferences edit={edit} noun="property" tries={choices.tries} />
    </FormDialog>
  );
}

/**
 * As long as the form is open, which says it itself where there was no answer: then it may have been saved. A stale one gets the current customer, and shows what changed about this property; once it is
 * closed, its draft says what became of it.
 */
function tellFailed({ code, isOffline }: ApiError): void {
  if (code !== 'stale' && !isOffline)
    void showToast({ title: 'Error', text: 'Failed to save the property.', intent: 'danger' });
}

function useSave(customer: CustomerRecord, call: string, title: string, draftKey: string, onDone?: () => void) {
  const { category, collections } = customerKind;
  return useCommand<Record<string, unknown>, CustomerRecord>({
    command: (body) => ({
      method: call === '' ? 'POST' : 'PATCH',
      path: `${customerKind.path(customer.id)}/properties${call}`,
      body,
    }),
    collections,
    draftKey,
    edited: ({ properties }) => properties.find(({ id }) => call.endsWith(`/${encodeURIComponent(id)}`)),
    onSuccess({ commandId }) {
      void showToast({
        title,
        text: 'The property has been saved.',
        intent: 'success',
        ...offerUndo({ category, id: customer.id, commandId }, collections),
      });
      onDone?.();
    },
  });
}
