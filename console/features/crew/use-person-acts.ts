import type { StaffRecord } from '../../../api/staff/schema.ts';
import { personName } from '../../data/get-staff.ts';
import { useCommand } from '../../data/use-command.ts';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { personKind } from './person-kind.ts';

/** Notes that somebody left the company, or is back. */
export function useLeaveOrReturn(): (person: StaffRecord) => void {
  const change = useCommand<StaffRecord, StaffRecord>({
    command: ({ id, removed }) => ({
      method: 'POST',
      path: `${personKind.path(id)}/${removed ? 'restore' : 'archive'}`,
    }),
    collections: personKind.collections,
    onSuccess({ data, commandId }) {
      const name = personName(data);
      void showToast({
        ...(data.removed
          ? { title: 'Left the company', text: `${name} is no longer offered for crews.` }
          : { title: 'Back again', text: `${name} works here again.` }),
        intent: 'success',
        ...offerUndo({ category: personKind.category, id: data.id, commandId }, personKind.collections),
      });
    },
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
  return (person) => change.mutate(person);
}
