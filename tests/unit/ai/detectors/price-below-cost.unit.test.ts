import { expect, test } from 'vitest';
import { priceBelowCost } from '../../../../ai/detectors/price-below-cost.ts';
import type { CostDocument } from '../../../../projections/costs.ts';
import type { JobDocument } from '../../../../projections/jobs.ts';
import type { QuoteDocument } from '../../../../projections/quotes.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, NOW, places } from '../../../support/insights/moments.ts';

interface Row {
  job: Partial<JobDocument>;
  cost: Partial<CostDocument>;
}

/** A finished job for $1,000 and 8 hours, and what it cost. */
function done(id: string, days: number, cost: number, more: Partial<JobDocument> = {}): Row {
  const hours = [{ id: 'h', personId: 'p', day: '2026-11-01', hours: 8, rate: null }];
  const work = { status: 'completed', completedAt: ago(days), serviceType: 'tree_removal', amount: 100_000, hours };
  return {
    job: { id, title: PERSONAL.said, address: PERSONAL.address, estimatedDuration: 8, quoteId: null, ...work, ...more },
    cost: { id: `cost of ${id}`, jobId: id, amount: cost, day: '2026-11-01', category: 'labor' },
  };
}

/** Every tenth job is at a loss. */
const past = (count: number, from = 91) =>
  places(count).map((place) => done(`past-${place}`, from + 5 * place, place % 10 === 0 ? 110_000 : 60_000));
const losing = places(8).map((place) => done(`losing-${place}`, 5 + 9 * place, 120_000 + place * 100));
const fine = places(10).map((place) => done(`fine-${place}`, 4 + 8 * place, 60_000));

function quote(id: string, subtotal: number, more: Partial<QuoteDocument> = {}): Partial<QuoteDocument> {
  const item = { id: 'i', service: 'tree_removal', description: PERSONAL.said, unitPrice: subtotal, quantity: 1 };
  const items = [{ ...item, isOptional: false, estimatedHours: 8, estimatedCost: null, priority: null, hazards: [] }];
  return { id, status: 'sent', subtotal, items, customerName: PERSONAL.name, createdAt: ago(5), ...more };
}

const factsOf = (rows: Row[], quotes: Partial<QuoteDocument>[] = [], asOf = NOW) =>
  factsWith(asOf, { jobs: rows.map(({ job }) => job), costs: rows.map(({ cost }) => cost), quotes });

test('A service whose jobs cost more than their price more often than before is found', () => {
  const facts = factsOf([...past(50), ...fine, ...losing]);
  const found = priceBelowCost.find(facts);
  expectFit(found);
  expect(found).toMatchObject([
    {
      subject: 'jobs/tree_removal',
      title: 'Tree removal cost more than its price in 8 of 18 jobs: $1,628.00 lost',
      worth: 162_800,
      opens: 'open',
    },
  ]);
  expect(found?.[0]?.evidence[0]).toEqual({
    kind: 'job',
    id: 'losing-7',
    why: 'Finished September 16, 2026 for $1,000.00; it cost $1,207.00.',
  });
  expect(priceBelowCost.find(facts)).toEqual(found);
});

test('A service that never covered its costs is found as well', () => {
  const always = places(40).map((place) => done(`always-${place}`, 5 + 9 * place, 120_000));
  expect(priceBelowCost.find(factsOf(always))).toMatchObject([{ subject: 'jobs/tree_removal' }]);
});

test('A loss now and then, free work, and jobs without a price or hours are not told', () => {
  const without = [
    ...places(9).map((place) => done(`free-${place}`, 10, 50_000, { amount: 0 })),
    ...places(9).map((place) => done(`unpriced-${place}`, 10, 50_000, { amount: null })),
    ...places(9).map((place) => done(`no hours-${place}`, 10, 500_000, { hours: [] })),
    ...places(9).map((place) => done(`personal-${place}`, 10, 500_000, { serviceType: PERSONAL.said })),
    ...places(9).map((place) => done(`removed-${place}`, 10, 500_000, { removed: true })),
  ];
  expect(priceBelowCost.find(factsOf([...past(50), ...fine, ...losing.slice(0, 3), ...without]))).toEqual([]);
});

test('Open quotes below what such work costs for each estimated hour are found', () => {
  const quotes = [quote('low', 15_000), quote('lower', 10_000, { status: 'draft' }), quote('good', 90_000)];
  const found = priceBelowCost.find(factsOf([...past(50), ...fine], quotes));
  expectFit(found);
  expect(found).toMatchObject([
    {
      subject: 'quotes/tree_removal',
      title: '2 open quotes for tree removal are below what such work costs',
      evidence: [
        { kind: 'quote', id: 'lower', why: '$100.00 for 8 estimated hours; such work mostly costs $600.00 or more.' },
        { kind: 'quote', id: 'low' },
      ],
      opens: 'quote',
      worth: 95_000,
    },
  ]);
  const others = [
    quote('approved', 10_000, { status: 'approved' }),
    quote('removed', 10_000, { removed: true }),
    quote('a little low', 59_000),
  ];
  expect(priceBelowCost.find(factsOf([...past(50), ...fine], others))).toEqual([]);
});

test('Booked jobs below what such work costs are found before anybody begins them', () => {
  const booked = (id: string, amount: number, more: Partial<JobDocument> = {}): Row => {
    const { job, cost } = done(id, 1, 0, {
      status: 'scheduled',
      completedAt: null,
      createdAt: ago(3),
      amount,
      ...more,
    });
    return { job, cost: { ...cost, removed: true } };
  };
  const jobs = [
    booked('low', 5_000),
    booked('fair', 100_000),
    booked('free', 0),
    booked('begun', 5_000, { status: 'in_progress' }),
  ];
  const found = priceBelowCost.find(factsOf([...past(50), ...fine, ...jobs]));
  expectFit(found);
  expect(found).toMatchObject([
    { subject: 'booked/tree_removal', title: '1 booked job for tree removal is below what such work costs' },
  ]);
  expect(found?.[0]?.evidence.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['job low']);
});

test('With fewer than ten such jobs of any service it says nothing', () => {
  expect(priceBelowCost.find(factsOf(losing))).toBeNull();
  expect(priceBelowCost.find(factsOf([...losing, ...past(2)]))).toHaveLength(1);
});

test('It does not come and go from day to day', () => {
  const rows = [...past(50), ...fine, ...losing];
  const found = places(70).map((day) => priceBelowCost.find(factsOf(rows, [], ago(-day)))?.length);
  expect(found.join('')).toMatch(/^1+0+$/);
});

test('It was right if such work went on to lose money', () => {
  const [found] = priceBelowCost.find(factsOf([...past(50), ...fine, ...losing])) ?? [];
  if (!found) throw new Error('It found nothing.');
  const after = (rows: Row[]) => priceBelowCost.provedRight(found, factsOf(rows));
  expect([after(losing), after(fine), after([])]).toEqual([true, false, null]);
});
