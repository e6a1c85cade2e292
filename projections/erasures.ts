import { erasures as erasingTypes } from '../domain/index.ts';
import { partsOfStream } from '../domain/kit/event.ts';
import { ERASURE } from '../platform/commands/erasure.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';

/** That somebody had a person erased; nothing about that person. Its id is that of the event. */
export interface ErasureDocument extends RecordDocument {
  stream: string;
  /** The kind of record that was erased: `customer`. */
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
  version: 1,
  collection: 'erasures',
  indexes: [['at']],
  search: [],
  writesOnce: true,
  // Addresses that get no marketing were once erased by the reactor without a cause.
  ids: ({ id, type, metadata: { actor, causationId } }) =>
    erasingTypes.has(type) && causationId === null && actor !== ERASURE ? [id] : [],
  evolve(_document, { stream, position, metadata }) {
    const { category, id } = partsOfStream(stream);
    const { correlationId, actor, recordedAt } = metadata;
    return { stream, category, recordId: id, act: correlationId, position, by: actor, at: recordedAt };
  },
};
