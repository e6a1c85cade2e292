import { describe, expect, test } from 'vitest';
import {
  type ActionOnInsight,
  findsIncome,
  type InvoiceOrigins,
  type MoneyMoved,
  moneyThatFollowed,
} from '../../../../domain/insight/money-that-followed.ts';

const action = (kind: string, id: string, day = '2026-03-02', key = 'one'): ActionOnInsight => ({
  key,
  at: `${day}T15:00:00.000Z`,
  day,
  named: [{ kind, id }],
});
const INVOICE: InvoiceOrigins = {
  id: 'i',
  jobId: 'j',
  quoteId: 'q',
  leadId: 'l',
  customerId: 'c',
  createdAt: '2026-02-01T12:00:00.000Z',
};
const paid = (day: string, more: Partial<MoneyMoved> = {}): MoneyMoved => ({
  id: day,
  invoiceId: 'i',
  cash: 10_000,
  day,
  createdAt: `${day}T18:00:00.000Z`,
  ...more,
});
const idsOf = (actions: ActionOnInsight[], moved: MoneyMoved[], invoice = INVOICE) =>
  Object.fromEntries(
    [...moneyThatFollowed(actions, [invoice], moved)].map(([key, own]) => [key, own.map(({ id }) => id)]),
  );

describe('money that followed', () => {
  test.each([
    ['invoice', 'i'],
    ['job', 'j'],
    ['quote', 'q'],
    ['lead', 'l'],
  ])('What is paid on the invoice of a %s that was named follows the action', (kind, id) => {
    expect(idsOf([action(kind, id)], [paid('2026-03-02'), paid('2026-05-31')])).toEqual({
      one: ['2026-03-02', '2026-05-31'],
    });
  });

  test('Of customers, only what they were invoiced for after the action counts', () => {
    expect(idsOf([action('customer', 'c')], [paid('2026-03-20')])).toEqual({});
    const newer = { ...INVOICE, createdAt: '2026-03-10T12:00:00.000Z' };
    expect(idsOf([action('customer', 'c')], [paid('2026-03-20')], newer)).toEqual({ one: ['2026-03-20'] });
  });

  test('What came before the action, or more than 90 days after it, did not follow', () => {
    const received = paid('2026-03-01', { createdAt: '2026-03-05T12:00:00.000Z' });
    const recorded = paid('2026-03-02', { createdAt: '2026-03-02T14:59:59.000Z' });
    expect(idsOf([action('invoice', 'i')], [received, recorded, paid('2026-06-01')])).toEqual({});
  });

  test('A payment after two actions counts once, for the last before it', () => {
    const actions = [action('invoice', 'i'), action('job', 'j', '2026-04-01', 'two')];
    expect(idsOf(actions, [paid('2026-03-20'), paid('2026-04-20')])).toEqual({
      one: ['2026-03-20'],
      two: ['2026-04-20'],
    });
  });

  test('A record of another kind, or another invoice, is not concerned', () => {
    expect(idsOf([action('crew', 'i')], [paid('2026-03-20')])).toEqual({});
    expect(idsOf([action('invoice', 'i')], [paid('2026-03-20', { invoiceId: null })])).toEqual({});
  });

  test('Findings about costs, prices, crews and time claim no money', () => {
    for (const detector of ['cost_spike', 'price_below_cost', 'crew_capacity', 'travel_swap', 'hours_overrun'])
      expect(findsIncome(detector)).toBe(false);
    expect(findsIncome('receivables_aging')).toBe(true);
  });
});
