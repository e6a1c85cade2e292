import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { type Presence, presenceWords, present } from '../kit/presence.ts';
import { isSeen } from '../kit/seen-text.ts';
import { requireDay } from '../kit/times.ts';
import type { Approval, Correction, HoursEntry, TimesheetEvent } from './events.ts';
import { paidSum, withOvertime } from './overtime.ts';
import { sourceKey } from './reckoning.ts';
import { approvedSources, EMPTY_SHEET, type Sheet, sheetChanges } from './sheet.ts';
import { daysOf, MINUTES_OF_DAY, type OvertimeRule, spokenMinutes, TIMESHEET_LIMITS, weekOf } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Timesheet extends Sheet {
  personId: string;
  /** Its Monday. */
  week: string;
  isErased?: true;
}

export type TimesheetState = Presence<Timesheet>;

function evolve(state: TimesheetState, event: TimesheetEvent): TimesheetState {
  if (event.type === 'TimesheetOpened') {
    const { personId, week } = event.data;
    return state.presence === 'absent' ? { presence: 'present', personId, week, ...EMPTY_SHEET } : state;
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'TimesheetHoursAdded':
    case 'TimesheetHoursWithdrawn':
    case 'TimesheetSubmitted':
    case 'TimesheetSubmissionWithdrawn':
    case 'TimesheetApproved':
    case 'TimesheetApprovalWithdrawn':
    case 'TimesheetCorrected':
    case 'TimesheetCorrectionWithdrawn':
      return { ...state, ...sheetChanges(state, event) };
    case 'TimesheetErased':
      return { ...state, ...sheetChanges(state, event), isErased: true };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Who acts, and whether they may do it for anybody, or on their own hours. */
interface Approving {
  by: string;
  mayApproveOwn: boolean;
}

export type NewCorrection = Omit<Correction, 'regular' | 'overtime'>;

export type TimesheetCommand =
  /** Comes before a command that may be the week's first. */
  | { type: 'OpenTimesheet'; personId: string; personRecord: 'staff' | 'user'; week: string; now: string }
  /** @param today in the company's zone */
  | { type: 'AddTimesheetHours'; entry: HoursEntry; today: string }
  | { type: 'RestoreTimesheetHours'; entry: HoursEntry }
  | { type: 'WithdrawTimesheetHours'; entryId: string }
  /** @param running what to call the jobs whose clock still runs for the person */
  | { type: 'SubmitTimesheet'; by: string; now: string; today: string; running: readonly string[] }
  | { type: 'WithdrawSubmission' }
  | ({ type: 'ApproveTimesheet'; hours: Pick<Approval, 'days' | 'rule'>; now: string } & {
      today: string;
      running: readonly string[];
    } & Approving)
  | ({ type: 'WithdrawApproval' } & Approving)
  | ({ type: 'CorrectTimesheet'; correction: NewCorrection; today: string } & Omit<Approving, 'by'>)
  | ({ type: 'WithdrawCorrection'; correctionId: string } & Approving)
  /** A step that leaves nothing to take back. */
  | { type: 'KeepTimesheet' }
  | { type: 'EraseTimesheet' };

const TIMESHEET = presenceWords('timesheet');

function decide(command: TimesheetCommand, state: TimesheetState): TimesheetEvent[] {
  switch (command.type) {
    case 'OpenTimesheet':
      return open(command, state);
    case 'AddTimesheetHours':
      requireHours(command, present(state, TIMESHEET));
      return added(command.entry, present(state, TIMESHEET));
    case 'RestoreTimesheetHours':
      return added(command.entry, present(state, TIMESHEET));
    case 'WithdrawTimesheetHours':
      return withdrawn(command.entryId, present(state, TIMESHEET));
    case 'SubmitTimesheet':
      return submit(command, present(state, TIMESHEET));
    case 'WithdrawSubmission':
      return withdrawSubmission(present(state, TIMESHEET));
    case 'ApproveTimesheet':
      return approve(command, present(state, TIMESHEET));
    case 'WithdrawApproval':
      return withdrawApproval(command, present(state, TIMESHEET));
    case 'CorrectTimesheet':
      return correct(command, present(state, TIMESHEET));
    case 'WithdrawCorrection':
      return withdrawCorrection(command, present(state, TIMESHEET));
    case 'KeepTimesheet':
      return [];
    case 'EraseTimesheet':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'TimesheetErased', data: {} }];
    default:
      return unreachable(command);
  }
}

