import { describe, test } from 'vitest';
import { batch } from '../../../../domain/batch/batch.ts';
import type { StoredItem } from '../../../../domain/batch/events.ts';
import { BATCH_LIMITS } from '../../../../domain/batch/terms.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(batch);
const item = (id: string): StoredItem => ({
  stream: `job-${id}`,
  recordId: id,
  expectedRevision: 0,
  commands: [{ type: 'UnscheduleJob' }],
});
const planned = (first: number, ...ids: string[]) => ({
  type: 'BatchItemsPlanned' as const,
  data: { first, items: ids.map(item) },
});
const NOW = '2026-06-15T12:00:00.000Z';
const STARTED = {
  type: 'BatchStarted' as const,
  data: { kind: 'schedule', count: 2, planId: null, startedAt: NOW },
};
const finished = (act: number) => ({ type: 'BatchFinished' as const, data: { act, done: 2, refused: [] } });
const reverted = (act: number, reverts: number, isApplied = false) => ({
  type: 'BatchReverted' as const,
  data: { act, reverts, isApplied, planId: null },
});
const start = (count: number) => ({ type: 'StartBatch', kind: 'schedule', count, planId: null, now: NOW }) as const;
const revert = (reverts: number) => ({ type: 'RevertAct', reverts }) as const;

describe('a batch', () => {
  test('A batch is planned in parts, and planned anew from its first item', () => {
    given()
      .when({ type: 'PlanItems', first: 0, items: [item('a')] })
      .then(planned(0, 'a'));
    given(planned(0, 'a'))
      .when({ type: 'PlanItems', first: 1, items: [item('b')] })
      .then(planned(1, 'b'));
    given(planned(0, 'a', 'b'))
      .when({ type: 'PlanItems', first: 0, items: [item('c')] })
      .then(planned(0, 'c'));
    given(planned(0, 'a', 'b'))
      .when({ type: 'PlanItems', first: 1, items: [item('c')] })
      .thenRefused('conflict');
  });

  test('A batch is there once it is started, with all of its items', () => {
    given(planned(0, 'a'), planned(1, 'b')).when(start(2)).then(STARTED);
    given(planned(0, 'a')).when(start(2)).thenRefused('conflict');
    given(planned(0, 'a', 'b'), STARTED)
      .when(start(2))
      .thenNothingHappens();
    given(planned(0, 'a', 'b'), STARTED)
      .when({ type: 'PlanItems', first: 0, items: [] })
      .thenRefused('conflict');
  });

  test('A batch has a limit of items', () => {
    const items = Array.from({ length: BATCH_LIMITS.items + 1 }, (_, index) => item(String(index)));
    given().when({ type: 'PlanItems', first: 0, items }).thenRefused('invalid');
  });

  const applied = [planned(0, 'a', 'b'), STARTED, finished(0)] as const;

  test('A batch is undone, done again and undone again, each time what was done last', () => {
    given(...applied)
      .when(revert(0))
      .then(reverted(1, 0));
    const undone = [...applied, reverted(1, 0), finished(1)] as const;
    given(...undone)
      .when(revert(0))
      .thenNothingHappens();
    given(...undone)
      .when(revert(1))
      .then(reverted(2, 1, true));
    given(...undone, reverted(2, 1, true), finished(2))
      .when(revert(0))
      .then(reverted(3, 0));
  });

  test('A batch is not undone while it is carried out, nor before it was', () => {
    given(planned(0, 'a', 'b'), STARTED)
      .when(revert(0))
      .thenRefused('conflict');
    given(planned(0, 'a', 'b'))
      .when(revert(0))
      .thenRefused('not_found');
    given(...applied)
      .when(revert(7))
      .thenRefused('not_found');
  });

  test('A batch is finished once', () => {
    const finish = { type: 'FinishAct', act: 0, result: { done: 2, refused: [] } } as const;
    given(planned(0, 'a', 'b'), STARTED)
      .when(finish)
      .then(finished(0));
    given(...applied)
      .when(finish)
      .thenNothingHappens();
    given(planned(0, 'a')).when(finish).thenRefused('not_found');
  });
});
