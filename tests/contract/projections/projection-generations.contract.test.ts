import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '../../../domain/index.ts';
import { createLiveReadModels } from '../../../platform/runtime/live-read-models.ts';
import { fingerprint } from '../../../projections/engine/fingerprint.ts';
import { dropOthers, readLive } from '../../../projections/engine/generations.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import { type LeadDocument, leads } from '../../../projections/leads.ts';
import { createCodec } from '../../../store/codec.ts';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import type { EventLog } from '../../../store/event-store.ts';
import { NoSuchIndex, type Query } from '../../../store/read-models.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { alterText, replaceByText } from '../../support/stores/damage.ts';
import { gated, logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { openLive, startRunner } from '../../support/stores/projection-runner.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let stores: ProductStores;
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(() => stores.close());

/** The next version of the leads: they also have the length of the name. */
const measuringLeads: Projection<LeadDocument> = {
  ...leads,
  version: leads.version + 1,
  evolve(document, event, id) {
    const lead = leads.evolve(document, event, id) as { name: string } | null;
    return lead && { ...lead, nameLength: lead.name.length };
  },
};
const nextVersion = projections.map((each) => (each === leads ? measuringLeads : each));

const liveName = async () => (await readLive(stores.state))?.generation ?? null;

async function leadOf(id: string) {
  const models = await openLive(stores);
  const found = await models.get('leads', [id]);
  await models.close();
  return found.get(id);
}

/** Runs until everything in the log is in the read models. */
async function runToHead(options: Parameters<typeof startRunner>[1] = {}): Promise<void> {
  const runner = startRunner(stores, options);
  await runner.reached(await (options.log ?? stores.log).head());
  await runner.stop();
}

describe('a changed version', () => {
  test('A changed version of the read models is built beside the live generation, which serves meanwhile, then takes its place', async () => {
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    await runToHead();
    const before = await liveName();
    const live = createLiveReadModels({
      store: stores.readModels,
      collections: nextVersion,
      state: stores.state,
      live: readLive,
      fingerprint: fingerprint(nextVersion),
      belongs: async () => true,
    });
    const watching = new AbortController();
    const watched = live.run(watching.signal);
    await live.waitFor(await stores.log.head(), 10_000);
    const switched = live.switched();
    expect(live.isAsDeclared()).toBe(false);

    const { log, asked, open } = gated(stores.log);
    const runner = startRunner(stores, { log, projections: nextVersion });
    await asked;
    const during = await appendTo(stores.log, 'lead-b', captured('Ash'));
    expect(await liveName()).toBe(before);
    expect(switched.aborted).toBe(false);
    const { documents } = await live.current().find('leads', { limit: 10 });
    expect(documents).toMatchObject([{ id: 'a', name: 'Oak' }]);
    expect(documents[0]).not.toHaveProperty('nameLength');

    open();
    await runner.reached(during);
    expect(await liveName()).not.toBe(before);
    expect(await leadOf('a')).toMatchObject({ name: 'Oak', nameLength: 3 });
    live.refresh();
    expect(await live.waitFor(during, 10_000)).toBe(true);
    expect(switched.aborted).toBe(true);
    expect(live.current().generation).toBe(await liveName());
    expect(live.isAsDeclared()).toBe(true);
    expect((await live.current().find('leads', { limit: 10 })).documents).toHaveLength(2);

    watching.abort();
    await watched;
    await runner.stop();
  });

  test('An unchanged version of the read models is left alone', async () => {
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    await runToHead();
    const before = await liveName();
    await appendTo(stores.log, 'lead-b', captured('Ash'));
    await runToHead();
    expect(await liveName()).toBe(before);
    expect(await leadOf('b')).toMatchObject({ name: 'Ash' });
  });
});

test('An index or a search field that is added without a raised version is built too', async () => {
  await appendTo(stores.log, 'lead-a', captured('Oak'));
  await runToHead();
  const find = async (query: Query) => {
    const models = await openLive(stores);
    try {
      return (await models.find('leads', query)).documents.map(({ id }) => id);
    } finally {
      await models.close();
    }
  };
  const bySource = { where: { leadSource: null }, limit: 5 };
  await expect(find(bySource)).rejects.toThrow(NoSuchIndex);
  await runToHead({ projections: declaring({ indexes: [...leads.indexes, ['leadSource']] }) });
  expect(await find(bySource)).toEqual(['a']);

  const searched = { search: 'new', limit: 5 };
  expect(await find(searched)).toEqual([]);
  await runToHead({ projections: declaring({ search: [...leads.search, 'status'] }) });
  expect(await find(searched)).toEqual(['a']);
});

const declaring = (changed: Partial<Projection>) =>
  projections.map((each) => (each === leads ? { ...leads, ...changed } : each));

describe('a build that does not come to its end', () => {
  test('A build that ends because it is stopped leaves nothing, and the next one succeeds', async () => {
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    const { log, asked, open } = gated(stores.log);
    const runner = startRunner(stores, { log });
    await asked;
    const stopped = runner.stop();
    open();
    await stopped;
    expect(await liveName()).toBeNull();
    expect(await stores.readModels.list()).toEqual([]);
    await runToHead();
    expect(await leadOf('a')).toMatchObject({ name: 'Oak' });
  });

  test('A build that ends because the log is lost leaves what was live, and the next one succeeds', async () => {
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    await runToHead();
    const before = await liveName();
    const subscribe: EventLog['subscribe'] = () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('The log is lost.')) }),
    });
    const runner = startRunner(stores, { log: logWith(stores.log, { subscribe }), projections: nextVersion });
    expect(await runner.ended).toMatchObject({ message: 'The log is lost.' });
    expect(await liveName()).toBe(before);
    expect(await stores.readModels.list()).toEqual([before]);
    await runToHead({ projections: nextVersion });
    expect(await leadOf('a')).toMatchObject({ nameLength: 3 });
  });

  test('A build that ends because the process died leaves a file that is no generation, and is dropped', async () => {
    const left = await stores.readModels.create('left-behind', projections);
    await left.claim(1);
    await left.close();
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    await runToHead();
    const live = await liveName();
    expect(await stores.readModels.list()).toEqual([live, 'left-behind'].sort());
    await dropOthers(stores.readModels, [live as string]);
    expect(await stores.readModels.list()).toEqual([live]);
    expect(await leadOf('a')).toMatchObject({ name: 'Oak' });
  });
});

