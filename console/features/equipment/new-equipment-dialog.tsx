import { Dialog, DialogBody } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import type { EquipmentRecord } from '../../../api/schemas/equipment.ts';
import { dropDraft, readDraft, writeDraft } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { type Values, valuesOf } from '../../ui/fields.ts';
import { localToday } from '../../ui/format.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import type { RecordKind } from '../../ui/record-kind.ts';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { put } from './use-equipment-acts.ts';

const DRAFT = 'equipment/new';

interface NewEquipmentDialogProps {
  kind: RecordKind<EquipmentRecord>;
  onClose(): void;
}

/** Add New Equipment (staff-console §2, §5 and §7). What was typed is there again after a reload. */
export function NewEquipmentDialog({ kind, onClose }: NewEquipmentDialogProps) {
  const [initial] = useState<Values>(() => ({
    ...valuesOf(kind.fields, null),
    status: 'available',
    purchaseDate: localToday(),
  }));
  const [values, setValues] = useState<Values>(() => readDraft(DRAFT) ?? initial);
  useEffect(() => {
    if (values !== initial) writeDraft(DRAFT, values);
  }, [values, initial]);

  const add = useCommand<Values, EquipmentRecord>({
    command: (body) => ({ method: 'POST', path: '/api/equipment', body }),
    collections: kind.collections,
    onSuccess({ data, commandId }) {
      dropDraft(DRAFT);
      put(data);
      void showToast({
        title: 'Equipment Added',
        text: ['New equipment has been added to inventory.', ...(data.warnings ?? [])].join(' '),
        intent: data.warnings?.length ? 'warning' : 'success',
        ...offerUndo({ category: kind.category, id: data.id, commandId }, kind.collections),
      });
      onClose();
    },
    onError: () => void showToast({ title: 'Error', text: 'Failed to add equipment.', intent: 'danger' }),
  });

  return (
    <Dialog isOpen onClose={onClose} title="Add New Equipment" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={kind.fields}
          values={values}
          onChange={setValues}
          onSubmit={() => add.mutate(values)}
          onCancel={() => {
            dropDraft(DRAFT);
            onClose();
          }}
          submitText="Add Equipment"
          canSubmit={isFilled(values['name']) && isFilled(values['category'])}
          isBusy={add.isPending}
          error={add.error}
        />
      </DialogBody>
    </Dialog>
  );
}

function isFilled(value: string | undefined): boolean {
  return (value ?? '').trim() !== '';
}
