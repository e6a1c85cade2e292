import type { RecordedEvent } from '../domain/kit/event.ts';
import type { Correction, TimesheetEvent } from '../domain/timesheet/events.ts';
import { EMPTY_SHEET, type Sheet, type SheetEvent, sheetChanges } from '../domain/timesheet/sheet.ts';
import type { Fields, RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';
import type { PersonDocument } from './staff.ts';

/** Whose hours they are. */
const ofPerson = {
  collection: 'people',
  by: 'personId',
  fields: { personName: 'name' },
} as const satisfies LinkTo<PersonDocument>;

type Linked = Record<keyof typeof ofPerson.fields, string | null>;

/** The hours of one person in one week, as far as people entered and approved them: see `timesheetIdOf`. */
export interface TimesheetDocument extends RecordDocument, Sheet, Linked {
  personId: string;
  personRecord: string;
  /** Its Monday, `YYYY-MM-DD`. */
  week: string;
  /** What its corrections changed of what is paid, in the order in which they were made and taken back. */
  bookings: readonly Booking[];
  /** When the newest of them was booked, ISO UTC; null without one. */
  bookedAt: string | null;
  /** ISO UTC. */
  createdAt: string;
}

/** A correction as payroll is told of it; one that was taken back is booked again the other way. */
export interface Booking extends Pick<Correction, 'day' | 'regular' | 'overtime'> {
  /** ISO UTC. */
  at: string;
}

const changed =
  <Type extends SheetEvent['type']>(type: Type) =>
  (data: Extract<SheetEvent, { type: Type }>['data'], sheet: Sheet) =>
    sheetChanges(sheet, { type, data } as SheetEvent);

const told = readModel<TimesheetDocument, TimesheetEvent, Pick<TimesheetDocument, 'bookedAt'>, Linked>()({
  name: 'timesheets',
  version: 3,
  of: 'timesheet',
  indexes: [
    ['week'],
    ['status', 'week'],
    ['personId', 'week'],
    ['bookedAt'],
    // Used to erase them along with their person.
    ['personRecord', 'personId'],
    ['personId'],
  ],
  search: [],
  links: [ofPerson],
  first: {
    TimesheetOpened: ({ openedAt, ...fields }) => ({ ...fields, ...EMPTY_SHEET, bookings: [], createdAt: openedAt }),
  },
  after: {
    TimesheetHoursAdded: changed('TimesheetHoursAdded'),
    TimesheetHoursWithdrawn: changed('TimesheetHoursWithdrawn'),
    TimesheetSubmitted: changed('TimesheetSubmitted'),
    TimesheetSubmissionWithdrawn: changed('TimesheetSubmissionWithdrawn'),
    TimesheetApproved: changed('TimesheetApproved'),
    TimesheetApprovalWithdrawn: changed('TimesheetApprovalWithdrawn'),
    TimesheetCorrected: changed('TimesheetCorrected'),
    TimesheetCorrectionWithdrawn: changed('TimesheetCorrectionWithdrawn'),
    TimesheetErased: (data, sheet) => ({ ...sheetChanges(sheet, { type: 'TimesheetErased', data }), erased: true }),
  },
  derived: ({ bookings }) => ({ bookedAt: bookings.at(-1)?.at ?? null }),
});

export const timesheets: typeof told = {
  ...told,
  evolve(before, event, id) {
    const after = told.evolve(before, event, id) as Fields<TimesheetDocument> | null;
    const booking = before && after && bookingOf(before, after, event);
    return booking ? { ...after, bookings: [...after.bookings, booking], bookedAt: booking.at } : after;
  },
};

type Corrected = Pick<TimesheetDocument, 'corrections'>;

/** By when it was recorded: a correction that an undo brings back keeps the time at which it was made. */
function bookingOf(before: Corrected, after: Corrected, { metadata }: RecordedEvent): Booking | null {
  const one = after.corrections.length - before.corrections.length;
  const [longer, shorter] = one > 0 ? [after, before] : [before, after];
  const known = new Set(shorter.corrections.map(({ correctionId }) => correctionId));
  const changed = longer.corrections.find(({ correctionId }) => !known.has(correctionId));
  if (!changed) return null;
  const { day, regular, overtime } = changed;
  return { day, regular: one * regular || 0, overtime: one * overtime || 0, at: metadata.recordedAt };
}
