import { useMemo } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import type { ApiError } from '../../data/api.ts';
import { tellOwnChange, useCommand } from '../../data/use-command.ts';
import { put, takeOut } from '../../entities/equipment/equipment-cache.ts';
import { EQUIPMENT, equipmentPath } from '../../entities/equipment/equipment-kind.tsx';
import { offerUndo } from '../../records/acts/undo.ts';
import { showToast } from '../../ui/status/toaster.tsx';

export interface EquipmentActs {
  setStatus(equipment: EquipmentRecord, status: string): void;
  retire(equipment: EquipmentRecord): void;
}

/** Acts on equipment, shown at once and rolled back if the server refuses. */
export function useEquipmentActs(): EquipmentActs {
  const setStatus = useCommand<{ equipment: EquipmentRecord; status: string }, EquipmentRecord>({
    command: ({ equipment, status }) => ({ method: 'PATCH', path: equipmentPath(equipment.id), body: { status } }),
    collections: EQUIPMENT,
    onStart: ({ equipment, status }) => put({ ...equipment, status }),
    onSuccess({ data, commandId }) {
      put(data);
      void showToast({
        title: 'Status Updated',
        text: 'Equipment status has been updated.',
        intent: 'success',
        ...offerUndo({ category: 'equipment', id: data.id, commandId }, EQUIPMENT),
      });
    },
    onError: (error, input) => refused(error, input.equipment, () => setStatus.mutate(input)),
  });

  const retire = useCommand<EquipmentRecord, unknown>({
    command: ({ id }) => ({ method: 'DELETE', path: equipmentPath(id) }),
    collections: EQUIPMENT,
    onStart: (equipment) => void takeOut(equipment),
    onSuccess({ commandId }, { id, name }) {
      void showToast({
        title: 'Equipment Retired',
        text: `${name} is out of the inventory. Its history is kept.`,
        ...offerUndo({ category: 'equipment', id, commandId }, EQUIPMENT),
      });
    },
    onError: (error, equipment) => refused(error, equipment, () => retire.mutate(equipment)),
  });

  const [setStatusNow, retireNow] = [setStatus.mutate, retire.mutate];
  return useMemo(
    () => ({
      setStatus(equipment, status) {
        if (status !== equipment.status) setStatusNow({ equipment, status });
      },
      retire: (equipment) => retireNow(equipment),
    }),
    [setStatusNow, retireNow],
  );
}

/** Puts the machine back as it was, says why, and lets the person retry. */
function refused(error: ApiError, before: EquipmentRecord, again: () => void): void {
  put(before);
  // Somebody else may have changed it: refetch the list.
  if (!error.isOffline) tellOwnChange(null, EQUIPMENT);
  void showToast({
    title: 'Error',
    text: error.message,
    intent: 'danger',
    ...(error.isOffline && { action: { text: 'Try again', run: again } }),
  });
}
