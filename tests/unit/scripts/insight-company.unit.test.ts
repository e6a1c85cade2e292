import { describe, expect, test } from 'vitest';
import { foldFacts } from '../../../ai/facts/facts.ts';
import { registry } from '../../../domain/index.ts';
import { DETECTOR_NAMES } from '../../../domain/insight/terms.ts';
import { createChance } from '../../../scripts/bench/support/insight-chance.ts';
import { generateCompany } from '../../../scripts/bench/support/insight-company.ts';
import { type Plant, plantFacts } from '../../../scripts/bench/support/insight-plants.ts';

describe('The company that findings are measured on', () => {
  test('The same seed gives the same events, valid and in order', () => {
    const { entries } = generateCompany(7, undefined, { days: 60 });
    expect(generateCompany(7, undefined, { days: 60 }).entries).toEqual(entries);
    const times = entries.map(({ metadata }) => metadata.recordedAt);
    expect(times).toEqual(times.toSorted());
    for (const { type, data } of entries) {
      expect(registry.get(type)?.versions.at(-1)?.schema.strict().safeParse(data).error).toBeUndefined();
    }
  });

  test('The facts of a company show what was so in it', () => {
    const { entries, truth } = generateCompany(8, undefined, { days: 90 });
    const fold = foldFacts();
    fold.take(entries);
    const facts = fold.at(entries.at(-1)?.metadata.recordedAt ?? '');
    const done = [...truth.jobs.values()].filter(({ completedAt }) => completedAt !== null);
    expect([...facts.jobs.values()].filter(({ status }) => status === 'completed')).toHaveLength(done.length);
    const won = [...truth.leads.values()].filter(({ isWon }) => isWon);
    expect([...facts.leads.values()].filter(({ status }) => status === 'Won')).toHaveLength(won.length);
    expect(won.length).toBeGreaterThan(10);
    expect([facts.crews.size, facts.invoices.size]).toEqual([truth.crews.length, truth.invoices.size]);
  });

  test('Facts are planted for every detector, each with what it is known by', {
    tags: ['deep'],
    timeout: 120_000,
  }, () => {
    const plants: Plant[] = [];
    const { truth } = generateCompany(7, (world) => plants.push(...plantFacts(world, createChance(7))));
    expect(new Set(plants.map(({ detector }) => detector))).toEqual(new Set(DETECTOR_NAMES));
    expect(plants.filter(({ subjects, records }) => subjects.length === 0 && records.size === 0)).toEqual([]);
    const left = plants
      .filter(({ detector }) => detector === 'jobs_not_invoiced')
      .flatMap(({ records }) => [...records]);
    expect(left.length).toBeGreaterThan(6);
    for (const id of left) {
      const { completedAt, settledAt } = truth.jobs.get(id) ?? {};
      expect((settledAt ?? Number.POSITIVE_INFINITY) - (completedAt ?? 0)).toBeGreaterThan(14 * 86_400_000);
    }
  });
});
