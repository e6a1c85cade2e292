import type { EventLog } from '../../store/event-store.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const LOOK_EVERY_MS = 1_000;

/** What was found damaged in the history since the start. */
export interface FoundDamage {
  /** In words for a person; null if nothing was. */
  damage: string | null;
  /** When that became known; ISO UTC. */
  damageFoundAt: string | null;
}

export interface DamageWatch {
  found(): FoundDamage;
  end(): void;
}

/** Notes when it becomes known that the history is damaged, whoever met it, and logs it at once. */
export function watchDamage(store: Pick<EventLog, 'damage'>, log: Log, clock: Clock): DamageWatch {
  let found: FoundDamage = { damage: null, damageFoundAt: null };
  function look(): FoundDamage {
    const damage = store.damage();
    if (damage !== found.damage) {
      if (damage !== null) log.error({ processId: process.pid }, damage);
      found = { damage, damageFoundAt: damage && (found.damageFoundAt ?? new Date(clock()).toISOString()) };
    }
    return found;
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return { found: look, end: () => clearInterval(timer) };
}
