import type { BriefingDetails, BriefingEvent } from '../domain/briefing/events.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What a model made of the open insights. */
export interface BriefingDocument extends RecordDocument {
  /** What it wrote last; `writtenAt` is ISO UTC. Null before there is one. */
  written: (BriefingDetails & { writtenAt: string }) | null;
  /** Why nothing was written since, and since when, ISO UTC. */
  failure: { reason: string; askedAt: string } | null;
}

export const briefings = readModel<BriefingDocument, BriefingEvent>()({
  name: 'briefings',
  version: 2,
  of: 'briefing',
  indexes: [],
  search: [],
  first: {
    BriefingWritten: (written) => ({ written, failure: null }),
    BriefingFailed: (failure) => ({ written: null, failure }),
  },
  after: {
    BriefingWritten: (written) => ({ written, failure: null }),
    BriefingFailed: (failure) => ({ failure }),
  },
});
