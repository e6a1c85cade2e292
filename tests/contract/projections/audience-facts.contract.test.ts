import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AudienceFacts, currentFacts } from '../../../api/audience/facts.ts';
import { type LiveReadModels, Rebuilding } from '../../../platform/runtime/live-read-models.ts';
import { projections } from '../../../projections/index.ts';
import { registered } from '../../support/samples/customer-events.ts';
import { appendTo } from '../../support/samples/lead-events.ts';
import { liveModelsOf } from '../../support/stores/live-models.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';

/** Longer than anything here takes. */
const LONG_MS = 30_000;

let stores: ProductStores;
let live: LiveReadModels;
let stopping: AbortController;
let running: Promise<unknown>;
let runner: RunnerUnderTest;
beforeEach(async () => {
  stores = await openProductStores();
  stopping = new AbortController();
  live = liveModelsOf(stores);
  runner = startRunner(stores);
  await customer('ada');
  running = live.run(stopping.signal);
  live.refresh();
  await live.opened(LONG_MS);
});
afterEach(async () => {
  stopping.abort();
  await runner.stop();
  await running;
  await stores.close();
});

/** Returns once the read models show the customer. */
async function customer(name: string): Promise<void> {
  const position = await appendTo(stores.log, `customer-${name}`, registered({ email: `${name}@example.com` }));
  await runner.reached(position);
  if (live.peek()) await live.waitFor(position, LONG_MS);
}

const factsNow = () => currentFacts({ state: stores.state, readModels: live });
const known = (facts: AudienceFacts) =>
  facts
    .customers()
    .map(({ id }) => id)
    .sort();

test('What is known of the customers is read once, and has whatever the read models show', async () => {
  const [one, other] = await Promise.all([factsNow(), factsNow()]);
  expect(other).toBe(one);
  expect(known(one)).toEqual(['ada']);
  for (const name of ['ben', 'cleo', 'dan']) {
    await customer(name);
    expect(known(await factsNow())).toContain(name);
  }
  expect(await factsNow()).toBe(one);
  await appendTo(stores.log, 'customer-ada', { type: 'CustomerArchived', data: { byHand: true } });
  await runner.reached(await stores.log.head());
  await live.waitFor(await stores.log.head(), LONG_MS);
  expect(known(await factsNow())).toEqual(['ben', 'cleo', 'dan']);
});

test('With another generation of the read models it is read anew, and whoever was just given the old facts finds them whole', async () => {
  const before = await factsNow();
  await runner.stop();
  runner = startRunner(stores, { projections: projections.map((each) => ({ ...each, version: each.version + 1 })) });
  const switched = live.switched();
  await customer('ben');
  live.refresh();
  await live.waitFor(await stores.log.head(), LONG_MS);
  expect(switched.aborted).toBe(true);
  const after = await factsNow();
  expect(after).not.toBe(before);
  expect(known(after)).toEqual(['ada', 'ben']);
  await expect.poll(() => before.isOver).toBe(true);
  // Emptied, a campaign that was about to ask them would go to nobody.
  expect(known(before)).toEqual(['ada']);
});

test('While damaged read models are rebuilt there is no answer, and no old one afterwards', async () => {
  const before = await factsNow();
  live.reportDamage(live.current().generation, new Error('It is damaged.'));
  await expect(factsNow()).rejects.toThrow(Rebuilding);
  await expect.poll(() => before.isOver).toBe(true);
});
