import { Dialog, DialogBody } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CustomerRecord } from '../../../api/schemas/customers.ts';
import { dropDraft, readDraft, writeDraft } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { type Values, valuesOf } from '../../ui/fields.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { customerKind, NEW_CUSTOMER_FIELDS } from './customer-kind.ts';
import { DuplicateList } from './duplicate-list.tsx';
import { duplicatesOfValuesQuery } from './get-duplicates.ts';
import { useSettled } from './use-settled.ts';

const DRAFT = 'customer/new';

/** Add Customer. What was typed is there again after a reload; who may be the same person is told before it is saved. */
export function NewCustomerDialog({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>(() => readDraft(DRAFT) ?? valuesOf(NEW_CUSTOMER_FIELDS, null));
  const duplicates = useQuery(duplicatesOfValuesQuery(useSettled(values)));
  useEffect(() => {
    if (Object.values(values).some((value) => value !== '')) writeDraft(DRAFT, values);
  }, [values]);

  const create = useCommand<Values, CustomerRecord>({
    command: (body) => ({ method: 'POST', path: '/api/customers', body }),
    collections: customerKind.collections,
    onSuccess({ data, commandId }) {
      dropDraft(DRAFT);
      void showToast({
        title: 'Customer Created',
        text: 'The customer has been added.',
        intent: 'success',
        ...offerUndo({ category: 'customer', id: data.id, commandId }, customerKind.collections),
      });
      onClose();
    },
    onError: () => void showToast({ title: 'Error', text: 'Failed to add the customer.', intent: 'danger' }),
  });

  return (
    <Dialog isOpen onClose={onClose} title="Add New Customer" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={NEW_CUSTOMER_FIELDS}
          values={values}
          onChange={setValues}
          onSubmit={() => create.mutate(values)}
          onCancel={() => {
            dropDraft(DRAFT);
            onClose();
          }}
          submitText="Add Customer"
          isBusy={create.isPending}
          error={create.error}
        >
          <DuplicateList duplicates={duplicates.data ?? []} title="Looks like a customer you have" />
        </RecordForm>
      </DialogBody>
    </Dialog>
  );
}
