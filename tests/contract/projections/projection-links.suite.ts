import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { customerEvents } from '../../../domain/customer/events.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { leadEvents } from '../../../domain/lead/events.ts';
import { buildNext } from '../../../projections/engine/generations.ts';
import { linkedFields } from '../../../projections/engine/links.ts';
import type { ChangeNotice, ReadModelStore, ReadModels } from '../../../store/read-models.ts';
import { runs } from '../../support/depth.ts';
import { registered } from '../../support/samples/customer-events.ts';
import { anyEvent } from '../../support/samples/event-arbitraries.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { carried, sales, withSales } from '../../support/stores/linking.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { openLive, type RunnerUnderTest, startRunner } from '../../support/stores/projection-runner.ts';

/** Where the read models of the tests are. */
export interface LinkStores {
  /** Null for those of the embedded stores in a folder. */
  readModels: ReadModelStore | null;
  /** What another process needs to find them, after the folder. */
  args: readonly string[];
  close(): Promise<void>;
}

type Act = 'catch up' | 'stop and start' | { stream: string; body: EventBody };

const NOBODY = { email: null, phone: null, address: null, city: null, state: null, zipCode: null, notes: null };
const converted = (customerId: string): EventBody => ({
  type: 'LeadConverted',
  data: { customerId, firstName: 'Ada', lastName: 'King', ...NOBODY },
});
const renamed = (lastName: string): EventBody => ({ type: 'CustomerDetailsRevised', data: { lastName } });

