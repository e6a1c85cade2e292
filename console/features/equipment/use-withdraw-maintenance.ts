import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { EQUIPMENT, equipmentPath } from './equipment-kind.ts';

/** Takes out what was recorded by mistake, and says so with the way back. */
export function useWithdrawMaintenance({ id, name }: EquipmentRecord): (maintenanceId: string) => void {
  const withdraw = useCommand<string, unknown>({
    command: (maintenanceId) => ({
      method: 'DELETE',
      path: `${equipmentPath(id)}/maintenance/${encodeURIComponent(maintenanceId)}`,
    }),
    collections: EQUIPMENT,
    onSuccess({ commandId }) {
      void showToast({
        title: 'Maintenance removed',
        text: `It no longer counts for ${name}.`,
        ...offerUndo({ category: 'equipment', id, commandId }, EQUIPMENT),
      });
    },
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
  return (maintenanceId) => withdraw.mutate(maintenanceId);
}