describe('read models that do not fit the log', () => {
  test('Read models are built anew where the log is older than they are: a backup was put back', async () => {
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    await appendTo(stores.log, 'lead-b', captured('Ash'));
    await runToHead();
    const before = await liveName();

    const folder = await tempFolder();
    const backup = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
    const log = backup.eventStore(createCodec(registry, stores.keys));
    await appendTo(log, 'lead-a', captured('Oak'));
    await runToHead({ log });
    expect(await liveName()).not.toBe(before);
    expect(await leadOf('a')).toMatchObject({ name: 'Oak' });
    expect(await leadOf('b')).toBeUndefined();
    await backup.close();
    await folder.remove();
  });

  test('Read models are built anew where their file is gone', async () => {
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    await runToHead();
    const before = (await liveName()) as string;
    await stores.readModels.drop(before);
    await runToHead();
    expect(await liveName()).not.toBe(before);
    expect(await leadOf('a')).toMatchObject({ name: 'Oak' });
  });
});

describe('a damaged file', () => {
  const fileOf = (generation: string) => join(stores.folder, `read-models-${generation}.db`);

  test('A damaged file is put aside at the start, and the read models are built anew', async () => {
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    await runToHead();
    const before = (await liveName()) as string;
    await replaceByText(fileOf(before));
    const runner = startRunner(stores);
    const report = await runner.until((each) => each.state === 'damaged');
    expect(report).toMatchObject({ generation: before, reason: 'file is not a database' });
    await runner.reached(await stores.log.head());
    await runner.stop();
    expect(await leadOf('a')).toMatchObject({ name: 'Oak' });
    expect(await stores.readModels.list()).toEqual([before, await liveName()].sort());
  });

  test('A damaged file that is met while the runner runs ends it, and the next one builds anew', async () => {
    const first = await appendTo(stores.log, 'lead-a', captured('Oak'));
    await runToHead();
    const before = (await liveName()) as string;
    const runner = startRunner(stores);
    await runner.reached(first);
    await alterText(fileOf(before), 'Oak');
    await appendTo(stores.log, 'lead-a', captured('Ash'));
    expect(await runner.ended).toMatchObject({ name: 'DamagedReadModels', generation: before });
    await runToHead();
    expect(await leadOf('a')).toMatchObject({ name: 'Ash' });
  });

  test('A damaged file that others have met is put aside when the runner is told', async () => {
    await appendTo(stores.log, 'lead-a', captured('Oak'));
    await runToHead();
    const before = (await liveName()) as string;
    await runToHead({ damaged: before });
    expect(await liveName()).not.toBe(before);
    expect(await stores.readModels.open(before, projections)).toBeNull();
  });
});
