import type { BriefingDetails, BriefingEvent } from '../domain/briefing/events.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What a model wrote last of the open insights. */
export interface BriefingDocument extends RecordDocument, BriefingDetails {
  /** ISO UTC. */
  writtenAt: string;
}

export const briefings = readModel<BriefingDocument, BriefingEvent>()({
  name: 'briefings',
  version: 1,
  of: 'briefing',
  indexes: [],
  search: [],
  first: { BriefingWritten: (written) => written },
  after: { BriefingWritten: (written) => written },
});
