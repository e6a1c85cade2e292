import { describe, expect, test } from 'vitest';
import type { InsightEvent } from '../../../../domain/insight/events.ts';
import type { FindingDetails } from '../../../../domain/insight/finding.ts';
import { insight, insightStatusOf } from '../../../../domain/insight/insight.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(insight);
const NOW = '2026-06-15T12:00:00.000Z';
const LATER = '2026-06-20T12:00:00.000Z';

const FINDING: FindingDetails = {
  insightType: 'anomaly',
  category: 'financial',
  severity: 'warning',
  title: 'Fuel costs more than in other summers',
  description: 'The largest cost is {0}.',
  actionItems: ['Compare what was paid per gallon.'],
  basis: 'The mean of three summers, and two standard deviations.',
  evidence: [
    { kind: 'cost', id: 'c1', why: 'The largest.' },
    { kind: 'cost', id: 'c2', why: 'The next.' },
  ],
  opens: 'open',
  measure: 8,
  worth: 120_000,
};
const FOUND = { ...FINDING, confidence: '0.7', track: null };
const raised: InsightEvent = {
  type: 'InsightRaised',
  data: { ...FOUND, detector: 'cost_spike', subject: 'fuel', raisedAt: NOW },
};
const resolved: InsightEvent = { type: 'InsightResolved', data: { resolvedAt: NOW } };
const checked = (raisedAt: string, right: boolean): InsightEvent => ({
  type: 'InsightChecked',
  data: { raisedAt, right, checkedAt: LATER },
});
const check = (raisedAt: string, right = true) => ({ type: 'CheckFinding', raisedAt, right, now: LATER }) as const;
const read: InsightEvent = { type: 'InsightRead', data: { readAt: NOW } };
const dismissed: InsightEvent = {
  type: 'InsightDismissed',
  data: { reason: 'known', note: 'The tank is full.', dismissedAt: NOW },
};
const acted: InsightEvent = { type: 'InsightActionTaken', data: { actionNotes: 'Asked the pump.', takenAt: NOW } };
const again = (finding: Partial<FindingDetails>, why: string): InsightEvent => ({
  type: 'InsightRaisedAgain',
  data: { ...FOUND, ...finding, why, raisedAt: LATER },
});
const updated = (finding: Partial<FindingDetails>): InsightEvent => ({
  type: 'InsightUpdated',
  data: { ...FOUND, ...finding },
});
const note = (finding: Partial<FindingDetails> = {}, more: { confidence?: string } = {}) =>
  ({
    type: 'NoteFinding',
    detector: 'cost_spike',
    subject: 'fuel',
    finding: { ...FINDING, ...finding },
    confidence: '0.7',
    track: null,
    now: LATER,
    ...more,
  }) as const;

const GIVEN = {
  insightType: 'recommendation',
  category: 'customer',
  severity: 'info',
  title: 'Call who had their oaks pruned two years ago',
  description: 'Oaks are due again.',
  confidence: '0.5',
  actionItems: ['Write to them.'],
};
const entered: InsightEvent = {
  type: 'InsightEntered',
  data: { ...GIVEN, isSample: false, enteredAt: NOW },
};
const enter = (isSample: boolean) => ({ type: 'EnterInsight', ...GIVEN, isSample, now: LATER }) as const;

