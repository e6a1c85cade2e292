import type { StateStore } from '../../store/state.ts';

// While an archive is imported, the state store says so: what a kill leaves is half a company, and must never be taken for a
// whole one (docs/archive.md#to-make-a-company-of-it).

const KEY = 'import/under-way';

/** What is being imported, and not finished: the sum of the archive's manifest; null if nothing is. */
export async function importUnderWay(state: Pick<StateStore, 'get'>): Promise<string | null> {
  return ((await state.get(KEY))?.value ?? null) as string | null;
}

/** @param archive the sum of its manifest */
export async function beginImport(state: Pick<StateStore, 'put'>, archive: string): Promise<void> {
  await state.put(KEY, archive, { expected: 'none' });
}

/** From now on what was imported counts as a company. */
export async function endImport(state: Pick<StateStore, 'delete'>): Promise<void> {
  await state.delete(KEY);
}

/** @throws if an import was begun and never finished */
export async function requireNoImport(state: Pick<StateStore, 'get'>): Promise<void> {
  if ((await importUnderWay(state)) === null) return;
  throw new Error(
    'An archive was being imported here and the import did not finish, so this is only a part of a company. ' +
      'Run the same npm run import-archive again: it goes on where it stopped.',
  );
}
