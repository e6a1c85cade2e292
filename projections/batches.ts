import type { BatchEvent, RefusedItem } from '../domain/batch/events.ts';
import { unseen } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** Many records that were changed as one act. */
export interface BatchDocument extends RecordDocument {
  /** One of BATCH_KINDS. */
  kind: string;
  /** How many records. */
  count: number;
  /** The proposal that it carried out. */
  planId: string | null;
  /** Whether what it did was taken back. */
  isReverted: boolean;
  /** What its newest act came to; null while that is carried out. */
  done: number | null;
  refused: readonly RefusedItem[];
  /** ISO UTC. */
  createdAt: string;
}

export const batches = readModel<BatchDocument, BatchEvent>()({
  name: 'batches',
  version: 1,
  of: 'batch',
  indexes: [['createdAt']],
  search: [],
  first: {
    BatchStarted: ({ startedAt, ...fields }) => ({
      ...fields,
      ...{ isReverted: false, done: null, refused: [], createdAt: startedAt },
    }),
  },
  after: {
    // What is planned makes no batch yet.
    BatchItemsPlanned: unseen,
    BatchFinished: ({ done, refused }) => ({ done, refused }),
    BatchReverted: ({ isApplied }) => ({ isReverted: !isApplied, done: null, refused: [] }),
  },
});
