import { createTask, parse, validate } from 'node-cron';
import { addDays, instantOf, wallMoment } from '../../domain/kit/times.ts';

// node-cron is used only to tell which times an expression names. Its own timers would forget what came due while the
// process was down or the machine slept.

const FIELDS = 5;
const DAY = 'YYYY-MM-DD'.length;

/** Whether a text is an expression of five fields: minute, hour, day of the month, month, day of the week. */
export function isCron(text: string): boolean {
  return text.trim().split(/\s+/).length === FIELDS && validate(text);
}

/**
 * The last time that an expression names, by the wall clock of a zone, after one instant and up to another. A time that
 * the clock skips does not count, and of a time that it shows twice the first counts.
 * @param expression as accepted by `isCron`
 * @param zone an IANA name
 * @returns milliseconds since the epoch, like the instants; null if it names none of them
 */
export function lastCronTime(
  expression: string,
  zone: string,
  { after, until }: { after: number; until: number },
): number | null {
  const { hour, minute } = parse(expression);
  const times = hour
    .flatMap((h) => minute.map((m) => `${padded(h)}:${padded(m)}`))
    .toSorted()
    .toReversed();
  const task = createTask(expression, () => undefined, { timezone: zone });
  try {
    const first = wallMoment(after, zone).slice(0, DAY);
    for (let day = wallMoment(until, zone).slice(0, DAY); day >= first; day = addDays(day, -1)) {
      for (const time of times) {
        const at = Date.parse(instantOf(`${day}T${time}`, zone) ?? '');
        if (at > until || wallMoment(at, zone) !== `${day}T${time}`) continue;
        if (at <= after) return null;
        if (task.match(new Date(at))) return at;
        // The other fields match all times of a day, or none.
        break;
      }
    }
    return null;
  } finally {
    void task.destroy();
  }
}

function padded(part: number): string {
  return String(part).padStart(2, '0');
}
