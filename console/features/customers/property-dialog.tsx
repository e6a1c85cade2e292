import { Dialog, DialogBody } from '@blueprintjs/core';
import type { CustomerRecord, PropertyRecord } from '../../../api/customers/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { customerKind, PROPERTY_FIELDS } from '../../entities/customer/customer-kind.ts';
import { DraftBanner } from '../../records/draft-banner.tsx';
import { RecordDifferences, useOpenChoices } from '../../records/record-differences.tsx';
import { RecordForm } from '../../records/record-form.tsx';
import { offerUndo } from '../../records/undo.ts';
import { useDraft } from '../../records/use-draft.ts';
import { useEdit } from '../../records/use-edit.ts';
import { valuesOf } from '../../ui/fields.ts';
import { showToast } from '../../ui/toaster.tsx';

interface PropertyDialogProps {
  customer: CustomerRecord;
  /** Null for a new one. */
  property: PropertyRecord | null;
  onClose(): void;
}

/** Adds a property, or changes one. */
export function PropertyDialog(props: PropertyDialogProps) {
  const { property, onClose } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={property ? 'Edit property' : 'Add property'}
      className="hw-dialog"
      canOutsideClickClose={false}
    >
      <DialogBody>{property ? <EditProperty {...props} property={property} /> : <NewProperty {...props} />}</DialogBody>
    </Dialog>
  );
}

function NewProperty({ customer, onClose }: PropertyDialogProps) {
  const key = `property/new/${customer.id}`;
  const draft = useDraft(key, PROPERTY_FIELDS, () => valuesOf(PROPERTY_FIELDS, null));
  const save = useSave(customer, '', 'Property Added', close, key);

  function close(): void {
    draft.drop();
    onClose();
  }

  return (
    <RecordForm
      fields={PROPERTY_FIELDS}
      values={draft.values}
      onChange={draft.change}
      onSubmit={() => save.mutate(draft.values)}
      onCancel={close}
      submitText="Add property"
      isBusy={save.isPending}
      error={save.error}
    >
      {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
    </RecordForm>
  );
}

/** Sends only what was changed, on the customer's revision that was seen. */
function EditProperty({ customer, property, onClose }: PropertyDialogProps & { property: PropertyRecord }) {
  const record = { ...property, revision: customer.revision };
  const edit = useEdit(PROPERTY_FIELDS, record, `property/${property.id}`);
  const choices = useOpenChoices(edit);
  const save = useSave(customer, `/${encodeURIComponent(property.id)}`, 'Property Updated', close);

  function close(): void {
    edit.discard();
    onClose();
  }

  function submit(): void {
    if (choices.isHeldBack()) return;
    const changes = edit.changes();
    if (Object.keys(changes).length === 1) close();
    else save.mutate(changes);
  }

  return (
    <RecordForm
      fields={PROPERTY_FIELDS}
      values={edit.values}
      onChange={edit.setValues}
      onSubmit={submit}
      onCancel={close}
      submitText="Save"
      isBusy={save.isPending}
      error={save.error}
      unsaved={edit.draft?.unsaved}
    >
      {edit.draft && <DraftBanner {...edit.draft} onDiscard={edit.discard} />}
      <RecordDifferences edit={edit} noun="property" tries={choices.tries} />
    </RecordForm>
  );
}

function useSave(customer: CustomerRecord, call: string, title: string, onDone: () => void, draftKey?: string) {
  const { category, collections } = customerKind;
  return useCommand<Record<string, unknown>, CustomerRecord>({
    command: (body) => ({
      method: call === '' ? 'POST' : 'PATCH',
      path: `${customerKind.path(customer.id)}/properties${call}`,
      body,
    }),
    collections,
    ...(draftKey && { draftKey }),
    onSuccess({ commandId }) {
      void showToast({
        title,
        text: 'The property has been saved.',
        intent: 'success',
        ...offerUndo({ category, id: customer.id, commandId }, collections),
      });
      onDone();
    },
    onError(error) {
      // The refusal tells the customer as they are now, and the form what of this property is different.
      if (error.code !== 'stale')
        void showToast({ title: 'Error', text: 'Failed to save the property.', intent: 'danger' });
    },
  });
}
