import { describe, expect, test } from 'vitest';
import { type Raises, raisesAfter } from '../../../../domain/insight/raises.ts';
import type { EventBody } from '../../../../domain/kit/event.ts';

const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}T12:00:00.000Z`;
const evidence = (id: string) => [{ kind: 'invoice', id, why: 'It is old.' }];

const raised = (on: number, id: string): EventBody => ({
  type: 'InsightRaised',
  data: { detector: 'receivables_aging', severity: 'warning', title: 'Old', raisedAt: day(on), evidence: evidence(id) },
});
const again = (on: number, id: string): EventBody => ({
  type: 'InsightRaisedAgain',
  data: { severity: 'critical', title: 'Older', raisedAt: day(on), evidence: evidence(id) },
});
const updated = (id: string): EventBody => ({ type: 'InsightUpdated', data: { evidence: evidence(id) } });
const read = (on: number): EventBody => ({ type: 'InsightRead', data: { readAt: day(on) } });
const acted = (on: number): EventBody => ({
  type: 'InsightActionTaken',
  data: { actionNotes: 'Called them.', takenAt: day(on) },
});
const withdrawn: EventBody = { type: 'InsightActionWithdrawn', data: {} };

const NONE: Raises = { raises: [], named: [] };
const raisesOf = (...events: EventBody[]) => events.reduce(raisesAfter, NONE).raises;

describe('the raises of an insight', () => {
  test('Each raise is told apart: what was read and done about one says nothing of the next', () => {
    expect(raisesOf(raised(1, 'a'), read(2), acted(3), again(10, 'b'))).toMatchObject([
      { at: day(1), severity: 'warning', readAt: day(2), acted: { at: day(3), named: [{ kind: 'invoice', id: 'a' }] } },
      {
        at: day(10),
        severity: 'critical',
        title: 'Older',
        named: [{ kind: 'invoice', id: 'b' }],
        readAt: null,
        acted: null,
      },
    ]);
  });

  test('An action is held against what the insight named when it was taken', () => {
    const [raise] = raisesOf(raised(1, 'a'), updated('b'), acted(3), updated('c'));
    expect(raise?.acted).toEqual({ at: day(3), named: [{ kind: 'invoice', id: 'b' }] });
  });

  test('Other notes leave an action where it was first taken', () => {
    const [raise] = raisesOf(raised(1, 'a'), acted(3), updated('b'), acted(5));
    expect(raise?.acted).toEqual({ at: day(3), named: [{ kind: 'invoice', id: 'a' }] });
  });

  test('What was read or done by mistake, and taken back, does not count', () => {
    const unread: EventBody = { type: 'InsightMarkedUnread', data: {} };
    expect(raisesOf(raised(1, 'a'), read(2), acted(3), withdrawn, unread)).toMatchObject([
      { readAt: null, acted: null },
    ]);
  });

  test('An undo that brings back the action on an earlier raise leaves none on the later one', () => {
    const taken = [raised(1, 'a'), acted(3), again(10, 'b'), acted(11)];
    expect(raisesOf(...taken).map((raise) => raise.acted?.at)).toEqual([day(3), day(11)]);
    expect(raisesOf(...taken, acted(3)).map((raise) => raise.acted?.at)).toEqual([day(3), undefined]);
  });

  test('What followed tells of the raise that was held against it, also once it was raised again', () => {
    const checked: EventBody = { type: 'InsightChecked', data: { raisedAt: day(1), right: true, checkedAt: day(20) } };
    expect(raisesOf(raised(1, 'a'), again(10, 'b'), checked).map(({ right }) => right)).toEqual([true, null]);
  });

  test('An action that is withdrawn is the last one', () => {
    const taken = [raised(1, 'a'), acted(3), again(10, 'b'), acted(11), withdrawn];
    expect(raisesOf(...taken).map((raise) => raise.acted?.at)).toEqual([day(3), undefined]);
  });
});
