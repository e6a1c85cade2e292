import { describe, expect, test } from 'vitest';
import { type CreditCommand, credit } from '../../../../domain/credit/credit.ts';
import type { CreditEvent } from '../../../../domain/credit/events.ts';
import { owedParts } from '../../../../domain/credit/owed.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import { specify } from '../../../support/decider-specification.ts';

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
  entryId,
  invoiceId: 'i',
  amount,
  why: 'surplus',
});
const use = (amount: number, useId = 'u'): CreditCommand => ({
  type: 'UseCredit',
  useId,
  invoiceId: 'i',
  amount,
  ...on,
  now: NOW,
});
const payBack = (amount: number, refundId = 'r', transactionId: string | null = refundId): CreditCommand => ({
  type: 'RefundCredit',
  refundId,
  amount,
  method: 'check',
  transactionId,
  ...on,
  now: NOW,
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

describe('a refund that looks like one that is recorded', () => {
  const MADE = 'manual-1789000000000-0badcafe';
  const asked = (what: string) =>
    `A refund like this is already recorded for this customer: ${what}. Confirm it if it is another one.`;

  test('A refund with the made number of one that is recorded is the same one, however much credit is left', () => {
    for (const before of [500, 200]) {
      given(added(before), paidBack(200, 'r', MADE))
        .when(payBack(200, 's', MADE))
        .thenNothingHappens();
    }
    const message = `The transaction ${MADE} is already recorded for this customer, with $2.00 on 2026-06-20. Check its number.`;
    for (const other of [payBack(100, 's', MADE), { ...payBack(200, 's', MADE), method: 'cash' } as CreditCommand]) {
      given(added(500), paidBack(200, 'r', MADE))
        .when(other)
        .thenRefused('conflict', message);
    }
  });

  test('A refund of the same reference, on whatever day, is asked about, and counts when it is confirmed', () => {
    const other = { ...payBack(200, 's', '17'), day: '2026-06-21' } as CreditCommand;
    given(added(500), paidBack(200, 'r', '17'))
      .when(other)
      .thenRefused('conflict', asked('$2.00 by check on 2026-06-20, number 17'));
    given(added(500), paidBack(200, 'r', '17'))
      .when({ ...other, confirmed: true } as CreditCommand)
      .then({
        ...paidBack(200, 's', '17'),
        data: { ...paidBack(200, 's', '17').data, day: '2026-06-21' },
      } as CreditEvent);
  });

  test('A refund of as much, as paid, on the same day is asked about, unless the references say that it is another', () => {
    const open = [added(500), paidBack(200, 'r', null)];
    for (const like of [payBack(200, 's', null), payBack(200, 's', '17'), payBack(200, 's', MADE)]) {
      given(...open)
        .when(like)
        .thenRefused('conflict', asked('$2.00 by check on 2026-06-20'));
    }
    given(...open)
      .when(payBack(201, 's', null))
      .then(paidBack(201, 's', null));
    given(added(500), paidBack(200, 'r', '17'))
      .when(payBack(200, 's', '18'))
      .then(paidBack(200, 's', '18'));
  });
});

test('What a customer owes is settled from its oldest part on', () => {
  const owed = (at: string, cents: number) => ({ at, cents });
  const parts = [owed('1', 500), owed('2', 700)];
  expect(owedParts(parts)).toEqual(parts);
  expect(owedParts([...parts, owed('3', -600)])).toEqual([owed('2', 600)]);
  expect(owedParts([...parts, owed('3', -1_200), owed('4', 1)])).toEqual([owed('4', 1)]);
});
