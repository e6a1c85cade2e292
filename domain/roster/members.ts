import { Rejection } from '../kit/decider.ts';
import type { RosterEvent } from './events.ts';
import type { RosterState } from './state.ts';

/** Somebody as a look-up found them; null for nobody. The name is for messages. */
export type FoundPerson = { name: string; isWorking: boolean } | null;

/** Who is to be in a crew. */
export interface MembersChange {
  memberIds: readonly string[];
  /** By person the crew that the sender saw them in: without it nobody is taken from another crew. */
  movedFrom: Readonly<Record<string, string>>;
  /** By id, those who are to join; who is in the crew already needs no look-up. */
  people: Readonly<Record<string, FoundPerson>>;
}

/** @throws Rejection for somebody unknown, who left, or who is in another crew than the sender said */
export function changeMembers(crewId: string, change: MembersChange, state: RosterState): RosterEvent[] {
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
  if (!person) throw refused('invalid', 'One of these people is not known here. Choose from the list.');
  if (!person.isWorking) throw refused('invalid', `${person.name} left the company. Take them off the list.`);
  const fromCrewId = state.crewOf.get(personId) ?? null;
  if (fromCrewId !== lookUp(change.movedFrom, personId)) throw elsewhere(person.name, fromCrewId, state);
  return { type: 'CrewMemberAssigned', data: { crewId, personId, fromCrewId } };
}

/** @throws Rejection where somebody is not where the sender thinks */
export function moveMember(
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
  if (!crew) return refused('conflict', `${name} is in no crew any more. Choose them again.`);
  return refused('conflict', `${name} is in the crew ${crew.details.name}. Move them from there, or leave them out.`);
}

function refused(code: 'invalid' | 'conflict', message: string): Rejection {
  return new Rejection(code, message, 'memberIds');
}

/** Ids come from requests: `constructor` is none that an object knows of itself. */
function lookUp<Value>(values: Readonly<Record<string, Value>>, id: string): Value | null {
  return Object.hasOwn(values, id) ? (values[id] ?? null) : null;
}
