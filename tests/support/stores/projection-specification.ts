import { expect } from 'vitest';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { applyEvent, type Projection } from '../../../projections/engine/projection.ts';
import type { Document } from '../../../store/read-models.ts';
import { metadata } from '../samples/event-samples.ts';

/** `given(events).thenShows(document)`: the vocabulary of every test of a read model. */
export function specifyProjection<Body extends EventBody>(projection: Projection, category: string) {
  return {
    given(...bodies: Body[]) {
      const events = bodies.map((body, index) => recorded(`${category}-1`, body, index));
      return {
        thenShows: (document: object | null) => expect(foldDocument(projection, events, '1')).toEqual(document),
      };
    },
    /** The documents that an event of this stream changes. */
    idsIn: (stream: string, body: Body) => projection.ids(recorded(stream, body, 0)),
  };
}

function recorded(stream: string, body: EventBody, revision: number): RecordedEvent {
  const position = String(revision + 1).padStart(16, '0');
  return { ...body, id: `e${revision}`, stream, revision: BigInt(revision), position, metadata: metadata() };
}

/** Folds the events of one stream into one document. */
export function foldDocument(projection: Projection, events: readonly RecordedEvent[], id: string): Document | null {
  const named = events.filter((event) => projection.ids(event).includes(id));
  return named.reduce<Document | null>((document, event) => applyEvent(projection, document, event, id), null);
}
