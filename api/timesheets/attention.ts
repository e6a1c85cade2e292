import type { TimesheetDocument } from '../../projections/timesheets.ts';
import { attention } from '../kit/attention.ts';
import { timesheetKind } from './record.ts';

/** Weeks that were submitted and that nobody has approved, the first week first. */
export const hoursToApprove = attention<TimesheetDocument>({
  id: 'hours-to-approve',
  label: 'Hours to approve',
  kind: timesheetKind,
  query: () => ({ where: { status: 'submitted' }, order: { field: 'week', direction: 'asc' } }),
  page: '/timesheets?status=submitted',
  title: ({ personName }) => personName ?? 'Somebody',
  waiting: ({ week }) => ({ note: 'Week of', day: week }),
});
