import { expect, test } from 'vitest';
import { NOTHING, type Refund } from '../../../../domain/invoice/allowances.ts';
import { ageOf, type Dated, firstDayOf, lastDayOf, openAt } from '../../../../domain/invoice/open-amounts.ts';
import type { Payment } from '../../../../domain/invoice/payments.ts';

const payment = (day: string, applied: number, more: Partial<Payment> = {}): Payment => ({
  id: day,
  method: 'cash',
  transactionId: null,
  amount: applied,
  applied,
  surplus: 0,
  day,
  recordedAt: day,
  refunds: [],
  isVoided: false,
  released: 0,
  reason: null,
  ...more,
});
const refund = (day: string, owedOn: string | null = null): Refund => ({
  id: 'r',
  amount: 1_000,
  owed: 'still',
  method: 'cash',
  day,
  reason: null,
  owedOn,
  due: NOTHING,
  booked: NOTHING,
  place: 0,
});
const invoice: Dated & { total: number } = {
  issuedOn: '2026-01-10',
  cancelledOn: null,
  stood: [],
  total: 10_000,
  payments: [
    payment('2026-02-01', 4_000),
    payment('2026-02-02', 9_999, { isVoided: true }),
    payment('2026-03-01', 6_000, {
      refunds: [refund('2026-04-01')],
    }),
  ],
};

test.each([
  ['2026-01-09', 0],
  ['2026-01-10', 10_000],
  ['2026-02-01', 6_000],
  ['2026-02-28', 6_000],
  ['2026-03-01', 0],
  ['2026-04-01', 1_000],
])('At the end of %s, %i cents of an invoice are open', (day, cents) => {
  expect(openAt(invoice, day)).toBe(cents);
});

test('What was given back of a deposit that an invoice deducts all the same is open from the day it is owed again', () => {
  const refunds = [refund('2026-04-01', '2026-04-20')];
  const deposit = { ...invoice, total: 4_000, payments: [payment('2026-02-01', 4_000, { refunds })] };
  expect(['2026-04-01', '2026-04-19', '2026-04-20'].map((day) => openAt(deposit, day))).toEqual([0, 0, 1_000]);
  expect(lastDayOf(deposit)).toBe('2026-04-20');
});

test('Nothing is open of an invoice from the day on which it was cancelled', () => {
  const cancelled = { ...invoice, cancelledOn: '2026-02-15' };
  expect(openAt(cancelled, '2026-02-14')).toBe(6_000);
  expect(openAt(cancelled, '2026-02-15')).toBe(0);
  expect(lastDayOf(cancelled)).toBe('2026-04-01');
});

test('An invoice that was cancelled and stands again was open as it stood on each past day', () => {
  const { payments } = invoice;
  // Earlier payments on it are the customer's credit.
  const again = payments.map((each) => ({ ...each, applied: 0, surplus: each.applied, refunds: [] }));
  const stood = [{ until: '2026-05-05', cancelledOn: '2026-05-03', payments }];
  const standing = { ...invoice, stood, payments: [...again, payment('2026-05-20', 10_000)] };
  const days = ['2026-01-09', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-03', '2026-05-05', '2026-05-20'];
  expect(days.map((day) => openAt(standing, day))).toEqual([0, 6_000, 0, 1_000, 0, 10_000, 0]);
  expect(lastDayOf({ ...standing, payments: again })).toBe('2026-05-05');
});

test('What was paid before an invoice was issued is open the other way round until then', () => {
  const inAdvance = { ...invoice, payments: [payment('2026-01-08', 3_000), payment('2026-02-01', 4_000)] };
  const days = ['2026-01-07', '2026-01-08', '2026-01-09', '2026-01-10', '2026-02-01'];
  expect(days.map((day) => openAt(inAdvance, day))).toEqual([0, -3_000, -3_000, 7_000, 3_000]);
  expect([firstDayOf(inAdvance), firstDayOf(invoice)]).toEqual(['2026-01-08', '2026-01-10']);
});

test('What is recorded on an invoice that stands again counts on its own day, also before it stood again', () => {
  const [first, second] = [payment('2026-02-01', 4_000), payment('2026-02-20', 6_000)];
  const again = { ...first, applied: 0, surplus: 4_000 };
  const stood = [{ until: '2026-03-05', cancelledOn: '2026-03-03', payments: [first] }];
  const standing = { ...invoice, stood, payments: [again, second] };
  const days = ['2026-02-19', '2026-02-20', '2026-03-03', '2026-03-05'];
  expect(days.map((day) => openAt(standing, day))).toEqual([6_000, 0, -6_000, 4_000]);
  // Cancelled and taken up once more, what was recorded between counts as it was recorded then.
  const twice = {
    ...standing,
    stood: [...stood, { until: '2026-04-05', cancelledOn: '2026-04-01', payments: standing.payments }],
    payments: [again, { ...second, applied: 0, surplus: 6_000 }],
  };
  expect(days.map((day) => openAt(twice, day))).toEqual([6_000, 0, -6_000, 4_000]);
  expect(openAt(twice, '2026-04-05')).toBe(10_000);
});

test('An amount is past due from the day after its due date', () => {
  expect(
    ['2026-01-31', '2026-02-01', '2026-03-02', '2026-03-03', '2026-05-01', '2026-05-02'].map((day) =>
      ageOf('2026-01-31', day),
    ),
  ).toEqual(['current', 'days1to30', 'days1to30', 'days31to60', 'days61to90', 'over90']);
});
