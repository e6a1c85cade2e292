import type { EventLog } from '../../store/event-store.ts';
import type { Log } from './log.ts';

const LOOK_EVERY_MS = 1_000;

/** Logs as soon as it is known that the history was found damaged. @returns stops watching */
export function watchDamage(store: Pick<EventLog, 'damage'>, log: Log): () => void {
  let said: string | null = null;
  const look = () => {
    const damage = store.damage();
    if (damage !== null && damage !== said) log.error({ processId: process.pid }, damage);
    said = damage;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
