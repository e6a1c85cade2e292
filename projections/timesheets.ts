import type { RecordedEvent } from '../domain/kit/event.ts';
import type { TimesheetEvent } from '../domain/timesheet/events.ts';
import type { Booking } from '../domain/timesheet/payroll.ts';
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
  /** What approvals and corrections changed of what is paid, in the order in which they were made and taken back. */
  bookings: readonly DatedBooking[];
  /** When the newest of them was booked, ISO UTC; null without one. */
  bookedAt: string | null;
  /** ISO UTC. */
  createdAt: string;
}

/** What is taken back is booked again the other way. */
interface DatedBooking extends Booking {
  /** ISO UTC. */
  at: string;
}

const changed =
  <Type extends SheetEvent['type']>(type: Type) =>
  (data: Extract<SheetEvent, { type: Type }>['data'], sheet: Sheet) =>
    sheetChanges(sheet, { type, data } as SheetEvent);

const told = readModel<TimesheetDocument, TimesheetEvent, Pick<TimesheetDocument, 'bookedAt'>, Linked>()({
  name: 'timesheets',
  version: 5,
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
    const bookings = before && after ? bookingsOf(before, after, event) : [];
    if (!after || bookings.length === 0) return after;
    return { ...after, bookings: [...after.bookings, ...bookings], bookedAt: event.metadata.recordedAt };
  },
};

type Paid = Pick<TimesheetDocument, 'week' | 'approved' | 'corrections'>;

/** By when it was recorded: a step that an undo brings back keeps the time at which it was made. */
function bookingsOf(before: Paid, after: Paid, { type, metadata }: RecordedEvent): DatedBooking[] {
  const common = { at: metadata.recordedAt, stands: after.approved !== null };
  if (type === 'TimesheetApproved' || type === 'TimesheetApprovalWithdrawn') {
    return [
      ...daysOf(before).map((each) => booked('hours', each, { ...common, sign: -1 })),
      ...daysOf(after).map((each) => booked('hours', each, { ...common, sign: 1 })),
    ];
  }
  const sign = after.corrections.length > before.corrections.length ? 1 : -1;
  const [longer, shorter] = sign > 0 ? [after, before] : [before, after];
  const known = new Set(shorter.corrections.map(({ correctionId }) => correctionId));
  const changed = longer.corrections.filter(({ correctionId }) => !known.has(correctionId));
  return changed.map((each) => booked('correction', each, { ...common, sign }));
}

type PaidDay = Omit<Booking, 'entry' | 'stands'>;

/** What an approval has; of one without hours a day without any, because it is booked too. */
function daysOf({ week, approved }: Paid): readonly PaidDay[] {
  if (approved?.days.length === 0) return [{ day: week, regular: 0, overtime: 0 }];
  return approved?.days ?? [];
}

function booked(
  entry: Booking['entry'],
  { day, regular, overtime }: PaidDay,
  { sign, ...common }: { sign: 1 | -1; at: string; stands: boolean },
): DatedBooking {
  return { entry, day, regular: sign * regular || 0, overtime: sign * overtime || 0, ...common };
}
