import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { isDate } from '../kit/times.ts';
import type { DayLock, ScheduleEvent } from './events.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The locked days, whose plan is to stay as it is, by {@link keyOf}. */
export interface ScheduleState {
  locks: ReadonlySet<string>;
}

function keyOf({ day, crewId }: DayLock): string {
  return `${day}/${crewId ?? ''}`;
}

function evolve(state: ScheduleState, event: ScheduleEvent): ScheduleState {
  switch (event.type) {
    case 'DayLocked':
      return { locks: new Set(state.locks).add(keyOf(event.data)) };
    case 'DayUnlocked': {
      const locks = new Set(state.locks);
      locks.delete(keyOf(event.data));
      return { locks };
    }
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** A day of one crew, or of the whole company: the two are locked and unlocked independently. */
export type ScheduleCommand = { type: 'LockDay' | 'UnlockDay' } & DayLock;

function decide({ type, day, crewId }: ScheduleCommand, state: ScheduleState): ScheduleEvent[] {
  if (!isDate(day)) throw new Rejection('invalid', 'The day must be one of the calendar, like 2026-06-15.', 'day');
  const lock = { day, crewId };
  const isLocked = state.locks.has(keyOf(lock));
  switch (type) {
    case 'LockDay':
      return isLocked ? [] : [{ type: 'DayLocked', data: lock }];
    case 'UnlockDay':
      return isLocked ? [{ type: 'DayUnlocked', data: lock }] : [];
    default:
      return unreachable(type);
  }
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse({ type, data }: ScheduleEvent): ScheduleCommand {
  return { type: type === 'DayLocked' ? 'UnlockDay' : 'LockDay', ...data };
}

export const schedule: Decider<ScheduleState, ScheduleCommand, ScheduleEvent> = {
  category: 'schedule',
  whose: 'nobody',
  initial: { locks: new Set() },
  evolve,
  decide,
  inverse,
};
