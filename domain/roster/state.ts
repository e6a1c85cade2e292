import type { Hours } from '../kit/times.ts';
import type { RosterEvent } from './events.ts';

export interface CrewDetails {
  name: string;
  homeAddress: string | null;
  /** Null: the company's. */
  workingHours: Hours | null;
  defaultEquipmentIds: string[];
}

export interface Crew {
  details: CrewDetails;
  isActive: boolean;
  isDisbanded: boolean;
}

export interface RosterState {
  /** By id; a crew that was disbanded stays, for its undo. */
  crews: ReadonlyMap<string, Crew>;
  /** By person the crew that they are in: it cannot hold two. */
  crewOf: ReadonlyMap<string, string>;
}

/** What the roster is after an event; never throws. */
export function evolve(state: RosterState, event: RosterEvent): RosterState {
  switch (event.type) {
    case 'CrewFormed': {
      const { crewId, formedAt: _, ...details } = event.data;
      return { ...state, crews: new Map(state.crews).set(crewId, { details, isActive: true, isDisbanded: false }) };
    }
    case 'CrewRevised': {
      const { crewId, ...changes } = event.data;
      return changeCrew(state, crewId, (crew) => ({ details: { ...crew.details, ...changes } as CrewDetails }));
    }
    case 'CrewActivated':
    case 'CrewDeactivated':
      return changeCrew(state, event.data.crewId, () => ({ isActive: event.type === 'CrewActivated' }));
    case 'CrewDisbanded':
    case 'CrewReinstated':
      return changeCrew(state, event.data.crewId, () => ({ isDisbanded: event.type === 'CrewDisbanded' }));
    case 'CrewMemberAssigned':
      return { ...state, crewOf: new Map(state.crewOf).set(event.data.personId, event.data.crewId) };
    case 'CrewMemberReleased': {
      const crewOf = new Map(state.crewOf);
      crewOf.delete(event.data.personId);
      return { ...state, crewOf };
    }
    default:
      return state;
  }
}

function changeCrew(state: RosterState, crewId: string, change: (crew: Crew) => Partial<Crew>): RosterState {
  const crew = state.crews.get(crewId);
  return crew ? { ...state, crews: new Map(state.crews).set(crewId, { ...crew, ...change(crew) }) } : state;
}
