import { describe, expect, test } from 'vitest';
import type { SuppressionEvent } from '../../../../domain/suppression/events.ts';
import { holds, type SuppressionCommand, suppression } from '../../../../domain/suppression/suppression.ts';
import type { SuppressionReason } from '../../../../domain/suppression/terms.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(suppression);

const NOW = '2026-06-15T12:00:00.000Z';
const suppress = (reason: SuppressionReason): SuppressionCommand => ({
  type: 'SuppressAddress',
  address: 'ada@example.com',
  keyCheck: 'a1',
  reason,
  note: 'on the phone',
  now: NOW,
});
const suppressed = (reason: SuppressionReason): SuppressionEvent => ({
  type: 'AddressSuppressed',
  data: { address: 'ada@example.com', keyCheck: 'a1', reason, note: null, suppressedAt: NOW },
});
const again = (reason: SuppressionReason, note: string | null = 'on the phone'): SuppressionEvent => ({
  type: 'AddressSuppressedAgain',
  data: { reason, note, suppressedAt: NOW },
});
const lift = (isAskedFor: boolean): SuppressionCommand => ({
  type: 'LiftSuppression',
  why: 'They called',
  isAskedFor,
  now: NOW,
});
const lifted = (isAskedFor: boolean, why: string | null = 'They called'): SuppressionEvent => ({
  type: 'SuppressionLifted',
  data: { why, isAskedFor, liftedAt: NOW },
});
const ERASED: SuppressionEvent = { type: 'SuppressionErased', data: {} };

describe('a suppression', () => {
  test('A reason is replaced only by a more binding one', () => {
    given(suppressed('bounced')).when(suppress('unsubscribed')).then(again('unsubscribed'));
    given(suppressed('unsubscribed')).when(suppress('bounced')).thenNothingHappens();
    given(suppressed('unsubscribed')).when(suppress('unsubscribed')).thenNothingHappens();
  });

  test('Once lifted, any reason suppresses again', () => {
    given(suppressed('unsubscribed'), lifted(true)).when(suppress('by_hand')).then(again('by_hand'));
  });

  test('A bounce is lifted with a reason, a complaint only when the person asked for it', () => {
    given(suppressed('bounced')).when(lift(false)).then(lifted(false));
    given(suppressed('complained')).when(lift(false)).thenRefused('invalid');
    given(suppressed('complained')).when(lift(true)).then(lifted(true));
  });

  test('After an erasure it holds, and nothing said about it names anybody', () => {
    const events = [suppressed('bounced'), ERASED];
    expect(holds(events.reduce(suppression.evolve, suppression.initial))).toBe(true);
    given(...events)
      .when(suppress('unsubscribed'))
      .then(again('unsubscribed', null));
    given(...events)
      .when(lift(false))
      .then(lifted(false, null));
  });
});
