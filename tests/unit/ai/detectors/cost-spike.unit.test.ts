import { expect, test } from 'vitest';
import { costSpike } from '../../../../ai/detectors/cost-spike.ts';
import type { EventBody } from '../../../../domain/kit/event.ts';
import type { CostDocument } from '../../../../projections/costs.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, dayAgo, NOW, places } from '../../../support/insights/moments.ts';
import { factsTold, type Told } from '../../../support/insights/told.ts';

function cost(id: string, days: number, amount: number, more: Partial<CostDocument> = {}): Partial<CostDocument> {
  const entry = { source: 'entry', sourceId: null, jobId: null, description: PERSONAL.said } as const;
  return { id, category: 'material', day: dayAgo(days), amount, ...entry, ...more };
}

/** In summer three times what it is in winter. */
function season(days: number): number {
  const month = Number(dayAgo(days).slice(5, 7));
  return month >= 5 && month <= 9 ? 3 : 1;
}

/** A cost of every third day. */
const year = (days: number, category = 'material', times: (back: number) => number = () => 1) =>
  places(Math.floor(days / 3)).map((place) => {
    const back = 3 * place + 1;
    const amount = Math.round(20_000 * times(back) * (1 + 0.1 * Math.sin(place)));
    return cost(`${category}-${back}`, back, amount, { category });
  });

const healthy = (days = 1_000) => [
  ...year(days, 'material', season),
  ...year(days, 'disposal', season),
  ...year(days, 'labor', season),
];
const spike = places(4).map((place) => cost(`spike-${place}`, 3 + 6 * place, 150_000 + place));
const factsOf = (costs: Partial<CostDocument>[], asOf = NOW) => factsWith(asOf, { costs });

test('A category above its own seasonal range is found, with what it comes from', () => {
  const facts = factsOf([...healthy(), ...spike]);
  const found = costSpike.find(facts);
  expectFit(found);
  expect(found).toMatchObject([{ subject: 'material', insightType: 'anomaly', category: 'financial', opens: 'open' }]);
  expect(found?.[0]?.title).toMatch(/^Material costs of \$[\d,.]+ in 30 days are \d+% above usual$/);
  expect(found?.[0]?.evidence.slice(0, 4).map(({ id }) => id)).toEqual(['spike-3', 'spike-2', 'spike-1', 'spike-0']);
  expect(costSpike.find(facts)).toEqual(found);
});

test('A summer like every summer, and a company that grows in all it does, are no spike', () => {
  expect(costSpike.find(factsOf(healthy()))).toEqual([]);
  const july = '2026-07-20T15:00:00.000Z';
  expect(costSpike.find(factsOf(healthy(), july))).toEqual([]);
  const grown = (back: number) => season(back) * 1.5 ** (-back / 365);
  const grows = [...year(1_000, 'material', grown), ...year(1_000, 'disposal', grown), ...year(1_000, 'labor', grown)];
  for (const back of [0, 60, 120, 180, 240]) expect(costSpike.find(factsOf(grows, ago(back)))).toEqual([]);
});

test('A month in which all costs go up with the work is no spike of one of them', () => {
  const busy = (back: number) => season(back) * (back <= 30 ? 2 : 1);
  const rows = [...year(1_000, 'material', busy), ...year(1_000, 'disposal', busy), ...year(1_000, 'labor', busy)];
  expect(costSpike.find(factsOf(rows))).toEqual([]);
});

test('A spike in the season of most work is found as well', () => {
  const july = 130;
  const more = places(5).map((place) => cost(`july-${place}`, july + 4 * place, 150_000));
  expect(costSpike.find(factsOf(healthy(), ago(july - 1)))).toEqual([]);
  expect(costSpike.find(factsOf([...healthy(), ...more], ago(july - 1)))).toMatchObject([{ subject: 'material' }]);
});

test('What is less than $500 above, or removed, is not told', () => {
  const small = healthy().map((row) => ({ ...row, amount: Math.round((row.amount ?? 0) / 40) }));
  expect(costSpike.find(factsOf([...small, cost('more', 5, 40_000)]))).toEqual([]);
  expect(costSpike.find(factsOf([...healthy(), ...spike.map((row) => ({ ...row, removed: true as const }))]))).toEqual(
    [],
  );
});