describe('what a detector finds', () => {
  test('It is raised once, however often it is found', () => {
    given()
      .when({ ...note(), now: NOW })
      .then(raised);
    given(raised).when(note()).thenNothingHappens();
    given(raised, read, acted).when(note()).thenNothingHappens();
    given(raised, dismissed).when(note()).thenNothingHappens();
  });

  test('It is the same if its detector writes the same in another order, or names its subject too', () => {
    const evidence = FINDING.evidence.map(({ kind, id, why }) => ({ why, id, kind }));
    given(raised).when(note({ evidence })).thenNothingHappens();
    const finding = { ...FINDING, subject: 'fuel' };
    given(raised)
      .when({ ...note(), finding })
      .thenNothingHappens();
  });

  test('It is raised again when it has grown by a quarter, and not before', () => {
    given(raised)
      .when(note({ measure: 10 }))
      .then(again({ measure: 10 }, 'worse'));
    given(raised)
      .when(note({ measure: 9.9 }))
      .then(updated({ measure: 9.9 }));
  });

  test('Small steps add up: each is held against what it was when it was last raised', () => {
    given(raised, updated({ measure: 9.5 }))
      .when(note({ measure: 10 }))
      .then(again({ measure: 10 }, 'worse'));
    given(raised, again({ measure: 10 }, 'worse'))
      .when(note({ measure: 12 }))
      .then(updated({ measure: 12 }));
  });

  test('A higher severity is worse, also without a measure; a lower one is not', () => {
    given(raised)
      .when(note({ severity: 'critical', measure: null }))
      .then(again({ severity: 'critical', measure: null }, 'worse'));
    given(raised)
      .when(note({ severity: 'info' }))
      .then(updated({ severity: 'info' }));
    given(raised, updated({ severity: 'info' }))
      .when(note())
      .then(updated({}));
  });

  test('What measured nothing is worse as soon as it measures something, and never for nothing', () => {
    const none: InsightEvent = { type: 'InsightRaised', data: { ...raised.data, measure: 0 } as never };
    given(none)
      .when(note({ measure: 1 }))
      .then(again({ measure: 1 }, 'worse'));
    given(none)
      .when(note({ measure: 0 }))
      .thenNothingHappens();
  });

  test('A change that is no worse keeps it read, and dismissed', () => {
    const title = 'Fuel costs a little more than in other summers';
    given(raised, read, dismissed).when(note({ title })).then(updated({ title }));
    const state = fold(insight, [raised, read, dismissed, updated({ title })]);
    expect(state).toMatchObject({ says: { title }, readAt: NOW, dismissed: { reason: 'known' } });
  });

  test('How sure its detector is changes with each of its cases: that alone is no news', () => {
    given(raised)
      .when(note({}, { confidence: '0.81' }))
      .thenNothingHappens();
  });

  test('What was dismissed and is worse is unread and open again; what was done about it stays', () => {
    given(raised, read, dismissed)
      .when(note({ measure: 20 }))
      .then(again({ measure: 20 }, 'worse'));
    const state = fold(insight, [raised, read, acted, dismissed, again({ measure: 20 }, 'worse')]);
    expect(state).toMatchObject({ readAt: null, dismissed: null, action: { actionNotes: 'Asked the pump.' } });
  });

  test('It passes once, and comes back as the same insight', () => {
    given(raised).when({ type: 'PassFinding', now: NOW }).then(resolved);
    given(raised, dismissed).when({ type: 'PassFinding', now: NOW }).then(resolved);
    given(raised, resolved).when({ type: 'PassFinding', now: LATER }).thenNothingHappens();
    given(raised, read, resolved).when(note()).then(again({}, 'back'));
    expect(fold(insight, [raised, read, dismissed, resolved, again({}, 'back')])).toMatchObject({
      readAt: null,
      dismissed: null,
      resolvedAt: null,
    });
  });

  test('Each of its raises is held once against what followed, also after it has passed or was raised again', () => {
    given(raised).when(check(NOW)).then(checked(NOW, true));
    given(raised, checked(NOW, true)).when(check(NOW, false)).thenNothingHappens();
    given(raised, resolved).when(check(NOW, false)).then(checked(NOW, false));
    given(raised, again({ measure: 10 }, 'worse'))
      .when(check(NOW))
      .then(checked(NOW, true));
    given(raised, again({ measure: 10 }, 'worse'), checked(NOW, true))
      .when(check(LATER))
      .then(checked(LATER, true));
    given(raised, again({ measure: 10 }, 'worse'), checked(LATER, true))
      .when(check(NOW))
      .thenNothingHappens();
  });

  test('Nothing is checked that was not raised', () => {
    given(raised).when(check(LATER)).thenNothingHappens();
    given(entered).when(check(NOW)).thenNothingHappens();
    given().when(check(NOW)).thenRefused('not_found');
  });

  test('It cannot be removed, as its detector would find it anew', () => {
    given(raised)
      .when({ type: 'RemoveInsight' })
      .thenRefused('conflict', 'This was found in your data, and goes once it has passed. Dismiss it instead.');
  });

  test('No undo takes back what was found', () => {
    const state = fold(insight, [raised]);
    for (const event of [raised, again({}, 'back'), updated({}), resolved, checked(NOW, true)]) {
      expect(insight.inverse(event, state)).toBeNull();
    }
  });

  test('An insight is open until its fact passes or somebody dismisses it', () => {
    const statusOf = (...events: InsightEvent[]) => insightStatusOf(fold(insight, events) as never);
    expect(statusOf(raised)).toBe('open');
    expect(statusOf(raised, dismissed)).toBe('dismissed');
    expect(statusOf(raised, dismissed, resolved)).toBe('resolved');
  });
});

