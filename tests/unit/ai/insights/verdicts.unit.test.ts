import { expect, test } from 'vitest';
import { foldVerdicts } from '../../../../ai/insights/verdicts.ts';
import type { InsightEvent } from '../../../../domain/insight/events.ts';
import type { RecordedEvent } from '../../../../domain/kit/event.ts';
import { aFinding } from '../../../support/insights/a-finding.ts';
import { metadata } from '../../../support/samples/event-samples.ts';

const FIRST = '2026-06-01T12:00:00.000Z';
const SECOND = '2026-07-01T12:00:00.000Z';
const { subject, ...finding } = aFinding('fuel');
const found = { ...finding, confidence: '0.7', track: null };
const raised: InsightEvent = {
  type: 'InsightRaised',
  data: { ...found, detector: 'cost_spike', subject, raisedAt: FIRST },
};
const again: InsightEvent = { type: 'InsightRaisedAgain', data: { ...found, why: 'back', raisedAt: SECOND } };
const dismissed = (reason: string): InsightEvent => ({
  type: 'InsightDismissed',
  data: { reason, note: null, dismissedAt: SECOND },
});
const undismissed: InsightEvent = { type: 'InsightDismissalWithdrawn', data: {} };
const acted: InsightEvent = { type: 'InsightActionTaken', data: { actionNotes: 'Asked.', takenAt: SECOND } };
const unacted: InsightEvent = { type: 'InsightActionWithdrawn', data: {} };

const recorded = (events: readonly InsightEvent[]): RecordedEvent[] =>
  events.map((event, place) => ({
    ...event,
    id: `e${place}`,
    stream: 'insight-a',
    revision: BigInt(place),
    position: String(place + 1).padStart(4, '0'),
    metadata: metadata(),
  }));

function verdictsAfter(...events: InsightEvent[]): (readonly [raisedAt: string, right: boolean])[] {
  const verdicts = foldVerdicts();
  for (const entry of recorded(events)) verdicts.take([entry]);
  return verdicts.of('cost_spike').map(({ raisedAt, right }) => [raisedAt, right]);
}

test('A dismissal as not true is wrong, an action taken is right, of the raise that they are about', () => {
  expect(verdictsAfter(raised)).toEqual([]);
  expect(verdictsAfter(raised, dismissed('not_true'))).toEqual([[FIRST, false]]);
  expect(verdictsAfter(raised, acted)).toEqual([[FIRST, true]]);
  expect(verdictsAfter(raised, acted, again)).toEqual([[FIRST, true]]);
  expect(verdictsAfter(raised, dismissed('not_true'), again, acted)).toEqual([
    [FIRST, false],
    [SECOND, true],
  ]);
  expect(verdictsAfter(raised, acted, dismissed('not_true'))).toEqual([[FIRST, false]]);
});

test('Other reasons of a dismissal say nothing, and what is withdrawn was not said', () => {
  for (const reason of ['known', 'not_useful']) expect(verdictsAfter(raised, dismissed(reason))).toEqual([]);
  expect(verdictsAfter(raised, dismissed('not_true'), dismissed('known'))).toEqual([]);
  expect(verdictsAfter(raised, dismissed('not_true'), undismissed)).toEqual([]);
  expect(verdictsAfter(raised, acted, again, unacted)).toEqual([]);
});

test('It tells when a verdict has changed, also where events are delivered twice', () => {
  const verdicts = foldVerdicts();
  const entries = recorded([raised, dismissed('not_true'), again]);
  expect(verdicts.take(entries.slice(0, 1))).toBe(false);
  expect(verdicts.take(entries.slice(0, 2))).toBe(true);
  expect(verdicts.take(entries)).toBe(false);
  expect(verdicts.of('cost_spike')).toEqual([{ subject: 'fuel', raisedAt: FIRST, right: false }]);
  expect(verdicts.of('slow_leads')).toEqual([]);
});
