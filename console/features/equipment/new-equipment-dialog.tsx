import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { NewRecordDialog } from '../../records/new-record-dialog.tsx';
import type { RecordKind } from '../../records/record-kind.ts';
import { valuesOf } from '../../ui/fields.ts';
import { todayIn } from '../../ui/format.ts';
import { put } from './equipment-cache.ts';

interface NewEquipmentDialogProps {
  kind: RecordKind<EquipmentRecord>;
  onClose(): void;
}

/** The dialog that adds equipment. */
export function NewEquipmentDialog({ kind, onClose }: NewEquipmentDialogProps) {
  const today = todayIn(useQuery(settingsQuery).data?.timeZone);
  const [initial] = useState(() => {
    return { ...valuesOf(kind.fields, null), status: 'available', purchaseDate: today };
  });
  return (
    <NewRecordDialog<EquipmentRecord>
      title="Add New Equipment"
      submitText="Add Equipment"
      kind={kind}
      initial={initial}
      path="/api/equipment"
      saved={({ warnings }) => ({
        title: 'Equipment Added',
        text: ['New equipment has been added to inventory.', ...(warnings ?? [])].join(' '),
        ...(warnings?.length && { intent: 'warning' }),
      })}
      failed="Failed to add equipment."
      canSubmit={(values) => isFilled(values['name']) && isFilled(values['category'])}
      onCreated={put}
      onClose={onClose}
    />
  );
}

function isFilled(value: string | undefined): boolean {
  return (value ?? '').trim() !== '';
}
