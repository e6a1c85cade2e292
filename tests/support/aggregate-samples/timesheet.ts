import fc from 'fast-check';
import { timesheetEvents } from '../../../domain/timesheet/events.ts';
import { timesheet } from '../../../domain/timesheet/timesheet.ts';
import { timesheets } from '../../../projections/timesheets.ts';
import { AT, few, of, SAMPLE_ID, sample, TODAY, WHY } from './sample.ts';

const day = fc.constantFrom(TODAY, '2026-06-16', '2026-06-21', '2026-06-22', 'June');
const done = { today: '2026-06-20', running: [] };
const hours = {
  rule: { weekHours: 2, dayHours: null },
  days: [{ day: TODAY, regular: 90, overtime: 0, sources: [{ kind: 'yard', jobId: null, minutes: 90 }] }],
};
const entry = fc.record({
  entryId: few,
  day,
  minutes: fc.constantFrom(90, 1440, 0),
  kind: fc.constantFrom('yard', 'travel'),
  note: fc.constantFrom(null, 'Saws'),
  addedBy: fc.constant('u'),
  addedAt: fc.constant(AT),
});

export const timesheetSample = sample(timesheet, timesheetEvents, {
  first: { type: 'OpenTimesheet', personId: 'p', personRecord: 'staff', week: TODAY, now: AT },
  commands: fc.oneof(
    fc.record({ type: of('AddTimesheetHours'), entry, today: fc.constant('2026-06-20') }),
    fc.record({ type: of('WithdrawTimesheetHours'), entryId: few }),
    fc.record({
      type: of('SubmitTimesheet'),
      by: few,
      now: fc.constant(AT),
      today: fc.constant('2026-06-20'),
      running: fc.constantFrom([], ['J-1001']),
    }),
    fc.record({ type: of('WithdrawSubmission') }),
    fc.record({ type: of('WithdrawApproval'), by: few, mayApproveOwn: fc.boolean() }),
    fc.record({
      type: of('ApproveTimesheet'),
      by: fc.constantFrom('p', 'u'),
      mayApproveOwn: fc.boolean(),
      now: fc.constant(AT),
      hours: fc.constant(hours),
      today: fc.constant(done.today),
      running: fc.constant(done.running),
    }),
    fc.record({
      type: of('CorrectTimesheet'),
      correction: fc.record({
        correctionId: fc.constantFrom('a', 'b', 'c'),
        day,
        kind: fc.constantFrom('yard', 'travel'),
        jobId: fc.constant(null),
        minutes: fc.constantFrom(60, -60, 0),
        reason: fc.constantFrom('Late clock', ' '),
        correctedBy: few,
        correctedAt: fc.constant(AT),
      }),
      today: fc.constant('2026-06-22'),
      mayApproveOwn: fc.constant(true),
    }),
    fc.record({ type: of('WithdrawCorrection'), correctionId: few, by: few, mayApproveOwn: fc.boolean() }),
  ) as fc.Arbitrary<never>,
  projection: timesheets,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { presence: _, ...shown } = state;
    return { [SAMPLE_ID]: shown };
  },
  // What payroll was told of stays told, and is booked the other way.
  essenceOfDocument: (document) => ({ ...document, bookings: null, bookedAt: null }),
  // Corrections are of what was approved.
  always: (state) => {
    if (state.presence === 'absent') return true;
    const { status, submitted, approved, corrections } = state;
    const isApproved = status === 'approved';
    return isApproved === (approved !== null) && (isApproved || corrections.length === 0) && isDone(status, submitted);
  },
  inClear: {
    [WHY.id]: [
      'TimesheetOpened.personId',
      'TimesheetOpened.personRecord',
      'TimesheetHoursAdded.entryId',
      'TimesheetHoursAdded.addedBy',
      'TimesheetHoursWithdrawn.entryId',
      'TimesheetSubmitted.submittedBy',
      'TimesheetApproved.approvedBy',
      'TimesheetCorrected.correctionId',
      'TimesheetCorrected.jobId',
      'TimesheetCorrected.correctedBy',
      'TimesheetCorrectionWithdrawn.correctionId',
    ],
    [WHY.choice]: ['TimesheetHoursAdded.kind', 'TimesheetApproved.isOwn', 'TimesheetCorrected.kind'],
    [WHY.entered]: [
      'TimesheetOpened.openedAt',
      'TimesheetHoursAdded.addedAt',
      'TimesheetSubmitted.submittedAt',
      'TimesheetApproved.approvedAt',
      'TimesheetCorrected.correctedAt',
    ],
    'hours that are paid: they stay in the books when a person is erased': [
      'TimesheetOpened.week',
      'TimesheetHoursAdded.day',
      'TimesheetHoursAdded.minutes',
      'TimesheetApproved.rule',
      'TimesheetApproved.days',
      'TimesheetCorrected.day',
      'TimesheetCorrected.minutes',
      'TimesheetCorrected.regular',
      'TimesheetCorrected.overtime',
    ],
  },
});

function isDone(status: string, submitted: object | null): boolean {
  return (status === 'open') === (submitted === null);
}
