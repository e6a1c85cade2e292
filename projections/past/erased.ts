import { setTimeout as delay } from 'node:timers/promises';
import { erasures } from '../../domain/index.ts';
import { type EventLog, isDecoded, type LogEntry, type Position, START } from '../../store/event-store.ts';
import { portionsOf } from '../../store/portions.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';

const LOOK_AGAIN_MS = 50;
const KEYS_PER_QUERY = 500;

/** Whose erasures are among events. */
export function erasedIn(entries: readonly LogEntry[]): string[] {
  return entries.flatMap((entry) => (erasures.has(entry.type) && isDecoded(entry) && entry.metadata.subject) || []);
}

/** Waits until keys are gone: an erasure's event comes before, and until then what is sealed can still be read. */
export async function untilErased(
  keys: Pick<SubjectKeys, 'get'>,
  subjects: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const some of portionsOf(subjects, KEYS_PER_QUERY)) {
    for (;;) {
      const found = await keys.get(some);
      if ([...found.values()].every((key) => 'erasedAt' in key)) break;
      await delay(LOOK_AGAIN_MS, undefined, { signal });
    }
  }
}

/** Waits until every erasure of a log has come to its end. @returns how far that log went */
export async function untilAllErased(
  { log, keys }: { log: Pick<EventLog, 'subscribe'>; keys: Pick<SubjectKeys, 'get'> },
  signal: AbortSignal,
): Promise<Position> {
  const reading = new AbortController();
  const subjects = new Set<string>();
  let end: Position = START;
  for await (const { entries, position, live } of log.subscribe(
    START,
    AbortSignal.any([signal, reading.signal]),
    erasures,
  )) {
    for (const subject of erasedIn(entries)) subjects.add(subject);
    end = position;
    if (live) break;
  }
  reading.abort();
  await untilErased(keys, [...subjects], signal);
  return end;
}
