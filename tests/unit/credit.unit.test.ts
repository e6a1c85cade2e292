import { describe, expect, test } from 'vitest';
import { type CreditCommand, credit } from '../../domain/credit/credit.ts';
import type { CreditEvent } from '../../domain/credit/events.ts';
import { fold } from '../../domain/kit/decider.ts';
import { specify } from '../support/decider-specification.ts';

const { given } = specify(credit);
const NOW = '2026-06-20T12:00:00.000Z';
const on = { day: '2026-06-20' };

const added = (amount: number, entryId = 'e'): CreditEvent => ({
  type: 'CreditAdded',
  data: { entryId, invoiceId: 'i', amount, why: 'surplus' },
});
const used = (amount: number, useId = 'u'): CreditEvent => ({
  type: 'CreditUsed',
  data: { useId, invoiceId: 'i', amount, ...on, usedAt: NOW },
});
const paidBack = (amount: number, refundId = 'r', transactionId: string | null = refundId): CreditEvent => ({
  type: 'CreditRefunded',
  data: { refundId, amount, method: 'check', transactionId, ...on, refundedAt: NOW },
});
const add = (amount: number, entryId = 'e'): CreditCommand => ({
  type: 'AddCredit',
  ...{ entryId, invoiceId: 'i', amount, why: 'surplus' },
});
const use = (amount: number, useId = 'u'): CreditCommand => ({
  type: 'UseCredit',
  ...{ useId, invoiceId: 'i', amount, ...on, now: NOW },
});
const payBack = (amount: number, refundId = 'r', transactionId: string | null = refundId): CreditCommand => ({
  type: 'RefundCredit',
  ...{ refundId, amount, method: 'check', transactionId, ...on, now: NOW },
});

describe('credit that comes', () => {
  test('Credit that comes is added once, however often the step is repeated', () => {
    given().when(add(500)).then(added(500));
    given(added(500)).when(add(500)).thenNothingHappens();
    given(added(500)).when(add(500, 'f')).then(added(500, 'f'));
  });

  test('Credit that came is taken back also where it was used already: then the customer owes it', () => {
    given(added(500), used(500)).when(add(-500, 'f')).then(added(-500, 'f'));
    expect(fold(credit, [added(500), used(500), added(-500, 'f')]).balance).toBe(-500);
  });
});

describe.each([
  ['is used', use, used],
  ['is paid back', payBack, paidBack],
] as const)('credit that %s', (_, command, event) => {
  test('Credit is used or paid back up to the last cent, and once', () => {
    given(added(500)).when(command(500)).then(event(500));
    given(added(500)).when(command(1)).then(event(1));
    given(added(500), event(500)).when(command(500)).thenNothingHappens();
  });

  test('Credit is never used or paid back beyond what there is', () => {
    given(added(500)).when(command(501)).thenRefused('conflict', 'This customer has a credit of $5.00.');
    given(added(500), event(400))
      .when(command(101, 'another'))
      .thenRefused('conflict', 'This customer has a credit of $1.00.');
    given(added(500), event(500)).when(command(1, 'another')).thenRefused('conflict', 'This customer has no credit.');
    given().when(command(1)).thenRefused('conflict', 'This customer has no credit.');
    given(added(-1)).when(command(1)).thenRefused('conflict', 'This customer has no credit.');
  });

  test.each([0, -1])('Credit of %i cents is neither used nor paid back', (amount) => {
    given(added(500)).when(command(amount)).thenRefused('invalid', 'Enter an amount above 0.');
  });
});

test('Credit that was used or paid back is not undone itself: it is taken back where it went to', () => {
  for (const event of [added(500), used(1), paidBack(1)]) expect(credit.inverse(event, credit.initial)).toBeNull();
});

describe('a transaction by which credit was paid back', () => {
  const paid = [added(500), paidBack(200, 'r', '17')];

  test('A transaction by which credit was paid back is harmless once more, however much credit is left', () => {
    const again = payBack(200, 's', '17');
    given(...paid)
      .when(again)
      .thenNothingHappens();
    given(added(200), paidBack(200, 'r', '17'))
      .when(again)
      .thenNothingHappens();
  });

  test('A transaction by which credit was paid back is refused as a slip with another amount or method', () => {
    const message =
      'The transaction 17 is recorded for this customer already, with $2.00 on 2026-06-20. Check its number.';
    for (const other of [payBack(100, 's', '17'), { ...payBack(200, 's', '17'), method: 'cash' } as CreditCommand]) {
      given(...paid)
        .when(other)
        .thenRefused('conflict', message);
    }
  });

  test('Credit that was paid back by a transaction that nobody named may be paid back once more', () => {
    given(added(500), paidBack(200, 'r', null))
      .when(payBack(200, 's', null))
      .then(paidBack(200, 's', null));
  });
});
