import { changedFields, pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unreachable } from '../kit/decider.ts';
import type { RosterEvent } from './events.ts';
import { changeMembers, type MembersChange, moveMember } from './members.ts';
import { type Crew, type CrewDetails, evolve, type RosterState } from './state.ts';

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

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
  /** From a crew, or none, to another one, or none: how a step of somebody is undone. */
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
  if (state.crews.has(crewId)) throw new Rejection('conflict', 'There is a crew with this id already.');
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
  if (name.trim() === '') throw new Rejection('invalid', 'Enter a name for the crew.', 'name');
  const bears = ([id, crew]: [string, Crew]) =>
    id !== crewId && !crew.isDisbanded && crew.details.name.toLowerCase() === name.toLowerCase();
  if ([...crews].some(bears)) {
    throw new Rejection('taken', `There is a crew called ${name} already. Choose another name.`, 'name');
  }
  if (workingHours && workingHours.end <= workingHours.start) {
    throw new Rejection('invalid', 'The working day must end after it starts.', 'workingHours');
  }
}

function disband(crewId: string, state: RosterState): RosterEvent[] {
  if (find(crewId, state).isDisbanded) return [];
  if ([...state.crewOf.values()].includes(crewId)) {
    throw new Rejection('conflict', 'This crew has members. Take them out first.');
  }
  return [{ type: 'CrewDisbanded', data: { crewId } }];
}

function reinstate(crewId: string, state: RosterState): RosterEvent[] {
  const crew = find(crewId, state);
  if (!crew.isDisbanded) return [];
  checkDetails(crewId, crew.details, state);
  return [{ type: 'CrewReinstated', data: { crewId } }];
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
  person: false,
  initial: { crews: new Map(), crewOf: new Map() },
  evolve,
  decide,
  inverse,
};
