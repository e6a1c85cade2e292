import { describe, expect, test } from 'vitest';
import { kinds } from '../../api/areas.ts';
import { STEP_COLLECTIONS, stepWords } from '../../console/features/shell/not-done-words.ts';
import { processes } from '../../domain/index.ts';
import { STALING_TYPES } from '../../domain/plan/staleness.ts';
import { BATCHES } from '../../platform/commands/batches.ts';
import { ERASURE } from '../../platform/commands/erasure.ts';
import { STALE_PLANS } from '../../platform/commands/stale-plans.ts';
import { aggregateSamples } from '../support/aggregate-samples.ts';

describe('what an owner is told of follow-up steps that were not done', () => {
  test('is in words for every process, and for reactors that keep what they could not do', () => {
    const names = [...processes.map(({ name }) => name), ERASURE, BATCHES, STALE_PLANS];
    const wordless = names.filter((name) => stepWords(name) === name);
    expect(wordless).toEqual([]);
  });

  test('is asked for anew when anything changes that causes one', () => {
    const causes = new Set<string>([...processes.flatMap(({ types }) => types), ...STALING_TYPES]);
    const causing = aggregateSamples.filter(({ events }) => events.some(({ type }) => causes.has(type)));
    const collections = causing.flatMap(({ decider }) =>
      kinds.all.filter((kind) => kind.decider.category === decider.category).map((kind) => kind.projection.collection),
    );
    expect(collections.length).toBeGreaterThan(5);
    expect(collections.filter((each) => !STEP_COLLECTIONS.includes(each))).toEqual([]);
    const known = kinds.all.map((kind) => kind.projection.collection);
    expect(STEP_COLLECTIONS.filter((each) => each !== 'payments' && !known.includes(each))).toEqual([]);
  });
});