/** Linked fields, wherever the read models are. */
export function linkContract(name: string, open: () => Promise<LinkStores>, cases: number): void {
  describe(`linked fields: ${name}`, () => {
    let opened: LinkStores;
    let stores: ProductStores;
    let runners: RunnerUnderTest[] = [];
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());
    beforeEach(async () => {
      stores = await newStores();
    });
    afterEach(async () => {
      for (const runner of runners) await runner.stop();
      runners = [];
      await stores.close();
    });

    async function newStores(): Promise<ProductStores> {
      const own = await openProductStores();
      return opened.readModels ? { ...own, readModels: opened.readModels } : own;
    }

    function start(options: Parameters<typeof startRunner>[1] = {}): RunnerUnderTest {
      const runner = startRunner(stores, { projections: withSales, ...options });
      runners.push(runner);
      return runner;
    }

    /** The live read models once the runner has read the whole log and finished its work list. */
    async function settled(runner: RunnerUnderTest): Promise<ReadModels> {
      await runner.reached(await stores.log.head());
      const models = await openLive(stores);
      await expect.poll(() => models.work(1), { timeout: 30_000, interval: 5 }).toEqual([]);
      return models;
    }

    /** A customer with this many leads converted to it. */
    async function makeSales(count: number): Promise<void> {
      await appendTo(stores.log, 'customer-c', registered());
      for (let lead = 0; lead < count; lead++)
        await appendTo(stores.log, `lead-${lead}`, captured('Oak'), converted('c'));
    }

    /** The sales that a watcher hears about, until there are this many. */
    async function salesTold(notices: AsyncIterable<ChangeNotice>, count: number): Promise<string[]> {
      const told: string[] = [];
      for await (const notice of notices) {
        const changes = 'changes' in notice ? notice.changes : [];
        told.push(...changes.filter(({ collection }) => collection === 'sales').map(({ id }) => id));
        if (told.length >= count) break;
      }
      return told;
    }

    /** Appends the history while a runner is stopped and started now and then. */
    async function play(history: readonly Act[], piece: number): Promise<RunnerUnderTest> {
      let runner = start({ piece });
      await runner.reached('');
      for (const act of history) {
        if (act === 'catch up') await runner.reached(await stores.log.head());
        else if (act === 'stop and start') {
          await runner.stop();
          runner = start({ piece });
        } else await appendTo(stores.log, act.stream, act.body);
      }
      return runner;
    }

    async function expectCarried(models: ReadModels): Promise<void> {
      for (const { has, should } of await carried(models)) expect(has).toEqual(should);
    }

    /** Builds the next generation. @returns it, and the ids of the sales in each commit of the build */
    async function built(): Promise<{ models: ReadModels; written: string[][] }> {
      const store = stores.readModels;
      const make = store.create.bind(store);
      const written: string[][] = [];
      const create = vi.spyOn(store, 'create').mockImplementation(async (...definition) => {
        const models = await make(...definition);
        const commit = models.commit.bind(models);
        vi.spyOn(models, 'commit').mockImplementation((batch) => {
          const ofSales = batch.documents.filter(({ collection }) => collection === 'sales');
          written.push(ofSales.map(({ document }) => document.id).sort());
          return commit(batch);
        });
        return models;
      });
      const { signal } = new AbortController();
      const context = { ...stores, store, projections: withSales, signal, progress() {} };
      const models = await buildNext(context, 9_000_000_000_000).finally(() => create.mockRestore());
      return { models, written };
    }

    const saleOf = async (models: ReadModels, id: string) => (await models.get('sales', [id])).get(id);
    const namesOf = async (models: ReadModels) => {
      const order = { field: 'customerName', direction: 'asc' } as const;
      return (await models.find('sales', { order, limit: 10 })).documents.map(({ customerName }) => customerName);
    };

    test('Linked fields are there when the document is written, and when what they come from is made or changed', async () => {
      const runner = start();
      await appendTo(stores.log, 'lead-a', captured('Oak'), converted('c'));
      const models = await settled(runner);
      expect(await saleOf(models, 'a')).toMatchObject({ customerName: null, customerCity: null, revision: 1 });

      await appendTo(stores.log, 'customer-c', registered());
      await settled(runner);
      const linked = { customerName: 'king ada', customerCity: 'Hadley', revision: 1 };
      expect(await saleOf(models, 'a')).toMatchObject(linked);

      await appendTo(stores.log, 'lead-b', captured('Ash'), converted('c'));
      await appendTo(stores.log, 'customer-c', renamed('Álvarez'));
      await settled(runner);
      for (const id of ['a', 'b'])
        expect(await saleOf(models, id)).toMatchObject({ ...linked, customerName: 'alvarez ada' });

      await appendTo(stores.log, 'lead-a', {
        type: 'LeadConversionReverted',
        data: { customerId: 'c', status: 'New' },
      });
      await settled(runner);
      expect(await saleOf(models, 'a')).toMatchObject({ customerName: null, customerCity: null });
      expect(await namesOf(models)).toEqual([null, 'alvarez ada']);
      const search = async (text: string) => (await models.find('sales', { search: text, limit: 5 })).documents;
      expect(await search('álva')).toMatchObject([{ id: 'b' }]);
      expect(await search('king')).toEqual([]);
    });

    test('Linked fields change with what they come from in one commit where they are few, and watchers are told of all', async () => {
      const runner = start();
      await appendTo(stores.log, 'customer-c', registered());
      for (const lead of ['a', 'b', 'd']) await appendTo(stores.log, `lead-${lead}`, captured(lead), converted('c'));
      const models = await settled(runner);
      const before = (await models.checkpoint()).position;
      const watching = models.watch(before, new AbortController().signal)[Symbol.asyncIterator]();
      const position = await appendTo(stores.log, 'customer-c', renamed('Oak'));
      const { value } = await watching.next();
      const changed = (id: string) => ({ collection: 'sales', id });
      expect(value).toMatchObject({ position });
      expect(value.changes).toEqual(expect.arrayContaining(['a', 'b', 'd'].map(changed)));

      const phone: EventBody = { type: 'CustomerDetailsRevised', data: { phone: '555-0199' } };
      const next = await appendTo(stores.log, 'customer-c', phone);
      const unlinked = { position: next, changes: [{ collection: 'customers', id: 'c' }] };
      expect((await watching.next()).value).toEqual(unlinked);
      await watching.return?.();
    });

    test('Linked fields change in pieces where they are many, between the commits of what comes meanwhile', async () => {
      const runner = start({ piece: 4 });
      await makeSales(23);
      const models = await settled(runner);
      const watching = models.watch((await models.checkpoint()).position, new AbortController().signal);
      await appendTo(stores.log, 'customer-c', renamed('Oak'));
      const told = await salesTold(watching, 23);
      expect(told.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, lead) => lead));
      await settled(runner);
      await expectCarried(models);
      expect(await namesOf(models)).toEqual(Array(10).fill('oak ada'));
    });

    test('Linked fields are finished after a kill in the middle of the work', async () => {
      let runner = start();
      await makeSales(12);
      await settled(runner);
      await runner.stop();
      await appendTo(stores.log, 'customer-c', renamed('Oak'));
      const { folder } = stores;
      await stores.release();
      const script = join(import.meta.dirname, '../../support/processes/relink-and-die.ts');
      const child = spawn(process.execPath, [script, folder, '5', ...opened.args], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);

      const own = await openProductStores({ folder });
      stores = opened.readModels ? { ...own, readModels: opened.readModels } : own;
      const models = await openLive(stores);
      const names = (await carried(models)).map(({ has }) => (has as { customerName: string }).customerName);
      expect(names.filter((each) => each === 'oak ada')).toHaveLength(5);
      expect(await models.work(10)).toHaveLength(1);
      runner = start({ holder: 'another', clock: () => Date.now() + 3_600_000 });
      await settled(runner);
      await expectCarried(models);
    });

    test('Linked fields are finished by another runner that takes over in the middle of the work', async () => {
      const first = start({ piece: 1 });
      await makeSales(20);
      const models = await settled(first);
      const watching = models.watch((await models.checkpoint()).position, new AbortController().signal);
      const position = await appendTo(stores.log, 'customer-c', renamed('Oak'));
      await salesTold(watching, 5);

      const second = start({ piece: 1, holder: 'another', clock: () => Date.now() + 3_600_000 });
      await second.reached(position);
      await appendTo(stores.log, 'customer-c', renamed('Ash'));
      await appendTo(stores.log, 'lead-late', captured('Elm'), converted('c'));
      await settled(second);
      await expectCarried(models);
      expect(await namesOf(models)).toEqual(Array(10).fill('ash ada'));
      expect(await first.ended).toBeInstanceOf(Error);
    });

    test('Linked fields of what is folded from a stream are joined', async () => {
      const runner = start();
      await appendTo(stores.log, 'customer-c', registered());
      await appendTo(stores.log, 'lead-a', captured('Oak'), converted('c'));
      const models = await settled(runner);
      const listed = (await saleOf(models, 'a')) as never;
      const { customerName: _, customerCity: __, ...folded } = listed as Record<string, unknown> & { id: string };
      expect(await linkedFields(models, sales, [folded])).toEqual([listed]);
      expect(await linkedFields(null, sales, [folded])).toEqual([
        { ...folded, customerName: null, customerCity: null },
      ]);
    });

    test('Linked fields are linked at the end of a build, which writes nothing again that links to nobody', async () => {
      await makeSales(3);
      await appendTo(stores.log, 'lead-unconverted', captured('Ash'));
      await appendTo(stores.log, 'lead-left', captured('Elm'), converted('c'));
      const reverted: EventBody = { type: 'LeadConversionReverted', data: { customerId: 'c', status: 'New' } };
      await appendTo(stores.log, 'lead-left', reverted);
      await appendTo(stores.log, 'lead-of-nobody', captured('Yew'), converted('nobody'));
      const { models, written } = await built();
      const linked = ['0', '1', '2'];
      expect(written).toEqual([[...linked, 'left', 'of-nobody', 'unconverted'], linked]);
      await expectCarried(models);
      await models.close();
    });

    test('Linked fields equal what they come from, also after a rebuild, whatever comes in whichever pieces', {
      tags: ['more'],
    }, async () => {
      const streams = fc.constantFrom('a', 'b', 'c');
      const anyOf = (category: string, events: Parameters<typeof anyEvent>[0][]) =>
        fc.record({ stream: streams.map((id) => `${category}-${id}`), body: fc.oneof(...events.map(anyEvent)) });
      const likely = fc.record({
        stream: streams.map((id) => `lead-${id}`),
        body: fc.oneof(fc.constant<EventBody>(captured('Oak')), streams.map(converted)),
      });
      const made = fc.record({
        stream: streams.map((id) => `customer-${id}`),
        body: fc.oneof(fc.constant<EventBody>(registered()), fc.constantFrom('Oak', 'Ash').map(renamed)),
      });
      const acts: fc.Arbitrary<Act> = fc.oneof(
        anyOf('lead', [...leadEvents]),
        anyOf('customer', [...customerEvents]),
        { weight: 3, arbitrary: likely },
        { weight: 3, arbitrary: made },
        fc.constantFrom('stop and start' as const, 'catch up' as const),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(acts, { maxLength: 25 }), fc.integer({ min: 1, max: 3 }), async (history, piece) => {
          await stores.close();
          stores = await newStores();
          const runner = await play(history, piece);
          const live = await settled(runner);
          await runner.stop();
          const content = async (models: ReadModels) => (await models.find('sales', { limit: 500 })).documents;
          await expectCarried(live);

          const { models: rebuilt } = await built();
          expect(await content(rebuilt)).toEqual(await content(live));
          await rebuilt.close();
          await live.close();
        }),
        { numRuns: runs(cases) },
      );
    });
  });
}
