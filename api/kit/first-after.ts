import { asOf } from '../../platform/runtime/as-of.ts';
import type { EventLog, Position } from '../../store/event-store.ts';

/**
 * The first event after the moment that is asked for, before which to read backwards; undefined: the end of the log.
 * @param store through all time
 */
export async function firstAfter(store: Pick<EventLog, 'readAll'>): Promise<Position | undefined> {
  const moment = asOf();
  if (moment === null || moment.isNow) return undefined;
  const [next] = await store.readAll(moment.end, 1);
  return next?.position;
}
