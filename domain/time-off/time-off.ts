import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { erasedFields, partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral } from '../kit/presence.ts';
import { requireDay } from '../kit/times.ts';
import {
  type CountedBy,
  type Decision,
  type TimeOffDetails,
  type TimeOffEvent,
  timeOffDecision,
  timeOffDetails,
} from './events.ts';
import { daysOff, TIME_OFF_LIMITS } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

type Status = 'pending' | 'approved' | 'denied';

interface TimeOff {
  employeeId: string;
  /** The account of whoever asked. */
  requestedBy: string;
  details: TimeOffDetails;
  status: Status;
  /** Null until somebody decides. */
  decision: Decision | null;
  /** What its days count by once they are approved. */
  countedBy: CountedBy | null;
  isErased?: true;
}

export type TimeOffState = Presence<TimeOff>;

/** The personal fields of a request whose person was erased. */
export const ERASED_TIME_OFF = erasedFields(timeOffDetails);
const ERASED_DECISION = erasedFields(timeOffDecision);

/** A decision on the request of somebody who was erased: what it was stays, and who made it. */
export function erasedDecision(decision: Decision | null): Decision | null {
  return decision && { ...decision, ...ERASED_DECISION };
}

/** An approval as a decision, and what the days count by. */
export function approvalOf({
  countedBy,
  ...decision
}: Extract<TimeOffEvent, { type: 'TimeOffApproved' }>['data']): Pick<TimeOff, 'decision' | 'countedBy'> {
  return { decision, countedBy };
}