describe('what people do with an insight', () => {
  test('One that a person enters is there as they wrote it, and can be removed and restored', () => {
    given()
      .when({ ...enter(false), now: NOW })
      .then(entered);
    given(entered).when(enter(false)).thenRefused('conflict');
    given(entered).when({ type: 'RemoveInsight' }).then({ type: 'InsightRemoved', data: {} });
    given(entered, { type: 'InsightRemoved', data: {} })
      .when({ type: 'RestoreInsight' })
      .then({ type: 'InsightRestored', data: {} });
    given(entered, { type: 'InsightRemoved', data: {} })
      .when({ type: 'ReadInsight', now: NOW })
      .thenRefused('removed', 'This insight was removed. Restore it to change it.');
  });

  test('A sample is entered once, and not again after somebody removed it', () => {
    const sample: InsightEvent = { type: 'InsightEntered', data: { ...entered.data, isSample: true } as never };
    given()
      .when(enter(true))
      .then(expect.objectContaining({ type: 'InsightEntered' }));
    given(sample).when(enter(true)).thenNothingHappens();
    given(sample, { type: 'InsightRemoved', data: {} }).when(enter(true)).thenNothingHappens();
  });

  test('No detector touches what a person entered', () => {
    given(entered)
      .when(note({ measure: 99 }))
      .thenNothingHappens();
    given(entered).when({ type: 'PassFinding', now: NOW }).thenNothingHappens();
  });

  test('It is read once, and can be unread again', () => {
    given(raised).when({ type: 'ReadInsight', now: NOW }).then(read);
    given(raised, read).when({ type: 'ReadInsight', now: LATER }).thenNothingHappens();
    given(raised, read).when({ type: 'MarkInsightUnread' }).then({ type: 'InsightMarkedUnread', data: {} });
    given(raised).when({ type: 'MarkInsightUnread' }).thenNothingHappens();
    given(raised, read).thenUndoneLeadsBack();
    given(raised, read, { type: 'InsightMarkedUnread', data: {} }).thenUndoneLeadsBack();
  });

  test('An action needs notes; other notes replace them, and their undo brings back the earlier ones', () => {
    const take = (actionNotes: string) => ({ type: 'TakeAction', actionNotes, now: NOW }) as const;
    given(raised).when(take('Asked the pump.')).then(acted);
    given(raised).when(take(' \n ')).thenRefused('invalid', 'Say what was done.');
    given(raised, acted).when(take('Asked the pump.')).thenNothingHappens();
    const more: InsightEvent = { type: 'InsightActionTaken', data: { actionNotes: 'Bought a meter.', takenAt: LATER } };
    given(raised, acted)
      .when({ ...take('Bought a meter.'), now: LATER })
      .then(more);
    given(raised, acted).thenUndoneLeadsBack();
    given(raised, acted, more).thenUndoneLeadsBack();
    given(raised, acted, { type: 'InsightActionWithdrawn', data: {} }).thenUndoneLeadsBack();
  });

  test('After it was raised again, the same action counts anew, and its undo brings back the earlier one', () => {
    const worse = again({ measure: 20 }, 'worse');
    const take = { type: 'TakeAction', actionNotes: 'Asked the pump.', now: LATER } as const;
    const anew: InsightEvent = { type: 'InsightActionTaken', data: { actionNotes: 'Asked the pump.', takenAt: LATER } };
    given(raised, acted, worse).when(take).then(anew);
    given(raised, acted, worse, anew).when(take).thenNothingHappens();
    given(raised, acted, worse, anew).thenUndoneLeadsBack();
  });

  test('A dismissal has a reason; another one replaces it, and each is undone', () => {
    const dismiss = (reason: 'known' | 'not_true', note: string | null) =>
      ({ type: 'DismissInsight', reason, note, now: NOW }) as const;
    given(raised).when(dismiss('known', 'The tank is full.')).then(dismissed);
    given(raised, dismissed).when(dismiss('known', 'The tank is full.')).thenNothingHappens();
    const other: InsightEvent = {
      type: 'InsightDismissed',
      data: { reason: 'not_true', note: null, dismissedAt: NOW },
    };
    given(raised, dismissed).when(dismiss('not_true', null)).then(other);
    given(raised, dismissed).thenUndoneLeadsBack();
    given(raised, dismissed, other).thenUndoneLeadsBack();
    given(raised, dismissed, { type: 'InsightDismissalWithdrawn', data: {} }).thenUndoneLeadsBack();
  });

  test('What is not there cannot be read, acted on or dismissed', () => {
    given().when({ type: 'ReadInsight', now: NOW }).thenRefused('not_found', 'There is no such insight.');
    given().when({ type: 'TakeAction', actionNotes: 'Done.', now: NOW }).thenRefused('not_found');
    given().when({ type: 'PassFinding', now: NOW }).thenRefused('not_found');
  });
});
