import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import type { CalendarEvent } from './events.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The link of each calendar; revoked ones are left out. */
export interface CalendarState {
  links: ReadonlyMap<string, string>;
}

function evolve(state: CalendarState, event: CalendarEvent): CalendarState {
  const links = new Map(state.links);
  switch (event.type) {
    case 'CalendarShared':
    case 'CalendarLinkRestored':
      return { links: links.set(event.data.calendarId, event.data.linkId) };
    case 'CalendarLinkRevoked':
      links.delete(event.data.calendarId);
      return { links };
    default:
      return unchanged(state, event);
  }
}

/** The calendar that a link opens; null if it no longer opens any. */
export function calendarOfLink({ links }: CalendarState, linkId: string): string | null {
  return [...links].find(([, each]) => each === linkId)?.[0] ?? null;
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type CalendarCommand =
  /** A calendar that has a link keeps it. */
  | { type: 'ShareCalendar'; calendarId: string; linkId: string }
  | { type: 'RevokeLink'; calendarId: string }
  /** Puts back a link when its revocation is undone. */
  | { type: 'RestoreLink'; calendarId: string; linkId: string };

function decide(command: CalendarCommand, { links }: CalendarState): CalendarEvent[] {
  const { type, calendarId } = command;
  const known = links.get(calendarId);
  switch (type) {
    case 'ShareCalendar':
      return known ? [] : [{ type: 'CalendarShared', data: { calendarId, linkId: command.linkId } }];
    case 'RevokeLink':
      return known ? [{ type: 'CalendarLinkRevoked', data: { calendarId, linkId: known } }] : [];
    case 'RestoreLink': {
      const { linkId } = command;
      if (known === linkId) return [];
      if (known) throw new Rejection('conflict', 'This calendar has a new link. Revoke that first.');
      return [{ type: 'CalendarLinkRestored', data: { calendarId, linkId } }];
    }
    default:
      return unreachable(type);
  }
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse({ type, data }: CalendarEvent): CalendarCommand {
  const { calendarId, linkId } = data;
  return type === 'CalendarLinkRevoked'
    ? { type: 'RestoreLink', calendarId, linkId }
    : { type: 'RevokeLink', calendarId };
}

export const calendar: Decider<CalendarState, CalendarCommand, CalendarEvent> = {
  category: 'calendar',
  whose: 'nobody',
  initial: { links: new Map() },
  evolve,
  decide,
  inverse,
};
