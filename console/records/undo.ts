import { call } from '../data/api.ts';
import { holdChanges } from '../data/changes.ts';
import { tellOwnChange } from '../data/use-command.ts';
import { showToast, type Toast } from '../ui/toaster.tsx';

/** One act on a record, as undo names it. */
export interface Act {
  category: string;
  id: string;
  commandId: string;
}

interface Undone {
  kept: { category: string; id: string; message: string }[];
}

/**
 * Undoes an act, says so, and reads anew what it changed.
 * @param collections what the act changed
 */
export async function undo(act: Act, collections: readonly string[]): Promise<void> {
  const letGo = holdChanges();
  try {
    const { data, position } = await call<Undone>('POST', '/api/undo', { body: act });
    tellOwnChange(position, collections, act.id);
    const kept = data.kept.map(({ message }) => message).join(' ');
    await showToast({ title: 'Undone', text: kept || 'The change has been undone.' });
  } catch (cause) {
    await showToast({ title: 'Error', text: (cause as Error).message, intent: 'danger' });
  } finally {
    letGo();
  }
}

/** The Undo of a message about an act; none where the server did not say which act it was. */
export function offerUndo(
  target: { category: string; id: string; commandId: string | null },
  collections: readonly string[],
): Pick<Toast, 'action'> {
  const { category, id, commandId } = target;
  if (commandId === null) return {};
  return { action: { text: 'Undo', run: () => void undo({ category, id, commandId }, collections) } };
}
