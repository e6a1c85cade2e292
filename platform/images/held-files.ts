import type { StateStore } from '../../store/state.ts';

/**
 * Files that no record names yet but that are still wanted: a stranger's picture waits here until they send the form it
 * belongs to. Nobody deletes a file that is held.
 */
export interface HeldFiles {
  /** @param names of the files @param by who holds them; a file may be held by several */
  hold(names: readonly string[], by: string): Promise<void>;
  /** The files stay if anybody else holds them. */
  letGo(names: readonly string[], by: string): Promise<void>;
  isHeld(name: string): Promise<boolean>;
}

const PREFIX = 'held-file/';

export function createHeldFiles(state: Pick<StateStore, 'putNew' | 'delete' | 'list'>): HeldFiles {
  return {
    async hold(names, by) {
      await state.putNew(new Map(names.map((name) => [keyOf(name, by), true])));
    },
    async letGo(names, by) {
      for (const name of new Set(names)) await state.delete(keyOf(name, by));
    },
    async isHeld(name) {
      return (await state.list(keyOf(name, ''), { limit: 1 })).length > 0;
    },
  };
}

function keyOf(name: string, by: string): string {
  return `${PREFIX}${name}/${by}`;
}