function open(
  { personId, personRecord, week, now }: Extract<TimesheetCommand, { type: 'OpenTimesheet' }>,
  { presence }: TimesheetState,
): TimesheetEvent[] {
  requireDay('week', week);
  if (weekOf(week) !== week) throw new Rejection('invalid', `A week begins on a Monday: ${weekOf(week)}.`, 'week');
  const data = { personId, personRecord, week, openedAt: now };
  return presence === 'absent' ? [{ type: 'TimesheetOpened', data }] : [];
}

function requireHours({ entry, today }: { entry: HoursEntry; today: string }, { week }: Timesheet): void {
  const { day, minutes } = entry;
  requireDay('day', day);
  if (!daysOf(week).includes(day)) {
    throw new Rejection('invalid', `${day} is not in the week of ${week}. Enter it in its own week.`, 'day');
  }
  if (day > today) throw new Rejection('invalid', 'Hours cannot be entered before they were worked.', 'day');
  if (minutes > 0 && minutes <= MINUTES_OF_DAY) return;
  throw new Rejection('invalid', 'Enter the time of one day, like 1:30 or 1.5: more than 0, and at most 24.', 'hours');
}

function added(entry: HoursEntry, { status, week, entries }: Timesheet): TimesheetEvent[] {
  if (entries.some(({ entryId }) => entryId === entry.entryId)) return [];
  requireUnlocked(status, week);
  if (entries.length >= TIMESHEET_LIMITS.entries) {
    throw new Rejection('conflict', `A week has room for ${TIMESHEET_LIMITS.entries} entries. Take some together.`);
  }
  return [{ type: 'TimesheetHoursAdded', data: entry }];
}

function withdrawn(entryId: string, { status, week, entries }: Timesheet): TimesheetEvent[] {
  if (!entries.some((each) => each.entryId === entryId)) return [];
  requireUnlocked(status, week);
  return [{ type: 'TimesheetHoursWithdrawn', data: { entryId } }];
}

/** Why hours of an approved week are refused, with what to do. */
export function lockedRejection(week: string, whose = 'These hours'): Rejection {
  const locked = `${whose} of the week of ${week} are approved and locked.`;
  return new Rejection('conflict', `${locked} The office can record a correction, or take back the approval first.`);
}

function requireUnlocked(status: Timesheet['status'], week: string): void {
  if (status === 'approved') throw lockedRejection(week, 'The hours');
}

/** @throws Rejection for a week to come, and while a clock runs: nobody knows yet what it will come to */
function requireDone(
  act: 'submitted' | 'approved',
  { today, running }: { today: string; running: readonly string[] },
  { week }: Timesheet,
): void {
  if (week > today) throw new Rejection('conflict', `This week begins on ${week}. It can be ${act} from then on.`);
  if (running.length === 0) return;
  const stop = running.length === 1 ? 'it' : 'them';
  const message = `The clock still runs on ${running.join(', ')}. Pause or complete ${stop} before the week is ${act}.`;
  throw new Rejection('conflict', message);
}

function submit(command: Extract<TimesheetCommand, { type: 'SubmitTimesheet' }>, sheet: Timesheet): TimesheetEvent[] {
  if (sheet.status !== 'open') return [];
  requireDone('submitted', command, sheet);
  return [{ type: 'TimesheetSubmitted', data: { submittedBy: command.by, submittedAt: command.now } }];
}

