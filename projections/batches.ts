import type { BatchEvent, RefusedItem } from '../domain/batch/events.ts';
import { unseen } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** Many records that were changed in one act. */
export interface BatchDocument extends RecordDocument {
  /** One of BATCH_KINDS. */
  kind: string;
  /** How many records. */
  count: number;
  /** The proposal it carried out. */
  planId: string | null;
  /** Whether its changes were reverted. */
  isReverted: boolean;
  /** The result of its latest act; null while that is running. */
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
      isReverted: false,
      done: null,
      refused: [],
      createdAt: startedAt,
    }),
  },
  after: {
    // Planning alone makes no batch.
    BatchItemsPlanned: unseen,
    BatchFinished: ({ done, refused }) => ({ done, refused }),
    BatchReverted: ({ isApplied }) => ({ isReverted: !isApplied, done: null, refused: [] }),
  },
});
