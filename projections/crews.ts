import type { Recorded, RecordedEvent } from '../domain/kit/event.ts';
import type { RosterEvent } from '../domain/roster/events.ts';
import type { CrewDetails } from '../domain/roster/roster.ts';
import type { Fields, Projection, RecordDocument } from './engine/projection.ts';

/** A crew and who is in it, in the order in which they joined. */
export interface CrewDocument extends RecordDocument, CrewDetails {
  isActive: boolean;
  memberIds: string[];
  /** ISO UTC. */
  createdAt: string;
}

type Crew = Fields<CrewDocument>;

/** The crews that a step of the roster is about: two where somebody moves from one to the other. */
function crewsOf(event: RecordedEvent): string[] {
  if (!event.stream.startsWith('roster-')) return [];
  const { data, type } = event as Recorded<RosterEvent>;
  if (type !== 'CrewMemberAssigned' || data.fromCrewId === null) return [data.crewId];
  return [data.crewId, data.fromCrewId];
}

function evolve(crew: Crew | null, event: Recorded<RosterEvent>, id: string): Crew | null {
  if (event.type === 'CrewFormed') {
    const { crewId: _, formedAt, ...fields } = event.data;
    return { ...fields, isActive: true, memberIds: [], createdAt: formedAt };
  }
  if (crew === null) return null;
  switch (event.type) {
    case 'CrewRevised': {
      const { crewId: _, ...changes } = event.data;
      return { ...crew, ...changes } as Crew;
    }
    case 'CrewActivated':
      return { ...crew, isActive: true };
    case 'CrewDeactivated':
      return { ...crew, isActive: false };
    case 'CrewDisbanded':
      return { ...crew, removed: true };
    case 'CrewReinstated': {
      const { removed: _, ...reinstated } = crew;
      return reinstated as Crew;
    }
    case 'CrewMemberAssigned':
      return { ...crew, memberIds: [...without(crew, event.data.personId), ...joining(event.data, id)] };
    case 'CrewMemberReleased':
      return { ...crew, memberIds: without(crew, event.data.personId) };
    default:
      return crew;
  }
}

function without(crew: Crew, personId: string): string[] {
  return (crew as CrewDocument).memberIds.filter((id) => id !== personId);
}

function joining({ crewId, personId }: { crewId: string; personId: string }, id: string): string[] {
  return crewId === id ? [personId] : [];
}

export const crews: Projection = {
  name: 'crews',
  version: 1,
  collection: 'crews',
  indexes: [['removed', 'createdAt']],
  search: ['name'],
  ids: crewsOf,
  evolve: (document, event, id) => evolve(document as Crew | null, event as Recorded<RosterEvent>, id),
};
