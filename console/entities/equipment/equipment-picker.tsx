import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { read } from '../../data/query-client.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { Pick, PickerKind } from '../../records/edit/record-picker.tsx';
import { valuesOf } from '../../ui/inputs/fields.ts';
import { todayIn } from '../../ui/values/wall-time.ts';
import { settingsQuery } from '../settings/settings.ts';
import { equipmentListPath } from './equipment.ts';
import { put } from './equipment-cache.ts';
import { EQUIPMENT, equipmentKind } from './equipment-kind.tsx';

/** The machines that are not retired. */
export const equipmentPicker: PickerKind = {
  noun: 'equipment',
  categories: ['equipment'],
  collections: EQUIPMENT,
  none: 'No equipment yet.',
  find: async (search, context) =>
    (await read<EquipmentRecord[]>(`${equipmentListPath({ search })}&limit=50`, context)).map(pickOf),
  adds: [
    {
      text: 'Add new equipment',
      dialog: ({ onAdded, onClose }) => (
        <NewEquipmentDialog onCreated={(equipment) => onAdded(pickOf(equipment))} onClose={onClose} />
      ),
    },
  ],
};

function pickOf({ id, name, category }: EquipmentRecord): Pick {
  return { category: 'equipment', id, title: name, detail: category };
}

interface NewEquipmentDialogProps {
  onCreated?(equipment: EquipmentRecord): void;
  onClose(): void;
}

const NEW = equipmentKind({});

/** The dialog that adds equipment. */
export function NewEquipmentDialog({ onCreated, onClose }: NewEquipmentDialogProps) {
  const today = todayIn(useQuery(settingsQuery).data?.timeZone);
  const [initial] = useState(() => {
    return { ...valuesOf(NEW.fields, null), status: 'available', purchaseDate: today };
  });
  return (
    <NewRecordDialog<EquipmentRecord>
      title="Add New Equipment"
      submitText="Add Equipment"
      kind={NEW}
      initial={initial}
      path="/api/equipment"
      saved={({ warnings }) => ({
        title: 'Equipment Added',
        text: ['New equipment has been added to inventory.', ...(warnings ?? [])].join(' '),
        ...(warnings?.length && { intent: 'warning' }),
      })}
      failed="Failed to add equipment."
      canSubmit={(values) => isFilled(values['name']) && isFilled(values['category'])}
      onCreated={(equipment) => {
        put(equipment);
        onCreated?.(equipment);
      }}
      onClose={onClose}
    />
  );
}

function isFilled(value: string | undefined): boolean {
  return (value ?? '').trim() !== '';
}
