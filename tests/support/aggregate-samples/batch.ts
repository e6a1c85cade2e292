import fc from 'fast-check';
import { batch } from '../../../domain/batch/batch.ts';
import { batchEvents } from '../../../domain/batch/events.ts';
import { batches } from '../../../projections/batches.ts';
import { AT, of, SAMPLE_ID, sample, WHY } from './sample.ts';

const ITEM = { stream: 'job-a', recordId: 'a', expectedRevision: 0, commands: [{ type: 'UnscheduleJob' }] };

const act = fc.constantFrom(0, 1, 2);

export const batchSample = sample(batch, batchEvents, {
  first: { type: 'PlanItems', first: 0, items: [ITEM] },
  commands: fc.oneof(
    fc.record({ type: of('PlanItems'), first: fc.constantFrom(0, 1), items: fc.constant([ITEM]) }),
    fc.record({
      type: of('StartBatch'),
      kind: of('schedule'),
      count: fc.constantFrom(1, 2),
      planId: fc.constant(null),
      now: of(AT),
    }),
    fc.record({ type: of('FinishAct'), act, result: fc.constant({ done: 1, refused: [] }) }),
    fc.record({ type: of('RevertAct'), reverts: act }),
  ) as fc.Arbitrary<never>,
  projection: batches,
  shows: ({ acts }) => {
    const last = acts.at(-1);
    if (!last) return {};
    const { isApplied, result } = last;
    return { [SAMPLE_ID]: { isReverted: !isApplied, done: result?.done ?? null } };
  },
  final: ['BatchItemsPlanned', 'BatchFinished'],
  // An undo reverts what its items did, through acts reported one after another: see batch.unit.test.ts.
  essence: () => null,
  essenceOfDocument: () => null,
  inClear: {
    [WHY.id]: ['BatchStarted.planId', 'BatchReverted.planId'],
    [WHY.number]: [
      'BatchItemsPlanned.first',
      'BatchStarted.count',
      'BatchFinished.act',
      'BatchFinished.done',
      'BatchReverted.act',
      'BatchReverted.reverts',
    ],
    [WHY.choice]: ['BatchStarted.kind', 'BatchReverted.isApplied'],
    [WHY.entered]: ['BatchStarted.startedAt'],
    'commands in which no personal field may be, and why a rule refused one': [
      'BatchItemsPlanned.items',
      'BatchFinished.refused',
    ],
  },
});
