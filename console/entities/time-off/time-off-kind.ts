import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import { DAY_HALF_LABELS, TIME_OFF_STATUS_LABELS, TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import { formatSpan, nameIn, TIME_OFF, timeOffPath } from './time-off.ts';

const told = { readOnly: true, onlyInHistory: true } as const;

/** A request for time off in its details and history: it is decided or withdrawn, never edited. */
export const timeOffKind: RemovableKind<TimeOffRecord> = {
  category: 'time_off',
  collections: TIME_OFF,
  noun: 'request',
  fields: [
    { name: 'requestType', label: 'Type', kind: 'choice', labels: TIME_OFF_TYPE_LABELS, readOnly: true },
    { name: 'totalDays', label: 'Days', kind: 'number', readOnly: true },
    { name: 'countedDays', label: 'Days counted', kind: 'number', readOnly: true },
    { name: 'startDate', label: 'First day', kind: 'date', readOnly: true },
    { name: 'endDate', label: 'Last day', kind: 'date', readOnly: true },
    { name: 'reason', label: 'Reason', kind: 'multiline', readOnly: true },
    { name: 'half', label: 'Half of the day', kind: 'choice', labels: DAY_HALF_LABELS, ...told },
    { name: 'status', label: 'Status', kind: 'choice', labels: TIME_OFF_STATUS_LABELS, ...told },
    { name: 'decisionReason', label: 'Why it was decided so', kind: 'multiline', ...told },
  ],
  path: timeOffPath,
  removal: {
    word: 'Withdrawn',
    restored: { title: 'Request Restored', text: 'It is back in the list.' },
  },
  steps: {
    TimeOffRequested: 'Requested',
    TimeOffApproved: 'Approved',
    TimeOffDenied: 'Denied',
    TimeOffReopened: 'Decision undone',
    TimeOffWithdrawn: 'Withdrawn',
    TimeOffRestored: 'Restored',
    TimeOffErased: 'Personal data erased',
  },
  titleOf: (request) => `${nameIn(request)}: ${formatSpan(request)}`,
};
