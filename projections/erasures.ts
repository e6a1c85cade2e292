import { erasures as erasingTypes } from '../domain/index.ts';
import { partsOfStream } from '../domain/kit/event.ts';
import { categoryOf, ERASURE, rootOf } from '../platform/commands/erasure.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';

/** That somebody had a person erased; nothing about that person. Its id is that of the event. */
export interface ErasureDocument extends RecordDocument {
  stream: string;
  /** Tells apart whom of the stream it erased, if not the one that it is about; '' otherwise. */
  person: string;
  /** The kind of record or of person that was erased: `customer`. */
  category: string;
  recordId: string;
  /** The act, with all that followed from it. */
  act: string;
  position: string;
  /** Whoever did it. */
  by: string;
  /** ISO UTC. */
  at: string;
}

/** Every erasure that a person decided; what follows from it is in the same act (docs/design/history.md#erasures). */
export const erasures: Projection<ErasureDocument> = {
  name: 'erasures',
  version: 2,
  collection: 'erasures',
  indexes: [['at']],
  search: [],
  writesOnce: true,
  // Addresses that get no marketing were once erased by the reactor without a cause.
  ids: ({ id, type, metadata: { actor, causationId } }) =>
    erasingTypes.has(type) && causationId === null && actor !== ERASURE ? [id] : [],
  evolve(_document, event) {
    const { stream, position, metadata } = event;
    const root = rootOf(event);
    const { correlationId, actor, recordedAt } = metadata;
    const record = { ...root, category: categoryOf(root), recordId: partsOfStream(stream).id };
    return { ...record, act: correlationId, position, by: actor, at: recordedAt };
  },
};
