import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Batch, type EventStore, type Position, START, StoreUnavailable } from '../../../store/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { eventStoreDBLog } from '../../support/stores/eventstoredb-log.ts';
import { collectUntil, type LogUnderTest } from '../../support/stores/log-under-test.ts';

const MIB = 1024 * 1024;
/** What the tail of a process holds at most for those who are slower. */
const HELD_MIB = 16;

/** Reads a subscription on its own until it is stopped. */
class Subscriber {
  readonly ids: string[] = [];
  isLive = false;
  at: Position;
  readonly #stop = new AbortController();
  readonly ended: Promise<void>;

  constructor(store: EventStore, after: Position = START) {
    this.at = after;
    this.ended = this.#read(store);
    // Awaited by whoever expects an error.
    this.ended.catch(() => undefined);
  }

  async #read(store: EventStore): Promise<void> {
    for await (const { entries, position, live } of store.subscribe(this.at, this.#stop.signal)) {
      this.ids.push(...idsOf(entries));
      this.at = position;
      this.isLive ||= live;
    }
  }

  stop(): Promise<void> {
    this.#stop.abort();
    return this.ended;
  }
}

describe.skipIf(process.env['EVENTSTORE_URL'] !== undefined)('the tail of a process (on a stand-in)', () => {
  let server: EventStoreServer;
  let log: LogUnderTest;
  let store: EventStore;

  beforeEach(async () => {
    server = await startEventStoreServer();
    log = await eventStoreDBLog(server.url);
    store = await log.openStore(sampleCodec().codec);
  });
  afterEach(async () => {
    await log.close();
    await server.kill();
  });

  const allIds = async () => idsOf(await store.readAll(START, 100_000));

  /** Subscribers who have caught up. */
  async function subscribers(count: number): Promise<Subscriber[]> {
    const all = Array.from({ length: count }, () => new Subscriber(store));
    await expect.poll(() => all.every(({ isLive }) => isLive)).toBe(true);
    return all;
  }

  async function appendOneByOne(stream: string, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) await store.append(`${stream}-${index}`, [note('one')], 'none');
  }

  test('Ten subscribers who have caught up share one subscription, and each gets every event once and in order', async () => {
    await store.append('past-1', notes(500), 'none');
    await store.append('past-2', notes(200), 'none');
    const all = await subscribers(10);
    await expect.poll(() => server.subscriptions.open.size).toBe(1);
    const sent = server.subscriptions.sent;
    await Promise.all([appendOneByOne('first', 100), appendOneByOne('second', 100)]);
    for (const { ids } of all) await expect.poll(() => ids.length).toBe(900);
    // Once for all of them, and some again where it was too slow.
    expect(server.subscriptions.sent - sent).toBeLessThan(2 * 200);
    const ids = await allIds();
    for (const each of all) expect(each.ids).toEqual(ids);
    for (const each of all) await each.stop();
    await expect.poll(() => server.subscriptions.open.size).toBe(0);
  });

  test('A subscriber who stops reading holds up nobody, and gets everything later', async () => {
    const stop = new AbortController();
    const slow = store.subscribe(START, stop.signal)[Symbol.asyncIterator]();
    const [quick] = (await subscribers(1)) as [Subscriber];
    const taken: Batch[] = [(await slow.next()).value as Batch];
    const waiting = slow.next();
    await store.append('note-first', [note('first')], 'none');
    taken.push((await waiting).value as Batch);
    const large = 'x'.repeat(MIB / 2);
    const count = 2 * HELD_MIB + 20;
    for (let index = 0; index < count; index += 1) await store.append(`large-${index}`, [note(large)], 'none');
    await expect.poll(() => quick.ids.length).toBe(1 + count);
    expect(server.subscriptions.open.size).toBe(1);

    // What it has not read is no longer held: it reads that by itself, and shares what comes then.
    taken.push((await slow.next()).value as Batch);
    expect(server.subscriptions.open.size).toBe(2);
    while (taken.flatMap(({ entries }) => entries).length < 1 + count) taken.push((await slow.next()).value as Batch);
    const last = slow.next();
    await expect.poll(() => server.subscriptions.open.size).toBe(1);
    await store.append('note-last', [note('last')], 'none');
    taken.push((await last).value as Batch);
    expect(idsOf(taken.flatMap(({ entries }) => entries))).toEqual(await allIds());
    expect(taken.every(({ live }) => live)).toBe(true);
    stop.abort();
    await slow.next();
    await quick.stop();
  });

  test('Subscribers who come and go while others append miss nothing and get nothing twice', async () => {
    const appended = (async () => {
      for (let index = 0; index < 60; index += 1) {
        // Now and then more at once than the server buffers.
        await store.append(`note-${index}`, notes(index % 20 === 19 ? 60 : 2), 'none');
        if (index % 25 === 24) server.endSubscriptions();
      }
    })();
    const total = 57 * 2 + 3 * 60;
    const first = new Subscriber(store);
    const starts: Position[] = [START];
    const late: Promise<{ after: Position; ids: string[] }>[] = [];
    while (first.ids.length < total) {
      const { at: after, ids } = first;
      const most = Math.min(ids.length + 40, total) - ids.length;
      if (after !== starts.at(-1) && most > 0) {
        starts.push(after);
        const reading = collectUntil(store, after, ({ entries }) => entries.length >= most);
        late.push(reading.then(({ entries }) => ({ after, ids: idsOf(entries) })));
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await appended;
    const all = await store.readAll(START, 1_000);
    expect(first.ids).toEqual(idsOf(all));
    for (const { after, ids } of await Promise.all(late)) {
      const rest = all.filter(({ position }) => position > after);
      expect(ids).toEqual(idsOf(rest.slice(0, ids.length)));
    }
    await first.stop();
  });

  test('A tail whose connection is dropped begins again once for all its subscribers, who go on', async () => {
    const all = await subscribers(10);
    await expect.poll(() => server.subscriptions.open.size).toBe(1);
    const before = store.health().resubscriptions;
    server.endSubscriptions();
    await store.append('note-1', notes(3), 'none');
    for (const { ids } of all) await expect.poll(() => ids.length).toBe(3);
    expect(store.health().resubscriptions - before).toBe(1);
    for (const each of all) await each.stop();
  });

  test('When EventStoreDB is gone every subscriber ends with an error, and goes on after what it had', async () => {
    await store.append('note-1', notes(3), 'none');
    const all = await subscribers(10);
    await server.kill();
    for (const { ended } of all) await expect(ended).rejects.toBeInstanceOf(StoreUnavailable);
    await server.restart();
    await store.append('note-1', notes(3), 2n);
    const again = all.map(({ at }) => new Subscriber(store, at));
    for (const { ids } of again) await expect.poll(() => ids.length).toBe(3);
    const ids = await allIds();
    for (const [index, each] of again.entries()) expect([...(all[index]?.ids ?? []), ...each.ids]).toEqual(ids);
    await expect.poll(() => server.subscriptions.open.size).toBe(1);
    for (const each of again) await each.stop();
  });

  test('A store that is closed ends its subscribers and their subscription', async () => {
    const all = await subscribers(3);
    await store.close();
    for (const { ended } of all) await expect(ended).rejects.toBeInstanceOf(StoreUnavailable);
    await expect.poll(() => server.subscriptions.open.size).toBe(0);
  });
});
