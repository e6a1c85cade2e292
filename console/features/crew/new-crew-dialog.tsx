import { Dialog, DialogBody } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import type { CrewRecord } from '../../../api/schemas/crews.ts';
import { dropDraft, readDraft, writeDraft } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { bodyOf, type Values, valuesOf } from '../../ui/fields.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { crewFields, movesOf } from './crew-kind.tsx';

const DRAFT = 'crew/new';
const FIELDS = crewFields(null);
const COLLECTIONS = ['crews'];
const EMPTY: Values = { ...valuesOf(FIELDS, null), isActive: 'true' };

/** Add Crew. What was typed is there again after a reload. */
export function NewCrewDialog({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>(() => readDraft(DRAFT) ?? EMPTY);
  useEffect(() => {
    if (values !== EMPTY) writeDraft(DRAFT, values);
  }, [values]);

  const create = useCommand<Record<string, unknown>, CrewRecord>({
    command: (body) => ({ method: 'POST', path: '/api/crews', body: { ...body, ...movesOf(body, null) } }),
    collections: COLLECTIONS,
    onSuccess({ data, commandId }) {
      dropDraft(DRAFT);
      void showToast({
        title: 'Crew Created',
        text: `${data.name} has been added.`,
        intent: 'success',
        ...offerUndo({ category: 'crew', id: data.id, commandId }, COLLECTIONS),
      });
      onClose();
    },
    onError: () => void showToast({ title: 'Error', text: 'Failed to add the crew.', intent: 'danger' }),
  });

  return (
    <Dialog isOpen onClose={onClose} title="Add New Crew" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={FIELDS}
          values={values}
          onChange={setValues}
          onSubmit={() => create.mutate(bodyOf(FIELDS, values))}
          onCancel={() => {
            dropDraft(DRAFT);
            onClose();
          }}
          submitText="Add Crew"
          isBusy={create.isPending}
          error={create.error}
        />
      </DialogBody>
    </Dialog>
  );
}