function withdrawSubmission({ status, week }: Timesheet): TimesheetEvent[] {
  requireUnlocked(status, week);
  return status === 'open' ? [] : [{ type: 'TimesheetSubmissionWithdrawn', data: {} }];
}

/** @throws Rejection for whoever may not do this to their own hours */
function requireSomeoneElse(act: string, { by, mayApproveOwn }: Approving, personId: string): void {
  if (by === personId && !mayApproveOwn) throw new Rejection('forbidden', `Someone else has to ${act} your own hours.`);
}

function approve(command: Extract<TimesheetCommand, { type: 'ApproveTimesheet' }>, sheet: Timesheet): TimesheetEvent[] {
  const { by, hours, now } = command;
  if (sheet.status === 'approved') return [];
  if (sheet.status === 'open') {
    throw new Rejection(
      'conflict',
      'This week is not submitted yet. Submit it first, for somebody without an account too.',
    );
  }
  requireSomeoneElse('approve', command, sheet.personId);
  requireDone('approved', command, sheet);
  const { days, rule } = hours;
  return [
    { type: 'TimesheetApproved', data: { approvedBy: by, isOwn: by === sheet.personId, approvedAt: now, rule, days } },
  ];
}

function withdrawApproval(who: Approving, { status, corrections, personId }: Timesheet): TimesheetEvent[] {
  if (status !== 'approved') return [];
  requireSomeoneElse('take back the approval of', who, personId);
  if (corrections.length > 0) {
    throw new Rejection('conflict', 'This week has corrections. Take those back first, the newest first.');
  }
  return [{ type: 'TimesheetApprovalWithdrawn', data: {} }];
}

function correct(command: Extract<TimesheetCommand, { type: 'CorrectTimesheet' }>, sheet: Timesheet): TimesheetEvent[] {
  const { correction, today, mayApproveOwn } = command;
  const { approved, corrections, week, personId } = sheet;
  if (corrections.some(({ correctionId }) => correctionId === correction.correctionId)) return [];
  if (!approved) {
    throw new Rejection('conflict', 'This week is not approved yet. Change its hours instead of correcting them.');
  }
  requireSomeoneElse('correct', { by: correction.correctedBy, mayApproveOwn }, personId);
  requireCorrection(correction, today, week);
  requireEnoughLeft(correction, sheet);
  const before = paidOf(sheet, approved.rule);
  const after = paidOf({ approved, corrections: [...corrections, { ...correction, ...before }] }, approved.rule);
  const changes = { regular: after.regular - before.regular, overtime: after.overtime - before.overtime };
  return [{ type: 'TimesheetCorrected', data: { ...correction, ...changes } }];
}

function requireCorrection({ day, minutes, reason }: NewCorrection, today: string, week: string): void {
  requireDay('day', day);
  if (!daysOf(week).includes(day)) throw new Rejection('invalid', `${day} is not in the week of ${week}.`, 'day');
  if (day > today) throw new Rejection('invalid', 'Hours cannot be entered before they were worked.', 'day');
  if (minutes === 0 || Math.abs(minutes) > MINUTES_OF_DAY) {
    throw new Rejection('invalid', 'Enter how much more or less it is, like 1:30 or -0:30, at most 24 hours.', 'hours');
  }
  if (!isSeen(reason)) throw new Rejection('invalid', 'Enter why it is corrected: the person is shown it.', 'reason');
}

/** @throws Rejection for taking away more than there is of a day, or for more than a day has */
function requireEnoughLeft({ day, kind, jobId, minutes }: NewCorrection, sheet: Timesheet): void {
  const ofDay = approvedSources(sheet).filter((each) => each.day === day);
  const sum = (sources: readonly { minutes: number }[]) => sources.reduce((all, each) => all + each.minutes, 0);
  const same = sum(ofDay.filter((each) => sourceKey(each) === sourceKey({ kind, jobId })));
  if (same + minutes < 0) {
    const message = `Only ${spokenMinutes(same)} of this are approved on ${day}. Take away no more than that.`;
    throw new Rejection('invalid', message, 'hours');
  }
  const all = sum(ofDay);
  if (all + minutes > MINUTES_OF_DAY) {
    const message = `${day} has ${spokenMinutes(all)} already: with this it would be ${spokenMinutes(all + minutes)}.`;
    throw new Rejection('invalid', `${message} A day has 24 hours.`, 'hours');
  }
}

