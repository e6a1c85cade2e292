import { Rejection, unchanged } from '../kit/decider.ts';
import { ERASED } from '../kit/event.ts';
import { isSeen } from '../kit/seen-text.ts';
import { requireLikelyDay } from '../kit/times.ts';
import type { JobEvent } from './events.ts';

// What a crew reports about a job: notes, and who worked how long.

export interface JobNote {
  id: string;
  note: string | null;
  /** The user id of the author. */
  addedBy: string;
  /** ISO UTC. */
  addedAt: string;
}

/** The hours of one person on one day. */
export interface WorkedHours {
  id: string;
  personId: string;
  /** `YYYY-MM-DD` in the company's zone. */
  day: string;
  hours: number;
  /** Cents per hour, the person's own rate on the day, or the company's when they were recorded; null if it was not stored. */
  rate: number | null;
}

export interface JobReport {
  /** Oldest first. */
  notes: readonly JobNote[];
  /** By day. */
  hours: readonly WorkedHours[];
}

export const NO_REPORT: JobReport = { notes: [], hours: [] };

const REPORT_TYPES = ['JobNoteAdded', 'JobNoteWithdrawn', 'JobHoursAdded', 'JobHoursWithdrawn'] as const;
export type ReportEvent = Extract<JobEvent, { type: (typeof REPORT_TYPES)[number] }>;

export function isReportEvent(event: JobEvent): event is ReportEvent {
  return (REPORT_TYPES as readonly string[]).includes(event.type);
}

export function evolveReport(report: JobReport, event: ReportEvent): JobReport {
  const { notes, hours } = report;
  switch (event.type) {
    case 'JobNoteAdded': {
      const { noteId: id, ...rest } = event.data;
      return { notes: withEntry(notes, { id, ...rest }, ({ addedAt }) => addedAt), hours };
    }
    case 'JobNoteWithdrawn':
      return { notes: notes.filter(({ id }) => id !== event.data.noteId), hours };
    case 'JobHoursAdded': {
      const { hoursId: id, ...rest } = event.data;
      return { notes, hours: withEntry(hours, { id, ...rest }, ({ day }) => day) };
    }
    case 'JobHoursWithdrawn':
      return { notes, hours: hours.filter(({ id }) => id !== event.data.hoursId) };
    default:
      return unchanged(report, event);
  }
}

/** Sorted in, so that a restored entry is back where it was. */
function withEntry<Entry extends { id: string }>(
  entries: readonly Entry[],
  added: Entry,
  keyOf: (entry: Entry) => string,
): Entry[] {
  const others = entries.filter(({ id }) => id !== added.id);
  const place = (entry: Entry) => `${keyOf(entry)} ${entry.id}`;
  return [...others, added].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** The report of a job whose person was erased. */
export function erasedReport({ notes, hours }: JobReport): JobReport {
  return { notes: notes.map((each) => ({ ...each, note: ERASED })), hours };
}

export type ReportCommand =
  | { type: 'AddNote'; note: JobNote }
  | { type: 'WithdrawNote'; noteId: string }
  /** @param today in the company's zone, `YYYY-MM-DD` */
  | { type: 'AddHours'; entry: WorkedHours; today: string }
  | { type: 'WithdrawHours'; hoursId: string }
  /** Puts back withdrawn hours. */
  | { type: 'RestoreHours'; entry: WorkedHours };

export function decideReport(command: ReportCommand, { notes, hours }: JobReport): ReportEvent[] {
  switch (command.type) {
    case 'AddNote': {
      const { id, ...note } = command.note;
      if (!isSeen(note.note)) throw new Rejection('invalid', 'Enter the note.', 'note');
      return has(notes, id) ? [] : [{ type: 'JobNoteAdded', data: { noteId: id, ...note } }];
    }
    case 'WithdrawNote':
      return has(notes, command.noteId) ? [{ type: 'JobNoteWithdrawn', data: { noteId: command.noteId } }] : [];
    case 'AddHours':
      requireHours(command.entry, command.today);
      return hoursAdded(command.entry, hours);
    case 'RestoreHours':
      return hoursAdded(command.entry, hours);
    case 'WithdrawHours':
      return has(hours, command.hoursId) ? [{ type: 'JobHoursWithdrawn', data: { hoursId: command.hoursId } }] : [];
  }
}

function hoursAdded({ id, ...entry }: WorkedHours, hours: readonly WorkedHours[]): ReportEvent[] {
  return has(hours, id) ? [] : [{ type: 'JobHoursAdded', data: { hoursId: id, ...entry } }];
}

function has(entries: readonly { id: string }[], id: string): boolean {
  return entries.some((entry) => entry.id === id);
}

/** The most hours that anybody works in a day. */
export const MOST_A_DAY = 24;

function requireHours({ hours, day }: WorkedHours, today: string): void {
  if (hours <= 0 || hours > MOST_A_DAY) {
    throw new Rejection('invalid', `Enter the hours of one day: more than 0, and at most ${MOST_A_DAY}.`, 'hours');
  }
  if (day > today) {
    throw new Rejection('invalid', 'Hours cannot be entered before they were worked.', 'day');
  }
  requireLikelyDay('day', day, today);
}

/** The command that undoes an event of the report. @param before the report before the event */
export function inverseOfReport(event: ReportEvent, before: JobReport): ReportCommand | null {
  switch (event.type) {
    case 'JobNoteAdded':
      return { type: 'WithdrawNote', noteId: event.data.noteId };
    case 'JobHoursAdded':
      return { type: 'WithdrawHours', hoursId: event.data.hoursId };
    case 'JobNoteWithdrawn': {
      const note = before.notes.find(({ id }) => id === event.data.noteId);
      return note ? { type: 'AddNote', note } : null;
    }
    case 'JobHoursWithdrawn': {
      const entry = before.hours.find(({ id }) => id === event.data.hoursId);
      return entry ? { type: 'RestoreHours', entry } : null;
    }
  }
}
