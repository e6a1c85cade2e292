import { type Batch, isDecoded, type LogEntry, type Position } from '../../store/event-store.ts';

/**
 * A moment of the history: what was recorded at or before an instant (ISO UTC), or everything up to and including the
 * event at a position (docs/design/read-models.md#as-of-a-moment).
 */
export type Moment = { instant: string } | { position: Position };

/**
 * What of a log belongs to a moment, from its start. The last batch ends at the head, or at the moment's position.
 * @param batches the whole log in order
 */
export async function* batchesAsOf(
  batches: AsyncIterable<Batch>,
  moment: Moment,
): AsyncGenerator<Batch, void, undefined> {
  if ('position' in moment) return yield* batchesUpTo(batches, moment.position);
  const isRecorded = recordedBy(moment.instant);
  for await (const batch of batches) yield { ...batch, entries: batch.entries.filter(isRecorded) };
}

async function* batchesUpTo(batches: AsyncIterable<Batch>, end: Position): AsyncGenerator<Batch, void, undefined> {
  for await (const batch of batches) {
    if (batch.position < end) {
      yield batch;
      continue;
    }
    const entries = batch.entries.filter(({ position }) => position <= end);
    const last = entries.at(-1);
    if (last) yield { ...batch, entries, position: last.position, eventId: last.id };
    return;
  }
}

/**
 * Whether an entry had been recorded by an instant, asked of each entry of a log in order. Where a clock was set back, an
 * event may be dated before one that it stands on: a stream ends at its first event that is dated later, so that no record
 * is ever shown as it never was. What cannot be read says no time, and is left for its dead letter.
 */
function recordedBy(instant: string): (entry: LogEntry) => boolean {
  const until = Date.parse(instant);
  const ended = new Set<string>();
  return (entry) => {
    if (ended.has(entry.stream)) return false;
    if (!isDecoded(entry) || Date.parse(entry.metadata.recordedAt) <= until) return true;
    ended.add(entry.stream);
    return false;
  };
}
