import { deciders } from '../../../domain/index.ts';
import { partsOfStream, type RecordedEvent } from '../../../domain/kit/event.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { benchSubject } from './subjects.ts';

/** So many events are written at once, those of each stream in order. */
const AT_ONCE = 2_000;

/** Writes the events of a generated company to a log, sealed under a key for each stream. About in their order. */
export async function writeEntries(
  log: EventStore,
  entries: readonly RecordedEvent[],
  progress: (written: number) => void,
): Promise<void> {
  const subjects = new Map<string, string>();
  const subjectOf = (stream: string) => {
    const known = subjects.get(stream) ?? benchSubject(subjects.size);
    subjects.set(stream, known);
    return known;
  };
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const byStream = Map.groupBy(entries.slice(from, from + AT_ONCE), ({ stream }) => stream);
    await Promise.all([...byStream].map(([stream, events]) => write(log, stream, events, subjectOf)));
    progress(Math.min(entries.length, from + AT_ONCE));
  }
}

async function write(
  log: EventStore,
  stream: string,
  events: readonly RecordedEvent[],
  subjectOf: (stream: string) => string,
): Promise<void> {
  const isAboutNobody = deciders.get(partsOfStream(stream).category)?.whose === 'nobody';
  const about = isAboutNobody ? {} : { subject: subjectOf(stream) };
  const [first] = events;
  if (!first) return;
  const body = events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata: { ...metadata, ...about } }));
  await log.append(stream, body, first.revision === 0n ? 'none' : first.revision - 1n);
}
