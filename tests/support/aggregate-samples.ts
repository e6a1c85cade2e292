import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AggregateSample } from './aggregate-samples/sample.ts';

const FOLDER = join(import.meta.dirname, 'aggregate-samples');

/** What the property tests know of each aggregate: a file each, which exports one sample. */
export const aggregateSamples: readonly AggregateSample[] = (
  await Promise.all(
    readdirSync(FOLDER)
      .filter((file) => file !== 'sample.ts')
      .map(async (file) => Object.values<AggregateSample>(await import(join(FOLDER, file)))),
  )
).flat();

/** @throws with what to add where, if an aggregate has no sample */
export function sampleOf(category: string): AggregateSample {
  const found = aggregateSamples.find(({ decider }) => decider.category === category);
  if (!found)
    throw new Error(`No sample of the aggregate ${category}. Add a file to tests/support/aggregate-samples/.`);
  return found;
}
