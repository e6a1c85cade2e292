import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BuildStopped } from '../../../projections/engine/build.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import { type LeadDocument, leads } from '../../../projections/leads.ts';
import { SubjectKeyMissing, subjectKeys } from '../../../store/subject-keys.ts';
import { appendTo, blessed, captured, newerRegistry } from '../../support/samples/lead-events.ts';
import { replaceByText } from '../../support/stores/damage.ts';
import { memoryState } from '../../support/stores/memory-state.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { openLive, type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';

let stores: ProductStores;
let running: RunnerUnderTest[] = [];
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(async () => {
  for (const runner of running) await runner.stop();
  running = [];
  await stores.close();
});

function start(options: Parameters<typeof startRunner>[1] = {}): RunnerUnderTest {
  const runner = startRunner(stores, options);
  running.push(runner);
  return runner;
}

/** Leads that fail on a poisoned one, and another read model of the same events. */
const fragile: Projection<LeadDocument> = {
  ...leads,
  evolve(document, event, id) {
    if ((event.data as { name?: string }).name === 'Poison ivy') throw new Error('No ivy here.');
    return leads.evolve(document, event, id);
  },
};
const mirror: Projection = { ...leads, name: 'mirror', collection: 'mirror' };
const withFragile = [fragile, mirror];
/** The changed code of a next version, which rebuilds them. */
const raised = [{ ...fragile, version: leads.version + 1 }, mirror];

async function live() {
  const models = await openLive(stores);
  const names = async (collection: string) =>
    (await models.find(collection, { limit: 100 })).documents.map(({ name }) => name);
  return { models, names, deadLetters: await models.deadLetters() };
}

describe('live', () => {
  test('Live, an event that one projection cannot take is skipped for it alone, and kept as a dead letter', async () => {
    const runner = start({ projections: withFragile });
    await runner.reached('');
    await appendTo(stores.log, 'lead-a', captured('Ash'));
    const poison = await appendTo(stores.log, 'lead-p', captured('Poison ivy'));
    await runner.reached(await appendTo(stores.log, 'lead-z', captured('Zelkova')));

    const { names, deadLetters } = await live();
    expect(await names('leads')).toEqual(['Ash', 'Zelkova']);
    expect(await names('mirror')).toEqual(['Ash', 'Poison ivy', 'Zelkova']);
    const [event] = await stores.log.readStream('lead-p');
    expect(deadLetters).toEqual([
      {
        projection: 'leads',
        position: poison,
        eventId: event?.id,
        stream: 'lead-p',
        type: 'LeadCaptured',
        error: 'No ivy here.',
      },
    ]);
  });

  test('Live, an event of unknown type is skipped for all projections, with a dead letter each', async () => {
    const runner = start();
    await runner.reached('');
    await appendTo(stores.log, 'lead-a', captured('Ash'));
    await appendTo(stores.openLog({ registry: newerRegistry }), 'lead-a', blessed);
    await runner.reached(await appendTo(stores.log, 'lead-z', captured('Zelkova')));

    const { names, deadLetters } = await live();
    expect(await names('leads')).toEqual(['Ash', 'Zelkova']);
    expect(deadLetters.map(({ projection }) => projection).sort()).toEqual(projections.map(({ name }) => name).sort());
    expect(deadLetters[0]).toMatchObject({ type: 'LeadBlessed', error: 'The event type is not known here.' });
  });
});

describe('a rebuild', () => {
  test('A rebuild stops at an event that cannot be taken, names it and changes nothing', async () => {
    await appendTo(stores.log, 'lead-a', captured('Ash'));
    const position = await appendTo(stores.log, 'lead-p', captured('Poison ivy'));
    const failure = await start({ projections: withFragile }).ended;
    expect(failure).toBeInstanceOf(BuildStopped);
    expect((failure as BuildStopped).letter).toMatchObject({ projection: 'leads', stream: 'lead-p', position });
    expect(failure?.message).toMatch(/LeadCaptured in lead-p .*"leads".*No ivy here\..*--skip-unreadable/);
    expect(await stores.state.get('generations/live')).toBeNull();
    expect(await stores.readModels.list()).toEqual([]);
  });

  test('A rebuild stops at an event of unknown type too', async () => {
    await appendTo(stores.openLog({ registry: newerRegistry }), 'lead-a', captured('Ash'), blessed);
    expect(await start().ended).toBeInstanceOf(BuildStopped);
  });

  test('A rebuild goes on where the generation before has the dead letter', async () => {
    const first = start({ projections: withFragile });
    await first.reached('');
    await first.reached(await appendTo(stores.log, 'lead-p', captured('Poison ivy')));
    const before = await live();
    await first.stop();

    const next = start({ projections: raised });
    await next.reached(await appendTo(stores.log, 'lead-z', captured('Zelkova')));
    const after = await live();
    expect(after.models.generation).not.toBe(before.models.generation);
    expect(after.deadLetters).toEqual(before.deadLetters);
    expect(await after.names('leads')).toEqual(['Zelkova']);
    expect(await after.names('mirror')).toEqual(['Poison ivy', 'Zelkova']);
  });

  test('A rebuild does not go on for another projection than the one of the dead letter', async () => {
    const first = start({ projections: withFragile });
    await first.reached('');
    await first.reached(await appendTo(stores.log, 'lead-p', captured('Poison ivy')));
    await first.stop();
    const both = [...raised, { ...fragile, name: 'second', collection: 'second' }];
    expect(await start({ projections: both }).ended).toMatchObject({ letter: { projection: 'second' } });
  });

  test('A rebuild goes on where the same projections skipped the event, and the file that tells so is damaged', async () => {
    const first = start({ projections: withFragile });
    await first.reached('');
    await first.reached(await appendTo(stores.log, 'lead-p', captured('Poison ivy')));
    const { models, deadLetters } = await live();
    await first.stop();
    await replaceByText(join(stores.folder, `read-models-${models.generation}.db`));
    await start({ projections: withFragile }).reached(await stores.log.head());
    expect((await live()).deadLetters).toEqual(deadLetters);
  });

  test('A rebuild goes on with skipUnreadable, and keeps the dead letter', async () => {
    const head = await appendTo(stores.log, 'lead-p', captured('Poison ivy'));
    const runner = start({ projections: withFragile, skipUnreadable: true });
    await runner.reached(head);
    expect((await live()).deadLetters).toMatchObject([{ projection: 'leads', stream: 'lead-p' }]);
  });
});

test('A missing key stops the runner, which skips nothing and goes on once the key is back', async () => {
  const runner = start();
  await runner.reached('');
  const held = await appendTo(stores.log, 'lead-a', captured('Ash'));
  await runner.reached(held);
  const elsewhere = memoryState();
  const head = await appendTo(stores.openLog({ keys: subjectKeys(elsewhere) }), 'lead-b', captured('Birch'));

  expect(await runner.ended).toBeInstanceOf(SubjectKeyMissing);
  expect(await start().ended).toBeInstanceOf(SubjectKeyMissing);
  const { models, deadLetters } = await live();
  expect(deadLetters).toEqual([]);
  expect(await models.checkpoint()).toMatchObject({ position: held });

  const key = await elsewhere.get('subject-key/subject-of-lead-b');
  await stores.state.put('subject-key/subject-of-lead-b', key?.value ?? null, { expected: 'none' });
  await start().reached(head);
  expect(await (await live()).names('leads')).toEqual(['Ash', 'Birch']);
});
