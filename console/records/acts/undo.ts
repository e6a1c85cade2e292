import { call } from '../../data/api.ts';
import { holdChanges } from '../../data/changes.ts';
import { tellOwnChange } from '../../data/use-command.ts';
import { showToast, type Toast } from '../../ui/status/toaster.tsx';
import { inConflict } from '../edit/in-conflict.ts';

/** One act on a record, as the undo call takes it. */
export interface Act {
  category: string;
  id: string;
  commandId: string;
}

interface Undone {
  kept: { category: string; id: string; message: string }[];
  /** Jobs that are back in a place now taken by another one. */
  conflicts: { message: string }[];
}

/**
 * Undoes an act, or several done as one, shows a toast, and refetches what they changed.
 * @param collections that the acts changed
 */
export async function undo(acts: Act | readonly Act[], collections: readonly string[]): Promise<boolean> {
  const letGo = holdChanges();
  try {
    const kept: string[] = [];
    const conflicts: string[] = [];
    for (const act of [acts].flat()) {
      const { data, position } = await call<Undone>('POST', '/api/undo', { body: act });
      tellOwnChange(position, collections, act.id);
      kept.push(...data.kept.map(({ message }) => message));
      conflicts.push(...data.conflicts.map(({ message }) => message));
    }
    const text = [kept.join(' ') || 'The change has been undone.', ...inConflict(conflicts)].join(' ');
    await showToast({ title: 'Undone', text, ...(conflicts.length > 0 && { intent: 'warning' }) });
    return kept.length === 0;
  } catch (cause) {
    await showToast({ title: 'Error', text: (cause as Error).message, intent: 'danger' });
    return false;
  } finally {
    letGo();
  }
}

/** An act, as far as its response named it. */
type Target = Omit<Act, 'commandId'> & { commandId: string | null };

/**
 * The Undo button of a toast about one or more acts; none if the server did not identify them.
 * @param onUndone called once all of it is undone
 */
export function offerUndo(
  targets: Target | readonly Target[],
  collections: readonly string[],
  onUndone?: () => void,
): Pick<Toast, 'action'> {
  const all = [targets].flat();
  const acts = all.filter((target): target is Act => target.commandId !== null);
  if (acts.length < all.length) return {};
  return {
    action: { text: 'Undo', run: () => void undo(acts, collections).then((isUndone) => isUndone && onUndone?.()) },
  };
}
