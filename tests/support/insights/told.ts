import { foldFacts } from '../../../ai/facts/facts.ts';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { metadata } from '../samples/event-samples.ts';

/** An event of a stream, when it was recorded (ISO UTC) and by whom. */
export type Told = readonly [stream: string, body: EventBody, recordedAt: string, actor?: string];

/** The facts that a log of these events makes, so that a test reads what documents really hold. */
export function factsTold(asOf: string, ...told: readonly Told[]) {
  const revisions = new Map<string, bigint>();
  const fold = foldFacts();
  fold.take(
    told.map(([stream, body, recordedAt, actor = 'office'], place): RecordedEvent => {
      const revision = revisions.get(stream) ?? 0n;
      revisions.set(stream, revision + 1n);
      const position = String(place + 1).padStart(16, '0');
      return { ...body, id: `e${place}`, stream, revision, position, metadata: { ...metadata(), recordedAt, actor } };
    }),
  );
  return fold.at(asOf);
}
