import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { settingsQuery } from '../../data/get-settings.ts';
import { valuesOf } from '../../ui/fields.ts';
import { todayIn } from '../../ui/format.ts';
import { NewRecordDialog } from '../../ui/new-record-dialog.tsx';
import type { RecordKind } from '../../ui/record-kind.ts';
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
      fields={kind.fields}
      initial={initial}
      path="/api/equipment"
      body={(values) => values}
      category={kind.category}
      collections={kind.collections}
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