function evolve(state: TimeOffState, event: TimeOffEvent): TimeOffState {
  if (event.type === 'TimeOffRequested') {
    const { employeeId, requestedBy } = event.data;
    const details = partOf(timeOffDetails, event.data);
    return {
      presence: 'present',
      employeeId,
      requestedBy,
      details,
      status: 'pending',
      decision: null,
      countedBy: null,
    };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'TimeOffApproved':
      return { ...state, status: 'approved', ...approvalOf(event.data) };
    case 'TimeOffDenied':
      return { ...state, status: 'denied', decision: event.data };
    case 'TimeOffReopened':
      return { ...state, status: 'pending', decision: null, countedBy: null };
    case 'TimeOffWithdrawn':
      return { ...state, presence: 'removed' };
    case 'TimeOffRestored':
      return { ...state, presence: 'present' };
    case 'TimeOffErased':
      return {
        ...state,
        details: { ...state.details, ...ERASED_TIME_OFF },
        decision: erasedDecision(state.decision),
        isErased: true,
      };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type TimeOffCommand =
  | {
      type: 'RequestTimeOff';
      employeeId: string;
      /** Their kind of record: staff, or only an account. */
      employeeRecord: 'staff' | 'user';
      details: TimeOffDetails;
      requestedBy: string;
      now: string;
    }
  /** @param mayApproveOwn whether they may approve their own time off, as owners may */
  | {
      type: 'DecideTimeOff';
      status: 'approved' | 'denied';
      /** Why, as the person is told; null for no words. */
      reason: string | null;
      /** The working days and holidays that are set; of those, an approval keeps the ones within its days. */
      countedBy: CountedBy | null;
      by: string;
      mayApproveOwn: boolean;
    }
  | { type: 'ReopenTimeOff' }
  /** @param mayForAll whether they may do this for anybody's time off, as owners may */
  | { type: 'WithdrawTimeOff' | 'RestoreTimeOff'; by: string; mayForAll: boolean }
  /** What still waits for a decision is withdrawn: nobody can decide it any more. */
  | { type: 'EraseTimeOff' };

const REQUEST = presenceWords('time-off request');

function decide(command: TimeOffCommand, state: TimeOffState): TimeOffEvent[] {
  switch (command.type) {
    case 'RequestTimeOff': {
      const { employeeId, employeeRecord, details, requestedBy, now } = command;
      requireNew(state, REQUEST);
      requireDays(details);
      const data = { ...details, employeeId, employeeRecord, requestedBy, requestedAt: now };
      return [{ type: 'TimeOffRequested', data }];
    }
    case 'DecideTimeOff':
      return decideOn(command, present(state, REQUEST));
    case 'ReopenTimeOff':
      return present(state, REQUEST).status === 'pending' ? [] : [{ type: 'TimeOffReopened', data: {} }];
    case 'WithdrawTimeOff':
      return ofTheirs(command, state, removal(state, REQUEST, { type: 'TimeOffWithdrawn', data: {} }));
    case 'RestoreTimeOff':
      return ofTheirs(command, state, restoral(state, REQUEST, { type: 'TimeOffRestored', data: {} }));
    case 'EraseTimeOff':
      return erase(state);
    default:
      return unreachable(command);
  }
}

function decideOn(
  { status, reason, countedBy, by, mayApproveOwn }: Extract<TimeOffCommand, { type: 'DecideTimeOff' }>,
  { status: before, employeeId, details: { startDate, endDate } }: TimeOff,
): TimeOffEvent[] {
  if (status === before) return [];
  if (before !== 'pending') {
    throw new Rejection('conflict', `This request is already ${before}. Undo that, or make a new request.`);
  }
  const data = { decidedBy: by, isOwn: by === employeeId, reason };
  if (status === 'denied') return [{ type: 'TimeOffDenied', data }];
  if (data.isOwn && !mayApproveOwn) {
    throw new Rejection('forbidden', 'Someone else has to approve your own time off.');
  }
  const within = countedBy?.holidays.filter((day) => startDate <= day && day <= endDate) ?? [];
  return [{ type: 'TimeOffApproved', data: { ...data, countedBy: countedBy && { ...countedBy, holidays: within } } }];
}

/** @throws Rejection if something would change and this person may not change it */
function ofTheirs(
  { type, by, mayForAll }: Extract<TimeOffCommand, { mayForAll: boolean }>,
  state: TimeOffState,
  events: TimeOffEvent[],
): TimeOffEvent[] {
  const isTheirs = state.presence !== 'absent' && [state.employeeId, state.requestedBy].includes(by);
  if (events.length === 0 || mayForAll || isTheirs) return events;
  const act = type === 'WithdrawTimeOff' ? 'withdraw this time off' : 'bring this time off back';
  throw new Rejection('forbidden', `Only the person it is for, the person who asked for it, or an owner can ${act}.`);
}

/** @throws Rejection for an invalid day, an end before the start, too long a time, or half of several days */
export function requireDays({
  startDate,
  endDate,
  half,
}: Pick<TimeOffDetails, 'startDate' | 'endDate' | 'half'>): void {
  requireDay('startDate', startDate);
  requireDay('endDate', endDate);
  if (endDate < startDate) {
    throw new Rejection('invalid', 'The last day must not be before the first.', 'endDate');
  }
  if (daysOff(startDate, endDate) > TIME_OFF_LIMITS.days) {
    const message = `A request can be for at most ${TIME_OFF_LIMITS.days} days. Make another one for the rest.`;
    throw new Rejection('invalid', message, 'endDate');
  }
  if (half !== null && startDate !== endDate) {
    const message = 'A morning or an afternoon is of one day. Choose the same first and last day, or whole days.';
    throw new Rejection('invalid', message, 'half');
  }
}

function erase(state: TimeOffState): TimeOffEvent[] {
  if (state.presence === 'absent' || state.isErased) return [];
  const erased: TimeOffEvent = { type: 'TimeOffErased', data: {} };
  const isOpen = state.presence === 'present' && state.status === 'pending';
  return isOpen ? [{ type: 'TimeOffWithdrawn', data: {} }, erased] : [erased];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The inverse names whoever acted, with the rights they had; whoever undoes it sends it with their own. */
function inverse(event: TimeOffEvent, before: TimeOffState): TimeOffCommand | null {
  switch (event.type) {
    case 'TimeOffRequested':
      return { type: 'WithdrawTimeOff', by: event.data.requestedBy, mayForAll: false };
    case 'TimeOffRestored':
    case 'TimeOffWithdrawn': {
      if (before.presence === 'absent') return null;
      const type = event.type === 'TimeOffRestored' ? 'WithdrawTimeOff' : 'RestoreTimeOff';
      return { type, by: before.requestedBy, mayForAll: false };
    }
    case 'TimeOffApproved':
    case 'TimeOffDenied':
      return { type: 'ReopenTimeOff' };
    case 'TimeOffReopened': {
      if (before.presence === 'absent' || before.status === 'pending' || !before.decision) return null;
      const { status, decision, countedBy } = before;
      const { decidedBy: by, isOwn: mayApproveOwn, reason } = decision;
      return { type: 'DecideTimeOff', status, reason, countedBy, by, mayApproveOwn };
    }
    case 'TimeOffErased':
      return null;
    default:
      return unreachable(event);
  }
}

export const timeOff: Decider<TimeOffState, TimeOffCommand, TimeOffEvent> = {
  category: 'time_off',
  noun: REQUEST.noun,
  whose: {
    begins: 'TimeOffRequested',
    follows: [
      { category: 'staff', by: 'employeeId', when: { employeeRecord: 'staff' } },
      { category: 'user', by: 'employeeId', when: { employeeRecord: 'user' } },
    ],
    erase: { type: 'EraseTimeOff' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