/** What is paid of a locked week, by the rule that it was approved under. */
function paidOf(sheet: Parameters<typeof approvedSources>[0], rule: OvertimeRule) {
  const byDay = Map.groupBy(approvedSources(sheet), ({ day }) => day);
  const days = [...byDay.keys()].sort();
  return paidSum(
    withOvertime(
      days.map((day) => (byDay.get(day) ?? []).reduce((all, { minutes }) => all + minutes, 0)),
      rule,
    ),
  );
}

function withdrawCorrection(
  { correctionId, ...who }: { correctionId: string } & Approving,
  { corrections, personId }: Timesheet,
): TimesheetEvent[] {
  if (!corrections.some((each) => each.correctionId === correctionId)) return [];
  requireSomeoneElse('correct', who, personId);
  if (corrections.at(-1)?.correctionId !== correctionId) {
    throw new Rejection('conflict', 'A newer correction was reckoned on this one. Take that back first.');
  }
  return [{ type: 'TimesheetCorrectionWithdrawn', data: { correctionId } }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The inverse names whoever acted, with the rights they had; whoever undoes it sends it with their own. */
function inverse(event: TimesheetEvent, before: TimesheetState): TimesheetCommand | null {
  if (event.type === 'TimesheetOpened') return { type: 'KeepTimesheet' };
  if (event.type === 'TimesheetErased' || before.presence === 'absent') return null;
  const { week, submitted, approved } = before;
  // A step that is brought back was in order when it was done.
  const done = { today: week, running: [] };
  switch (event.type) {
    case 'TimesheetHoursAdded':
      return { type: 'WithdrawTimesheetHours', entryId: event.data.entryId };
    case 'TimesheetHoursWithdrawn': {
      const entry = before.entries.find(({ entryId }) => entryId === event.data.entryId);
      return entry ? { type: 'RestoreTimesheetHours', entry } : null;
    }
    case 'TimesheetSubmitted':
      return { type: 'WithdrawSubmission' };
    case 'TimesheetSubmissionWithdrawn':
      return submitted && { type: 'SubmitTimesheet', by: submitted.submittedBy, now: submitted.submittedAt, ...done };
    case 'TimesheetApproved':
      return { type: 'WithdrawApproval', by: event.data.approvedBy, mayApproveOwn: true };
    case 'TimesheetApprovalWithdrawn': {
      if (!approved) return null;
      const { approvedBy: by, isOwn: mayApproveOwn, approvedAt: now, days, rule } = approved;
      return { type: 'ApproveTimesheet', by, mayApproveOwn, now, hours: { days, rule }, ...done };
    }
    case 'TimesheetCorrected': {
      const { correctionId, correctedBy: by } = event.data;
      return { type: 'WithdrawCorrection', correctionId, by, mayApproveOwn: true };
    }
    case 'TimesheetCorrectionWithdrawn': {
      const taken = before.corrections.find(({ correctionId }) => correctionId === event.data.correctionId);
      if (!taken) return null;
      const { regular: _, overtime: __, ...correction } = taken;
      return { type: 'CorrectTimesheet', correction, today: correction.day, mayApproveOwn: true };
    }
    default:
      return unreachable(event);
  }
}

export const timesheet: Decider<TimesheetState, TimesheetCommand, TimesheetEvent> = {
  category: 'timesheet',
  whose: {
    begins: 'TimesheetOpened',
    follows: [
      { category: 'staff', by: 'personId', when: { personRecord: 'staff' } },
      { category: 'user', by: 'personId', when: { personRecord: 'user' } },
    ],
    erase: { type: 'EraseTimesheet' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
