import type { RosterEvent } from './events.ts';

// Who was in which crew when: the roster itself knows only who is in it now.

/** A stretch of time in one crew, ISO UTC; `to` is null while it lasts. */
export interface CrewStint {
  crewId: string;
  from: string;
  to: string | null;
}

/** Events that move somebody into a crew, or out of one. */
export type MemberEvent = Extract<RosterEvent, { data: { personId: string } }>;

export function isMemberEvent(event: { type: string }): boolean {
  return event.type === 'CrewMemberAssigned' || event.type === 'CrewMemberReleased';
}

/**
 * Somebody's stints after they were moved; a move that was corrected in the same instant leaves none.
 * @param stints oldest first
 * @param at when it happened, ISO UTC
 */
export function movedStints(stints: readonly CrewStint[], { type, data }: MemberEvent, at: string): CrewStint[] {
  const ended = stints
    .map((stint) => (stint.to === null ? { ...stint, to: at } : stint))
    .filter(({ from, to }) => to === null || to > from);
  return type === 'CrewMemberAssigned' ? [...ended, { crewId: data.crewId, from: at, to: null }] : ended;
}
