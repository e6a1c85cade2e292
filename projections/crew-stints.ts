import type { Recorded } from '../domain/kit/event.ts';
import { type CrewStint, isMemberEvent, type MemberEvent, movedStints } from '../domain/roster/stints.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';

/** Which crews somebody was in when, with the id of the person as its own. */
export interface CrewStintsDocument extends RecordDocument {
  /** Oldest first; nobody is in two crews at once. */
  stints: CrewStint[];
  /** Every crew they were ever in. */
  crewIds: string[];
}

const NONE: readonly string[] = [];

/** The history of crews: hours of a crew are those of whoever was in it at the time. */
export const crewStints: Projection<CrewStintsDocument> = {
  name: 'crew_stints',
  version: 1,
  collection: 'crew_stints',
  of: ['roster'],
  indexes: [],
  search: [],
  ids: (event) => (isMemberEvent(event) ? [(event as Recorded<MemberEvent>).data.personId] : NONE),
  evolve(document, event) {
    if (!isMemberEvent(event)) return document;
    const stints = movedStints(document?.stints ?? [], event as Recorded<MemberEvent>, event.metadata.recordedAt);
    return { stints, crewIds: [...new Set(stints.map(({ crewId }) => crewId))] };
  },
};
