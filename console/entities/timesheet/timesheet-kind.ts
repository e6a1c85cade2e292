import type { TimesheetRecord } from '../../../api/timesheets/schema.ts';
import { spokenMinutes, TIMESHEET_STATUS_LABELS } from '../../../domain/timesheet/terms.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { formatDay } from '../../ui/values/format.ts';
import { formatWeek, sourceName, TIMESHEETS, timesheetPath } from './timesheet.ts';

const told = { readOnly: true, onlyInHistory: true } as const;

type Row = Pick<TimesheetRecord['entries'][number], 'day' | 'minutes' | 'kind'>;

/** `Jun 15, 2026: 1:30 Yard` for each. */
function formatRows(value: unknown): string {
  const rows = (value ?? []) as Row[];
  return rows
    .map((row) => `${formatDay(row.day)}: ${spokenMinutes(row.minutes)} ${sourceName({ ...row, jobNumber: null })}`)
    .join(', ');
}

/** A week of hours in its history: what it comes to is on its page. */
export const timesheetKind: RecordKind<TimesheetRecord> = {
  category: 'timesheet',
  collections: TIMESHEETS,
  noun: 'timesheet',
  fields: [
    { name: 'status', label: 'Status', kind: 'choice', labels: TIMESHEET_STATUS_LABELS, ...told },
    { name: 'entries', label: 'Hours without a job', kind: 'structured', nothing: 'None', format: formatRows, ...told },
    { name: 'corrections', label: 'Corrections', kind: 'structured', nothing: 'None', format: formatRows, ...told },
  ],
  path: timesheetPath,
  steps: {
    TimesheetOpened: 'Begun',
    TimesheetHoursAdded: 'Hours added',
    TimesheetHoursWithdrawn: 'Hours removed',
    TimesheetSubmitted: 'Submitted',
    TimesheetSubmissionWithdrawn: 'Submission taken back',
    TimesheetApproved: 'Approved',
    TimesheetApprovalWithdrawn: 'Approval taken back',
    TimesheetCorrected: 'Corrected',
    TimesheetCorrectionWithdrawn: 'Correction taken back',
    TimesheetErased: 'Personal data erased',
  },
  titleOf: ({ person, week }) => `${person ?? 'Somebody'}: ${formatWeek(week)}`,
};
