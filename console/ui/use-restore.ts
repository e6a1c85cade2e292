import { useCommand } from '../data/use-command.ts';
import type { AnyRecord, Field } from './fields.ts';
import type { RecordKind } from './record-kind.ts';
import { showToast, type Toast } from './toaster.tsx';
import { offerUndo } from './undo.ts';

/** Puts an earlier value of one field back, as a change like any other. */
export function useRestore<Shown extends AnyRecord>(
  kind: RecordKind<Shown>,
  record: Shown | undefined,
  saved: Toast,
  failed: Toast,
): (field: Field, value: unknown) => void {
  const restore = useCommand<Record<string, unknown>, Shown>({
    command: (body) => ({ method: 'PATCH', path: kind.path(record?.id ?? ''), body }),
    collections: kind.collections,
    onSuccess({ commandId, data }) {
      void showToast({ ...saved, ...offerUndo({ category: kind.category, id: data.id, commandId }, kind.collections) });
    },
    onError: (error) => void showToast({ ...failed, text: error.message, intent: 'danger' }),
  });
  return (field, value) => restore.mutate({ [field.name]: value, expectedRevision: record?.revision });
}
