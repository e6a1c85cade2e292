import { TIME_OFF_TYPE_LABELS } from '../../domain/time-off/terms.ts';
import type { TimeOffDocument } from '../../projections/time-off.ts';
import { attention } from '../kit/attention.ts';
import { timeOffKind } from './record.ts';

/** Requests for time off that nobody has decided, the first days off first. */
export const timeOffToDecide = attention<TimeOffDocument>({
  id: 'time-off-to-decide',
  label: 'Time off to decide',
  kind: timeOffKind,
  query: () => ({ where: { removed: null, status: 'pending' }, order: { field: 'startDate', direction: 'asc' } }),
  page: '/hr-management?status=pending',
  title: ({ employeeName }) => employeeName ?? 'Somebody',
  waiting: ({ requestType, startDate }) => ({
    note: `${TIME_OFF_TYPE_LABELS[requestType ?? ''] ?? 'Time off'} from`,
    day: startDate,
  }),
});
