import fc from 'fast-check';
import { payEvents } from '../../../domain/pay/events.ts';
import { pay } from '../../../domain/pay/pay.ts';
import { pay as pays } from '../../../projections/pay.ts';
import { of, SAMPLE_ID, sample, TODAY, WHY } from './sample.ts';

const from = fc.constantFrom('2026-01-01', '2026-06-15', '2026-07-01');

export const paySample = sample(pay, payEvents, {
  first: { type: 'SetPayRate', from: '2026-01-01', centsPerHour: 3_000, today: TODAY },
  commands: fc.oneof(
    fc.record({
      type: of('SetPayRate'),
      from,
      centsPerHour: fc.constantFrom(3_000, 3_250),
      today: fc.constant(TODAY),
    }),
    fc.record({ type: of('WithdrawPayRate'), from }),
  ) as fc.Arbitrary<never>,
  projection: pays,
  shows: ({ rates }) => ({ [SAMPLE_ID]: { rates: [...rates] } }),
  inClear: {
    [WHY.work]: ['PayRateSet.from', 'PayRateWithdrawn.from'],
  },
});
