import { expect, test } from 'vitest';
import { receivablesAging } from '../../../../ai/detectors/receivables-aging.ts';
import type { Payment } from '../../../../domain/invoice/payments.ts';
import type { InvoiceDocument } from '../../../../projections/invoices.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, dayAgo, NOW, places } from '../../../support/insights/moments.ts';

const TERMS = 30;

/** An invoice of so many days ago. @param paid days after its issue; null: it is open */
function invoice(id: string, days: number, paid: number | null, total = 100_000): Partial<InvoiceDocument> {
  const payment = { id: `of ${id}`, applied: total, refunds: [], isVoided: false, released: 0 } as unknown as Payment;
  const paidOn = paid === null ? null : dayAgo(days - paid);
  return {
    id,
    kind: 'invoice',
    customerName: PERSONAL.name,
    billingAddress: PERSONAL.address,
    jobId: null,
    isCancelled: false,
    cancelledOn: null,
    stood: [],
    total,
    revenue: total,
    issuedOn: dayAgo(days),
    month: dayAgo(days).slice(0, 7),
    dueDate: dayAgo(days - TERMS),
    payments: paidOn === null ? [] : [{ ...payment, day: paidOn }],
    balance: paidOn === null ? total : 0,
    isOpen: paidOn === null,
    paidOn,
    lastDay: paidOn ?? dayAgo(days),
  };
}

/** Two years of an invoice every five days, each paid on the day it is due but one in ten, which is 40 days late. */
const healthy = (days = 730) =>
  places(Math.floor(days / 5) + 1)
    .map((place) => place * 5)
    .filter((back) => back <= days)
    .map((back, place) => {
      const paid = place % 10 === 0 ? TERMS + 40 : TERMS;
      return invoice(`past-${back}`, back, paid <= back ? paid : null);
    });

const unpaid = places(6).map((place) => invoice(`late-${place}`, 80 + place, null, 150_000));
const factsOf = (invoices: Partial<InvoiceDocument>[], asOf = NOW) => factsWith(asOf, { invoices });

test('Invoices that grow old as never before are found, the largest first', () => {
  const facts = factsOf([...healthy(), ...unpaid, invoice('largest', 90, null, 400_000)]);
  const found = receivablesAging.find(facts);
  expectFit(found);
  expect(found).toMatchObject([
    { subject: 'all', severity: 'critical', opens: 'message', category: 'financial', insightType: 'anomaly' },
  ]);
  expect(found?.[0]?.evidence[0]).toEqual({
    kind: 'invoice',
    id: 'largest',
    why: '$4,000.00 open, due September 24, 2026.',
  });
  expect(found?.[0]?.title).toBe('$13,000.00 is more than 30 days late, above what is usual here');
  expect(found?.[0]?.basis).toContain('the middle of 17');
  expect(receivablesAging.find(facts)).toEqual(found);
});

test('A company whose customers pay as they always did has nothing to hear', () => {
  expect(receivablesAging.find(factsOf(healthy()))).toEqual([]);
  expect(receivablesAging.find(factsOf([...healthy(), ...unpaid.slice(0, 1)]))).toEqual([]);
});

test('Where customers usually pay late, late begins later', () => {
  const slow = places(140).map((place) => {
    const back = place * 5;
    return invoice(`past-${back}`, back, TERMS + 50 <= back ? TERMS + 50 : null);
  });
  expect(receivablesAging.find(factsOf(slow))).toEqual([]);
  const found = receivablesAging.find(
    factsOf([...slow, ...places(8).map((place) => invoice(`late-${place}`, 95, null))]),
  );
  expect(found?.[0]?.title).toBe('$8,000.00 is more than 50 days late, above what is usual here');
});

test('With less than a year of invoices it says nothing', () => {
  expect(receivablesAging.find(factsOf([...healthy(360), ...unpaid]))).toBeNull();
  expect(receivablesAging.find(factsOf([...healthy(365), ...unpaid]))).toHaveLength(1);
});

test('It does not come and go from day to day', () => {
  const rows = [...healthy(), ...unpaid];
  const days = places(14).map((day) => receivablesAging.find(factsOf(rows, ago(-day)))?.length);
  expect(new Set(days)).toEqual(new Set([1]));
});

test('It was right if most of it stayed open, and wrong if it was paid', () => {
  const [found] = receivablesAging.find(factsOf([...healthy(), ...unpaid])) ?? [];
  if (!found) throw new Error('It found nothing.');
  const after = (change: Partial<InvoiceDocument>) =>
    receivablesAging.provedRight(found, factsOf([...healthy(), ...unpaid].map((row) => ({ ...row, ...change }))));
  expect([after({}), after({ balance: 0 }), after({ balance: 0, isCancelled: true })]).toEqual([true, false, true]);
});
