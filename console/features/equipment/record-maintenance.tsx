import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { EQUIPMENT_LIMITS } from '../../../domain/equipment/terms.ts';
import { settingsQuery } from '../../data/get-settings.ts';
import { useCommand } from '../../data/use-command.ts';
import { type Field, type Values, valuesOf } from '../../ui/fields.ts';
import { formatDay, todayIn } from '../../ui/format.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { put } from './equipment-cache.ts';
import { EQUIPMENT, equipmentPath } from './equipment-kind.ts';

const fields: readonly Field[] = [
  { name: 'doneOn', label: 'Done on', kind: 'date', required: true },
  { name: 'cost', label: 'Cost', kind: 'money' },
  { name: 'notes', label: 'What was done', kind: 'multiline', maxLength: EQUIPMENT_LIMITS.notes },
];

interface RecordMaintenanceProps {
  equipment: EquipmentRecord;
  onDone(): void;
}

/** Says that a machine was maintained; by its plan that moves the next time. */
export function RecordMaintenance({ equipment, onDone }: RecordMaintenanceProps) {
  const today = todayIn(useQuery(settingsQuery).data?.timeZone);
  const [values, setValues] = useState<Values>(() => ({ ...valuesOf(fields, null), doneOn: today }));
  const record = useCommand<Values, EquipmentRecord>({
    command: (body) => ({ method: 'POST', path: `${equipmentPath(equipment.id)}/maintenance`, body }),
    collections: EQUIPMENT,
    onSuccess({ data, commandId }) {
      put(data);
      void showToast({
        title: 'Maintenance recorded',
        text: data.nextMaintenance ? `Next on ${formatDay(data.nextMaintenance)}.` : 'There is no next date.',
        intent: 'success',
        ...offerUndo({ category: 'equipment', id: data.id, commandId }, EQUIPMENT),
      });
      onDone();
    },
  });
  return (
    <RecordForm
      fields={fields}
      values={values}
      onChange={setValues}
      onSubmit={() => record.mutate(values)}
      onCancel={onDone}
      submitText="Record"
      canSubmit={values['doneOn'] !== ''}
      isBusy={record.isPending}
      error={record.error}
    />
  );
}
