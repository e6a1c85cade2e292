import type { TimesheetEvent } from '../domain/timesheet/events.ts';
import { EMPTY_SHEET, type Sheet, type SheetEvent, sheetChanges } from '../domain/timesheet/sheet.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** The hours of one person in one week, as far as people entered and approved them: see `timesheetIdOf`. */
export interface TimesheetDocument extends RecordDocument, Sheet {
  personId: string;
  personRecord: string;
  /** Its Monday, `YYYY-MM-DD`. */
  week: string;
  /** When its newest correction was made, ISO UTC; null without one. */
  correctedAt: string | null;
  /** ISO UTC. */
  createdAt: string;
}

const changed =
  <Type extends SheetEvent['type']>(type: Type) =>
  (data: Extract<SheetEvent, { type: Type }>['data'], sheet: Sheet) =>
    sheetChanges(sheet, { type, data } as SheetEvent);

export const timesheets = readModel<TimesheetDocument, TimesheetEvent, Pick<TimesheetDocument, 'correctedAt'>>()({
  name: 'timesheets',
  version: 1,
  of: 'timesheet',
  indexes: [
    ['week'],
    ['status', 'week'],
    ['personId', 'week'],
    ['correctedAt'],
    // Used to erase them along with their person.
    ['personRecord', 'personId'],
    ['personId'],
  ],
  search: [],
  first: { TimesheetOpened: ({ openedAt, ...fields }) => ({ ...fields, ...EMPTY_SHEET, createdAt: openedAt }) },
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
  derived: ({ corrections }) => ({ correctedAt: corrections.at(-1)?.correctedAt ?? null }),
});
