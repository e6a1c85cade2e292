import { describe, expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import { REBOOK_REFUNDS } from '../../../api/invoices/rebook-refunds.ts';
import { STEP_COLLECTIONS, stepWords } from '../../../console/features/shell/not-done-words.ts';
import { processes } from '../../../domain/index.ts';
import { STALING_TYPES } from '../../../domain/plan/staleness.ts';
import { BATCHES } from '../../../platform/commands/batches.ts';
import { ERASURE } from '../../../platform/commands/erasure.ts';
import { STALE_PLANS } from '../../../platform/plans/stale-plans.ts';
import { aggregateSamples } from '../../support/aggregate-samples.ts';
import { expectNone } from '../../support/findings.ts';

describe('what an owner is told of follow-up steps that were not done', () => {
  test('An owner is told in words of follow-up steps not done, for every process and for reactors that keep what they could not do', () => {
    const names = [...processes.map(({ name }) => name), ERASURE, BATCHES, STALE_PLANS, REBOOK_REFUNDS];
    expectNone(
      names
        .filter((name) => stepWords(name) === name)
        .map((name) => `No words for the steps of ${name}. Add them to console/features/shell/not-done-words.ts.`),
    );
  });

  test('What an owner is told of follow-up steps not done is asked for anew when anything changes that causes one', () => {
    const causes = new Set<string>([...processes.flatMap(({ types }) => types), ...STALING_TYPES]);
    const causing = aggregateSamples.filter(({ events }) => events.some(({ type }) => causes.has(type)));
    const collections = causing.flatMap(({ decider }) =>
      kinds.all.filter((kind) => kind.decider.category === decider.category).map((kind) => kind.projection.collection),
    );
    expect(collections.length).toBeGreaterThan(5);
    const known = kinds.all.map((kind) => kind.projection.collection);
    const file = 'STEP_COLLECTIONS in console/features/shell/not-done-words.ts';
    expectNone([
      ...new Set(
        collections
          .filter((each) => !STEP_COLLECTIONS.includes(each))
          .map((each) => `A change of ${each} causes follow-up steps. Add ${each} to ${file}.`),
      ),
      ...STEP_COLLECTIONS.filter((each) => each !== 'payments' && !known.includes(each)).map(
        (each) => `There is no collection ${each}. Take it out of ${file}.`,
      ),
    ]);
  });
});
