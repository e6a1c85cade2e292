import { expect, test } from 'vitest';
import { hoursOverrun } from '../../../../ai/detectors/hours-overrun.ts';
import { signTest } from '../../../../ai/detectors/kit/sign-test.ts';
import { NO_QUOTE_DETAILS } from '../../../../domain/quote/events.ts';
import { quote } from '../../../../domain/quote/quote.ts';
import { jobRow, personRow } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { factsAfter, recordedBy } from '../../../support/insights/recorded-facts.ts';

// A Monday.
const NOW = '2026-06-15T14:00:00.000Z';
const finished = (clocks: readonly number[], said = {}) =>
  clocks.map((clockHours, at) =>
    jobRow({
      id: `${JSON.stringify(said)}-${at}`,
      status: 'completed',
      completedAt: `2026-05-${String(at + 1).padStart(2, '0')}T20:00:00.000Z`,
      serviceType: 'tree_removal',
      estimatedDuration: 4,
      clockHours,
      ...said,
    }),
  );
const OVER = [5, 5, 5.5, 5.5, 5.5, 6, 6, 9];
const AS_QUOTED = [3, 3.5, 4, 4, 4.5, 4, 5, 3];

test('A service that takes longer than quoted is found, with what the next quote should say', () => {
  const [finding] = hoursOverrun.find(factsWith(NOW, { jobs: finished(OVER) })) ?? [];

  expect(finding).toMatchObject({
    subject: 'service/tree_removal',
    title: 'Tree removal takes 1.4 times the hours quoted',
    opens: 'quote',
    // 15.5 hours more than quoted, at $65.
    worth: 100_750,
  });
  expect(finding?.actionItems[0]).toBe('Quote 5.5 hours where you quoted 4.');
  expect(finding?.evidence[0]?.why).toBe('Quoted 4 hours, took 9 hours');
});

test('A median below a fifth over, or what chance may do, is no finding', () => {
  expect(hoursOverrun.find(factsWith(NOW, { jobs: finished(AS_QUOTED) }))).toEqual([]);
  expect(hoursOverrun.find(factsWith(NOW, { jobs: finished(OVER.map(() => 4.7)) }))).toEqual([]);
  expect(hoursOverrun.find(factsWith(NOW, { jobs: finished(OVER.map(() => 4.8)) }))).toHaveLength(1);
  // Six of eight are over: as likely as one in seven.
  expect(hoursOverrun.find(factsWith(NOW, { jobs: finished([3, 3, 6, 6, 6, 6, 6, 6]) }))).toEqual([]);
});

test('What was over its quote by chance once in fifty is no finding, and what was clearly over stays while it still is', () => {
  // Eight of nine are over.
  const rest = [6, 6, 6, 6, 6, 6, 6, 6];
  expect(hoursOverrun.find(factsWith(NOW, { jobs: finished([3, ...rest]) }))).toEqual([]);
  const later = finished([3, 3], { completedAt: '2026-06-18T20:00:00.000Z' });
  const jobs = [...finished(rest), ...later];
  expect(hoursOverrun.find(factsWith('2026-06-22T14:00:00.000Z', { jobs }))).toHaveLength(1);
  expect(hoursOverrun.find(factsWith('2026-07-20T14:00:00.000Z', { jobs }))).toEqual([]);
});

test('It says nothing of fewer than eight finished jobs, of jobs without an estimate, and of years ago', () => {
  expect(hoursOverrun.find(factsWith(NOW, { jobs: finished(OVER.slice(1)) }))).toBeNull();
  expect(hoursOverrun.find(factsWith(NOW, { jobs: finished(OVER, { estimatedDuration: 0 }) }))).toBeNull();
  const old = { completedAt: '2025-06-01T20:00:00.000Z' };
  expect(hoursOverrun.find(factsWith(NOW, { jobs: finished(OVER, old) }))).toBeNull();
});

test('A job that is finished in the week changes nothing until the week is over', () => {
  const jobs = [...finished(OVER.slice(1)), ...finished([6], { completedAt: '2026-06-16T20:00:00.000Z' })];

  expect(hoursOverrun.find(factsWith('2026-06-21T14:00:00.000Z', { jobs }))).toBeNull();
  expect(hoursOverrun.find(factsWith('2026-06-22T14:00:00.000Z', { jobs }))).toHaveLength(1);
});

test('A service in somebody’s own words is not named', () => {
  const jobs = finished(OVER, { serviceType: 'Oak of Mrs. Secret' });

  expect(hoursOverrun.find(factsWith(NOW, { jobs }))).toBeNull();
});

test('An estimator who quotes fewer hours than the others is found, and named only by the evidence', () => {
  const of = (quoteId: string, clocks: readonly number[]) => finished(clocks, { quoteId, serviceType: null });
  const rows = {
    jobs: [...of('low', OVER), ...of('fair', AS_QUOTED)],
    quotes: [
      { id: 'low', madeBy: 'ann' },
      { id: 'fair', madeBy: 'bob' },
    ],
    people: [personRow('ann'), personRow('bob')],
  };
  const found = hoursOverrun.find(factsWith(NOW, rows));

  expect(found).toMatchObject([{ subject: 'estimator/ann', title: 'Work that {0} quoted takes 1.4 times the hours' }]);
  expect(found?.[0]?.evidence[0]).toMatchObject({ kind: 'staff', id: 'ann' });
  expect(JSON.stringify(found)).not.toContain('Secret');
  // Where everybody is over, it is the work.
  const all = { ...rows, jobs: [...of('low', OVER), ...of('fair', OVER)] };
  expect(hoursOverrun.find(factsWith(NOW, all))).toEqual([]);
});

test('It was right if the work went on to take longer, or is quoted with more hours now', () => {
  const [finding] = hoursOverrun.find(factsWith(NOW, { jobs: finished(OVER) })) ?? [];
  if (!finding) throw new Error('nothing found');
  const later = (clocks: readonly number[], estimatedDuration: number) =>
    hoursOverrun.provedRight(
      finding,
      factsWith('2026-09-13T14:00:00.000Z', {
        jobs: [...finished(OVER), ...finished(clocks, { completedAt: '2026-08-01T20:00:00.000Z', estimatedDuration })],
      }),
    );

  expect(later([5, 5, 5], 4)).toBe(true);
  expect(later([5.5, 5.5, 5.5], 5.5)).toBe(true);
  expect(later([4, 4, 4], 4)).toBe(false);
  expect(later([5, 5], 4)).toBeNull();
});

test('The sign test is exact for a few and for thousands', () => {
  expect(signTest(7, 8)).toBeCloseTo(9 / 256, 12);
  expect(signTest(0, 8)).toBe(1);
  expect(signTest(2_600, 5_000)).toBeCloseTo(0.0024, 4);
});

test('The events of a quote say who made it', () => {
  const details = { ...NO_QUOTE_DETAILS, customerName: 'Ada Lovelace', propertyAddress: '3 Elm St' };
  const events = recordedBy(
    quote,
    'low',
    [{ type: 'CreateQuote', customerId: 'c', leadId: null, details, now: NOW }],
    'ann',
  );

  expect(factsAfter(NOW, events).quotes.get('low')?.madeBy).toBe('ann');
});