test('Bills that doubled are found where months vary too much to tell', () => {
  // Few and very different ones, with a very large one now and then.
  const lumpy = (times: (back: number) => number) =>
    places(200).map((place) => {
      const back = 5 * place + 1;
      const amount = place % 26 === 25 ? 600_000 : 20_000 * Math.exp(1.1 * Math.sin(2.4 * place));
      return cost(`lumpy-${place}`, back, Math.round(amount * times(back)), { category: 'equipment' });
    });
  const others = healthy().filter(({ category }) => category !== 'material');
  expect(costSpike.find(factsOf([...others, ...lumpy(() => 1)]))).toEqual([]);
  const found = costSpike.find(factsOf([...others, ...lumpy((back) => (back <= 60 ? 3 : 1))]));
  expectFit(found);
  expect(found).toMatchObject([{ subject: 'equipment' }]);
  expect(found?.[0]?.description).toContain('The bills are larger than they were.');
});

test('More hours and dump fees in a month of more work are no spike, whatever the fixed costs are', () => {
  const busy = (back: number) => season(back) * (back <= 30 ? 2 : 1);
  const ofJob = (category: string, times: (back: number) => number) =>
    year(1_000, category, times).map((row) => ({ ...row, jobId: 'j' }));
  const fixed = year(1_000, 'other', () => 10);
  expect(costSpike.find(factsOf([...ofJob('disposal', busy), ...ofJob('labor', busy), ...fixed]))).toEqual([]);
  const dump = (back: number) => season(back) * (back <= 30 ? 4 : 1);
  const found = costSpike.find(factsOf([...ofJob('disposal', dump), ...ofJob('labor', season), ...fixed]));
  expect(found).toMatchObject([{ subject: 'disposal' }]);
});

test('It stays for as long as it is there, and goes', () => {
  const rows = [...healthy(), ...spike];
  const found = places(10).map((day) => costSpike.find(factsOf(rows, ago(-day)))?.length);
  expect(found.join('')).toMatch(/^1+0*$/);
  expect(costSpike.find(factsOf(rows, ago(-40)))).toEqual([]);
});

test('With less than a year and a month of costs it says nothing', () => {
  expect(costSpike.find(factsOf([...healthy(390), ...spike]))).toBeNull();
  expect(costSpike.find(factsOf([...healthy(402), ...spike]))).toHaveLength(1);
});

test('The ledger of a log holds what it reads, and hours lead to their job', () => {
  const recorded = (id: string, days: number, amount: number): Told => {
    const data = {
      jobId: null,
      category: 'disposal',
      day: dayAgo(days),
      amount,
      description: null,
      recordedAt: ago(days),
    };
    return [`cost-${id}`, { type: 'CostRecorded', data }, ago(days)];
  };
  const worked = (days: number, hours: number): Told => {
    const data = { hoursId: `h${days}`, personId: 'p', day: dayAgo(days), hours, rate: 5_000 };
    const body: EventBody = { type: 'JobHoursAdded', data };
    return ['job-j', body, ago(days)];
  };
  const past = places(140).flatMap((place) => [
    recorded(String(place), 1 + 3 * place, 20_000),
    worked(1 + 3 * place, 4),
  ]);
  const found = costSpike.find(factsTold(NOW, ...past, worked(2, 24), worked(5, 24)));
  expectFit(found);
  expect(found).toMatchObject([{ subject: 'labor', evidence: [{ kind: 'job', id: 'j' }] }]);
});

test('It was right if it went on, and wrong if the next month was as usual', () => {
  const [found] = costSpike.find(factsOf([...healthy(), ...spike])) ?? [];
  if (!found) throw new Error('It found nothing.');
  const next = (times: number) =>
    year(60, 'material', (back) => season(back - 60) * times).map((row, place) => {
      return { ...row, id: `next-${place}`, day: dayAgo(3 * place + 1 - 60) };
    });
  const others = (['disposal', 'labor'] as const).flatMap((category) =>
    year(60, category, (back) => season(back - 60)).map((row, place) => ({
      ...row,
      id: `next-${category}-${place}`,
      day: dayAgo(3 * place + 1 - 60),
    })),
  );
  const after = (times: number) =>
    costSpike.provedRight(found, factsOf([...healthy(), ...spike, ...next(times), ...others], ago(-61)));
  expect([after(1), after(2)]).toEqual([false, true]);
});
