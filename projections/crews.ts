import { sortText } from '../domain/kit/sort-text.ts';
import type { CrewDetails, RosterEvent } from '../domain/roster/events.ts';
import { removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** A crew and its members, in the order they joined. */
export interface CrewDocument extends RecordDocument, CrewDetails, Derived {
  isActive: boolean;
  memberIds: string[];
  /** ISO UTC. */
  createdAt: string;
}

interface Derived {
  /** What a list by the crew is sorted by. */
  nameKey: string;
}

/** The crews that a roster event is about: two if somebody moves from one to the other. */
function crewsOf({ type, data }: RosterEvent): string[] {
  if (type !== 'CrewMemberAssigned' || data.fromCrewId === null) return [data.crewId];
  return [data.crewId, data.fromCrewId];
}

export const crews = readModel<CrewDocument, RosterEvent, Derived>()({
  name: 'crews',
  version: 2,
  of: 'roster',
  ids: crewsOf,
  indexes: [['removed', 'createdAt']],
  search: ['name'],
  first: {
    CrewFormed: ({ crewId: _, formedAt, ...fields }) => ({
      ...fields,
      isActive: true,
      memberIds: [],
      createdAt: formedAt,
    }),
  },
  after: {
    CrewRevised: ({ crewId: _, ...changes }) => changes,
    CrewActivated: () => ({ isActive: true }),
    CrewDeactivated: () => ({ isActive: false }),
    CrewDisbanded: removed,
    CrewReinstated: restored,
    CrewMemberAssigned: ({ crewId, personId }, { memberIds }, id) => {
      const others = without(memberIds, personId);
      return { memberIds: crewId === id ? [...others, personId] : others };
    },
    CrewMemberReleased: ({ personId }, { memberIds }) => ({ memberIds: without(memberIds, personId) }),
  },
  derived: ({ name }) => ({ nameKey: sortText(name) }),
});

function without(memberIds: readonly string[], personId: string): string[] {
  return memberIds.filter((id) => id !== personId);
}
