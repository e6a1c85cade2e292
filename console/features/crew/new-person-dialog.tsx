import { Dialog, DialogBody } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import type { StaffRecord } from '../../../api/schemas/staff.ts';
import { dropDraft, readDraft, writeDraft } from '../../data/drafts.ts';
import { personName } from '../../data/get-staff.ts';
import { useCommand } from '../../data/use-command.ts';
import { bodyOf, type Values, valuesOf } from '../../ui/fields.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { personKind } from './person-kind.ts';

const DRAFT = 'staff/new';
const EMPTY = valuesOf(personKind.fields, null);

/** Adds somebody who works here. What was typed is there again after a reload. */
export function NewPersonDialog({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>(() => readDraft(DRAFT) ?? EMPTY);
  useEffect(() => {
    if (values !== EMPTY) writeDraft(DRAFT, values);
  }, [values]);

  const create = useCommand<Record<string, unknown>, StaffRecord>({
    command: (body) => ({ method: 'POST', path: '/api/staff', body }),
    collections: personKind.collections,
    onSuccess({ data, commandId }) {
      dropDraft(DRAFT);
      void showToast({
        title: 'Person Added',
        text: `${personName(data)} can be put into a crew now.`,
        intent: 'success',
        ...offerUndo({ category: 'staff', id: data.id, commandId }, personKind.collections),
      });
      onClose();
    },
    onError: () => void showToast({ title: 'Error', text: 'The person could not be added.', intent: 'danger' }),
  });

  return (
    <Dialog isOpen onClose={onClose} title="Add person" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={personKind.fields}
          values={values}
          onChange={setValues}
          onSubmit={() => create.mutate(bodyOf(personKind.fields, values))}
          onCancel={() => {
            dropDraft(DRAFT);
            onClose();
          }}
          submitText="Add person"
          isBusy={create.isPending}
          error={create.error}
        />
      </DialogBody>
    </Dialog>
  );
}
