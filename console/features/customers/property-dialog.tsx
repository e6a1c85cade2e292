import { Dialog, DialogBody } from '@blueprintjs/core';
import { useState } from 'react';
import type { CustomerRecord, PropertyRecord } from '../../../api/customers/schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { valuesOf } from '../../ui/fields.ts';
import { RecordDifferences } from '../../ui/record-differences.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { useEdit } from '../../ui/use-edit.ts';
import { customerKind, PROPERTY_FIELDS } from './customer-kind.ts';

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
  const [values, setValues] = useState(() => valuesOf(PROPERTY_FIELDS, null));
  const save = useSave(customer, '', 'Property Added', onClose);
  return (
    <RecordForm
      fields={PROPERTY_FIELDS}
      values={values}
      onChange={setValues}
      onSubmit={() => save.mutate(values)}
      onCancel={onClose}
      submitText="Add property"
      isBusy={save.isPending}
      error={save.error}
    />
  );
}

/** Sends only what was changed, on the customer's revision that was seen. */
function EditProperty({ customer, property, onClose }: PropertyDialogProps & { property: PropertyRecord }) {
  const record = { ...property, revision: customer.revision };
  const edit = useEdit(PROPERTY_FIELDS, record, `property/${property.id}`);
  const save = useSave(customer, `/${encodeURIComponent(property.id)}`, 'Property Updated', close);

  function close(): void {
    edit.discard();
    onClose();
  }

  function submit(): void {
    if (edit.differences.some(({ isConflict }) => isConflict)) return;
    if (edit.isDirty) save.mutate(edit.changes());
    else close();
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
    >
      <RecordDifferences edit={edit} noun="property" />
    </RecordForm>
  );
}

function useSave(customer: CustomerRecord, call: string, title: string, onDone: () => void) {
  const { category, collections } = customerKind;
  return useCommand<Record<string, unknown>, CustomerRecord>({
    command: (body) => ({
      method: call === '' ? 'POST' : 'PATCH',
      path: `${customerKind.path(customer.id)}/properties${call}`,
      body,
    }),
    collections,
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
      // The page then shows the customer as they are now, and the form what of this property is different.
      if (error.code === 'stale') void queryClient.invalidateQueries({ queryKey: ['customer', customer.id] });
      else void showToast({ title: 'Error', text: 'Failed to save the property.', intent: 'danger' });
    },
  });
}
