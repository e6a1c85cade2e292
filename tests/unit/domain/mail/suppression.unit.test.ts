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
    given(suppressed('complained')).when(suppress('bounced')).thenNothingHappens();
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

  test('A click that is taken back leaves what stood before it: another reason, or nothing', () => {
    const takeBack: SuppressionCommand = { type: 'TakeBackClick', now: NOW };
    const tookBack: SuppressionEvent = {
      type: 'SuppressionLifted',
      data: { why: 'They took back their own click.', isAskedFor: true, liftedAt: NOW },
    };
    given(suppressed('unsubscribed')).when(takeBack).then(tookBack);
    given(suppressed('bounced'), again('complained'), again('unsubscribed'))
      .when(takeBack)
      .then(tookBack, again('complained'));
    // What was lifted stood no more.
    given(suppressed('bounced'), lifted(false), again('unsubscribed')).when(takeBack).then(tookBack);
    for (const events of [[suppressed('complained')], [suppressed('unsubscribed'), lifted(true)], []])
      given(...events)
        .when(takeBack)
        .thenNothingHappens();
    given(suppressed('bounced'), again('unsubscribed'), ERASED)
      .when(takeBack)
      .then({ ...tookBack, data: { ...tookBack.data, why: null } }, again('bounced', null));
  });

  test('What comes while somebody is unsubscribed holds once they take that back', () => {
    const unsubscribed = again('unsubscribed', null);
    given(suppressed('unsubscribed')).when(suppress('bounced')).then(again('bounced'), unsubscribed);
    given(suppressed('unsubscribed'), again('bounced'), unsubscribed)
      .when(suppress('complained'))
      .then(again('complained'), unsubscribed);
    for (const reason of ['by_hand', 'bounced'] as const)
      given(suppressed('unsubscribed'), again('bounced'), unsubscribed).when(suppress(reason)).thenNothingHappens();
  });

  test('The undo of a lift brings back what a click had replaced, too', () => {
    const events = [suppressed('bounced'), again('unsubscribed')];
    const before = events.reduce(suppression.evolve, suppression.initial);
    const undo = suppression.inverse(lifted(true), before) as SuppressionCommand;
    given(...events, lifted(true))
      .when(undo)
      .then(again('bounced', null), again('unsubscribed'));
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
