import type { EventStore } from '../../../store/event-store.ts';
import { logWith } from '../stores/log-wrapper.ts';

/** A log whose process is killed once this many appends are durable; with 0, before the first. */
export function dyingAfter(survived: number, log: EventStore): EventStore {
  let appends = 0;
  const dieAt = (count: number) => {
    if (count === survived) process.kill(process.pid, 'SIGKILL');
  };
  return {
    ...logWith(log, {}),
    async append(stream, events, expected) {
      dieAt(appends);
      const appended = await log.append(stream, events, expected);
      dieAt(++appends);
      return appended;
    },
  };
}
