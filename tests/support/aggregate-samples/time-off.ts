import fc from 'fast-check';
import { timeOffEvents } from '../../../domain/time-off/events.ts';
import { timeOff } from '../../../domain/time-off/time-off.ts';
import { timeOffRequests } from '../../../projections/time-off.ts';
import { AT, mark, of, SAMPLE_ID, sample, TODAY, WHY } from './sample.ts';

export const timeOffSample = sample(timeOff, timeOffEvents, {
  first: {
    type: 'RequestTimeOff',
    employeeId: 'p',
    employeeRecord: 'staff',
    requestedBy: 'u',
    now: AT,
    details: { requestType: 'vacation', startDate: TODAY, endDate: TODAY, half: null, reason: 'Lake' },
  },
  commands: fc.oneof(
    fc.record({
      type: of('DecideTimeOff'),
      status: fc.constantFrom('approved', 'denied'),
      reason: fc.constantFrom(null, 'Harvest'),
      countedBy: fc.constantFrom(null, { workingDays: ['monday'], holidays: [TODAY, '1999-07-04'] }),
      by: fc.constantFrom('p', 'u'),
      mayApproveOwn: fc.boolean(),
    }),
    fc.record({ type: of('ReopenTimeOff') }),
    fc.record({
      type: fc.constantFrom('WithdrawTimeOff', 'RestoreTimeOff'),
      by: fc.constantFrom('p', 'u', 'x'),
      mayForAll: fc.boolean(),
    }),
  ) as fc.Arbitrary<never>,
  projection: timeOffRequests,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { employeeId, details, status, decision, countedBy, presence } = state;
    return { [SAMPLE_ID]: { employeeId, ...details, status, decision, countedBy, ...mark(presence === 'removed') } };
  },
  // It is pending exactly until somebody decides.
  always: (state) => state.presence === 'absent' || (state.status === 'pending') === (state.decision === null),
  inClear: {
    [WHY.id]: [
      'TimeOffRequested.employeeId',
      'TimeOffRequested.employeeRecord',
      'TimeOffRequested.requestedBy',
      'TimeOffApproved.decidedBy',
      'TimeOffDenied.decidedBy',
    ],
    [WHY.choice]: ['TimeOffApproved.isOwn', 'TimeOffDenied.isOwn'],
    [WHY.entered]: ['TimeOffRequested.requestedAt'],
    [WHY.work]: [
      'TimeOffRequested.startDate',
      'TimeOffRequested.endDate',
      'TimeOffRequested.half',
      'TimeOffApproved.countedBy',
    ],
  },
});
