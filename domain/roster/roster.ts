import { changedFields, pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { isSeen } from '../kit/seen-text.ts';
import type { CrewDetails, RosterEvent } from './events.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Crew {
  details: CrewDetails;
  isActive: boolean;
  isDisbanded: boolean;
}

export interface RosterState {
  /** By id; a disbanded crew is kept, for its undo. */
  crews: ReadonlyMap<string, Crew>;
  /** The crew of each person: nobody can be in two. */
  crewOf: ReadonlyMap<string, string>;
}

function evolve(state: RosterState, event: RosterEvent): RosterState {
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
      return unchanged(state, event);
  }
}

function changeCrew(state: RosterState, crewId: string, change: (crew: Crew) => Partial<Crew>): RosterState {
  const crew = state.crews.get(crewId);
  return crew ? { ...state, crews: new Map(state.crews).set(crewId, { ...crew, ...change(crew) }) } : state;
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** The result of looking somebody up; null if nobody was found. The name is for messages. */
export type FoundPerson = { name: string; isWorking: boolean } | null;

/** The members a crew is to have. */
export interface MembersChange {
  memberIds: readonly string[];
  /** The crew in which the sender saw each person: without it, nobody is taken from another crew. */
  movedFrom: Readonly<Record<string, string>>;
  /** Those who are to join, by id; current members need no lookup. */
  people: Readonly<Record<string, FoundPerson>>;
}

export type RosterCommand =
  | {
      type: 'FormCrew';
      crewId: string;
      details: CrewDetails;
      isActive: boolean;
      members: MembersChange;
      now: string;
    }
  /** A missing field is unchanged. */
  | { type: 'ReviseCrew'; crewId: string; details: Partial<CrewDetails>; isActive?: boolean; members?: MembersChange }
  | { type: 'DisbandCrew'; crewId: string }
  | { type: 'ReinstateCrew'; crewId: string }
  /** Moves a person from one crew (or none) to another (or none): how an assignment is undone. */
  | { type: 'MoveMember'; personId: string; from: string | null; to: string | null };

function decide(command: RosterCommand, state: RosterState): RosterEvent[] {
  switch (command.type) {
    case 'FormCrew':
      return form(command, state);
    case 'ReviseCrew':
      return revise(command, state);
    case 'DisbandCrew':
      return disband(command.crewId, state);
    case 'ReinstateCrew':
      return reinstate(command.crewId, state);
    case 'MoveMember':
      if (command.to !== null) present(command.to, state);
      return moveMember(command, state);
    default:
      return unreachable(command);
  }
}

function form(command: Extract<RosterCommand, { type: 'FormCrew' }>, state: RosterState): RosterEvent[] {
  const { crewId, details, isActive, members, now } = command;
  if (state.crews.has(crewId)) throw new Rejection('conflict', 'This crew already exists.');
  checkDetails(crewId, details, state);
  const events: RosterEvent[] = [{ type: 'CrewFormed', data: { crewId, ...details, formedAt: now } }];
  if (!isActive) events.push({ type: 'CrewDeactivated', data: { crewId } });
  return [...events, ...changeMembers(crewId, members, state)];
}

function revise(command: Extract<RosterCommand, { type: 'ReviseCrew' }>, state: RosterState): RosterEvent[] {
  const { crewId, details, isActive, members } = command;
  const crew = present(crewId, state);
  const changes = changedFields(details, crew.details);
  const events: RosterEvent[] = [];
  if (Object.keys(changes).length > 0) {
    checkDetails(crewId, { ...crew.details, ...changes }, state);
    events.push({ type: 'CrewRevised', data: { crewId, ...changes } });
  }
  if (isActive !== undefined && isActive !== crew.isActive) {
    events.push({ type: isActive ? 'CrewActivated' : 'CrewDeactivated', data: { crewId } });
  }
  return members ? [...events, ...changeMembers(crewId, members, state)] : events;
}

function checkDetails(crewId: string, { name, workingHours }: CrewDetails, { crews }: RosterState): void {
  if (!isSeen(name)) throw new Rejection('invalid', 'Enter a name for the crew.', 'name');
  const hasThatName = ([id, crew]: [string, Crew]) =>
    id !== crewId && !crew.isDisbanded && crew.details.name.toLowerCase() === name.toLowerCase();
  if ([...crews].some(hasThatName)) {
    throw new Rejection('taken', `A crew called ${name} already exists. Choose another name.`, 'name');
  }
  if (workingHours && workingHours.end <= workingHours.start) {
    throw new Rejection('invalid', 'The working day must end after it starts.', 'workingHours');
  }
}

function disband(crewId: string, state: RosterState): RosterEvent[] {
  if (find(crewId, state).isDisbanded) return [];
  if ([...state.crewOf.values()].includes(crewId)) {
    throw new Rejection('conflict', 'This crew still has members. Remove them first.');
  }
  return [{ type: 'CrewDisbanded', data: { crewId } }];
}

function reinstate(crewId: string, state: RosterState): RosterEvent[] {
  const crew = find(crewId, state);
  if (!crew.isDisbanded) return [];
  checkDetails(crewId, crew.details, state);
  return [{ type: 'CrewReinstated', data: { crewId } }];
}

/** @throws Rejection for somebody unknown, who has left, or who is not in the crew the sender said */
function changeMembers(crewId: string, change: MembersChange, state: RosterState): RosterEvent[] {
  const wanted = new Set(change.memberIds);
  const present = [...state.crewOf].filter(([, id]) => id === crewId).map(([personId]) => personId);
  const released = present.filter((personId) => !wanted.has(personId));
  const joining = [...wanted].filter((personId) => !present.includes(personId));
  return [
    ...released.map((personId): RosterEvent => ({ type: 'CrewMemberReleased', data: { crewId, personId } })),
    ...joining.map((personId) => join(crewId, personId, change, state)),
  ];
}

function join(crewId: string, personId: string, change: MembersChange, state: RosterState): RosterEvent {
  const person = lookUp(change.people, personId);
  if (!person) throw refused('invalid', 'One of these people was not found. Choose from the list.');
  if (!person.isWorking) throw refused('invalid', `${person.name} left the company. Remove them from the crew.`);
  const fromCrewId = state.crewOf.get(personId) ?? null;
  if (fromCrewId !== lookUp(change.movedFrom, personId)) throw elsewhere(person.name, fromCrewId, state);
  return { type: 'CrewMemberAssigned', data: { crewId, personId, fromCrewId } };
}

/** @throws Rejection if somebody is not where the sender thinks */
function moveMember(
  { personId, from, to }: { personId: string; from: string | null; to: string | null },
  state: RosterState,
): RosterEvent[] {
  const current = state.crewOf.get(personId) ?? null;
  if (current === to) return [];
  if (current !== from) throw elsewhere('This person', current, state);
  if (to !== null) return [{ type: 'CrewMemberAssigned', data: { crewId: to, personId, fromCrewId: from } }];
  return current === null ? [] : [{ type: 'CrewMemberReleased', data: { crewId: current, personId } }];
}

function elsewhere(name: string, crewId: string | null, { crews }: RosterState): Rejection {
  const crew = crewId === null ? undefined : crews.get(crewId);
  if (!crew) return refused('conflict', `${name} is not in a crew anymore. Add them again.`);
  return refused('conflict', `${name} is in the crew ${crew.details.name}. Move them from there, or leave them out.`);
}

function refused(code: 'invalid' | 'conflict', message: string): Rejection {
  return new Rejection(code, message, 'memberIds');
}

/** Ids come from requests: `constructor` must not find what every object inherits from its prototype. */
function lookUp<Value>(values: Readonly<Record<string, Value>>, id: string): Value | null {
  return Object.hasOwn(values, id) ? (values[id] ?? null) : null;
}

function find(crewId: string, { crews }: RosterState): Crew {
  const crew = crews.get(crewId);
  if (!crew) throw new Rejection('not_found', 'There is no such crew.');
  return crew;
}

function present(crewId: string, state: RosterState): Crew {
  const crew = find(crewId, state);
  if (crew.isDisbanded) throw new Rejection('removed', 'This crew was removed. Restore it from its history.');
  return crew;
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: RosterEvent, before: RosterState): RosterCommand | null {
  const { crewId } = event.data;
  switch (event.type) {
    case 'CrewFormed':
    case 'CrewReinstated':
      return { type: 'DisbandCrew', crewId };
    case 'CrewDisbanded':
      return { type: 'ReinstateCrew', crewId };
    case 'CrewActivated':
    case 'CrewDeactivated':
      return { type: 'ReviseCrew', crewId, details: {}, isActive: event.type === 'CrewDeactivated' };
    case 'CrewRevised': {
      const crew = before.crews.get(crewId);
      return crew ? { type: 'ReviseCrew', crewId, details: pickFields(crew.details, event.data) } : null;
    }
    case 'CrewMemberAssigned':
      return { type: 'MoveMember', personId: event.data.personId, from: crewId, to: event.data.fromCrewId };
    case 'CrewMemberReleased':
      return { type: 'MoveMember', personId: event.data.personId, from: null, to: crewId };
    default:
      return unreachable(event);
  }
}

export const roster: Decider<RosterState, RosterCommand, RosterEvent> = {
  category: 'roster',
  whose: { each: ({ data }) => data.crewId },
  initial: { crews: new Map(), crewOf: new Map() },
  evolve,
  decide,
  inverse,
};
