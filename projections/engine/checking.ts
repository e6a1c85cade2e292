import { setTimeout as delay } from 'node:timers/promises';
import { DamagedReadModels, type ReadModelStore } from '../../store/read-models.ts';

/** How often a generation is checked for damage: about a second of CPU time for 140 MB. */
const CHECK_EVERY_MS = 60 * 60 * 1_000;

/**
 * Looks for damage that no query has met, again and again until the signal is aborted.
 * @param isDue whether to begin at once, as with a generation that existed at the start
 * @param found aborted with the damage
 * @param everyMs how long it waits after each check: an hour, if not said otherwise
 */
export async function keepChecking(
  generation: string,
  isDue: boolean,
  { store, signal }: { store: Pick<ReadModelStore, 'check'>; signal: AbortSignal },
  found: AbortController,
  everyMs = CHECK_EVERY_MS,
): Promise<void> {
  for (let due = isDue; !signal.aborted; due = true) {
    // A check that fails for its own reasons has found nothing.
    const stopOnDamage = (cause: unknown) => void (cause instanceof DamagedReadModels && found.abort(cause));
    if (due) await store.check(generation, signal).catch(stopOnDamage);
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
