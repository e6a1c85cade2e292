import fc from 'fast-check';
import { cost } from '../../../domain/cost/cost.ts';
import { costEvents, NOTHING_NOTED } from '../../../domain/cost/events.ts';
import { costEntries } from '../../../projections/costs.ts';
import { AT, mark, of, SAMPLE_ID, sample, some, TODAY, text, WHY } from './sample.ts';

export const costSample = sample(cost, costEvents, {
  first: {
    type: 'RecordCost',
    jobId: 'j',
    details: { ...NOTHING_NOTED, category: 'labor', day: TODAY, amount: 5 },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseCost'),
      details: some({ category: fc.constantFrom('labor', 'other'), amount: fc.nat(3), description: text }),
    }),
    fc.record({ type: fc.constantFrom('RemoveCost', 'RestoreCost') }),
  ) as fc.Arbitrary<never>,
  projection: costEntries,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, presence } = state;
    return { [SAMPLE_ID]: { ...details, ...mark(presence === 'removed') } };
  },
  inClear: {
    [WHY.id]: ['CostRecorded.jobId'],
    [WHY.choice]: ['CostRecorded.category', 'CostRevised.category'],
    [WHY.worth]: ['CostRecorded.amount', 'CostRevised.amount'],
    [WHY.entered]: ['CostRecorded.recordedAt'],
    [WHY.work]: ['CostRecorded.day', 'CostRevised.day'],
  },
});
