import type { TimesheetCommand } from '../../domain/timesheet/timesheet.ts';
import { timesheet } from '../../domain/timesheet/timesheet.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { type TimesheetDocument, timesheets } from '../../projections/timesheets.ts';
import type { RecordKind } from '../kit/context.ts';
import { recordKind } from '../kit/records.ts';
import { hoursOfOneDay } from './day-hours.ts';
import { presentSheets, presentTold } from './present.ts';
import type { TimesheetRecord } from './schema.ts';

function sentBy(command: TimesheetCommand, { id: by, role }: CurrentUser): TimesheetCommand {
  switch (command.type) {
    case 'SubmitTimesheet':
      return { ...command, by };
    case 'ApproveTimesheet':
    case 'WithdrawApproval':
    case 'WithdrawCorrection':
      return { ...command, by, mayApproveOwn: role === 'owner' };
    case 'CorrectTimesheet': {
      const correction = { ...command.correction, correctedBy: by };
      return { ...command, correction, mayApproveOwn: role === 'owner' };
    }
    default:
      return command;
  }
}

/** The hours of a person in a week. */
export const timesheetKind: RecordKind<TimesheetCommand, TimesheetDocument, TimesheetRecord> = {
  ...recordKind({
    decider: timesheet,
    projection: timesheets,
    area: 'timesheets',
    title: ({ week }: TimesheetDocument) => `Hours of the week of ${week}`,
    present: presentTold,
    sentBy,
    across: hoursOfOneDay,
    own: {
      where: async (_, { id }) => ({ personId: id }),
      includes: async (_, { id }, { personId }) => personId === id,
      takesBack: [
        'TimesheetOpened',
        'TimesheetHoursAdded',
        'TimesheetHoursWithdrawn',
        'TimesheetSubmitted',
        'TimesheetSubmissionWithdrawn',
      ],
    },
    partOf: ({ personId }) => ({ category: 'staff', id: personId }),
  }),
  // What was worked follows from more than the week's own events.
  show: presentSheets,
};
