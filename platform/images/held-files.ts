import type { StateStore } from '../../store/state.ts';

/**
 * Files that no record names yet but that are still wanted: a stranger's picture waits here until they send the form it
 * belongs to. Nobody deletes a file that is held.
 */
export interface HeldFiles {
  /**
   * @param names of the files
   * @param by who holds them; a file may be held by several
   * @param forMs after which the hold ends by itself, longer than they are ever wanted: its holder may die before
   *   anything says that it holds them. Held again by the same, it counts from then.
   */
  hold(names: readonly string[], by: string, forMs: number): Promise<void>;
  /** The files stay if anybody else holds them. */
  letGo(names: readonly string[], by: string): Promise<void>;
  isHeld(name: string): Promise<boolean>;
}

const PREFIX = 'held-file/';

export function createHeldFiles(state: Pick<StateStore, 'get' | 'put' | 'delete' | 'list'>): HeldFiles {
  async function holdOne(key: string, ttlMs: number): Promise<void> {
    let expected: string;
    do expected = (await state.get(key))?.version ?? 'none';
    while ((await state.put(key, true, { expected, ttlMs })) === null);
  }

  return {
    async hold(names, by, forMs) {
      await Promise.all([...new Set(names)].map((name) => holdOne(keyOf(name, by), forMs)));
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
