import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '../../../domain/index.ts';
import { lead } from '../../../domain/lead/lead.ts';
import { createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createCodec } from '../../../store/codec.ts';
import {
  AppendRefused,
  type Batch,
  type EventStore,
  MAX_APPEND_BYTES,
  START,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../../store/event-store.ts';
import { Connection } from '../../../store/eventstoredb/connection.ts';
import { idsOf, note, notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { type EventStoreServer, startEventStoreServer } from '../../support/servers/eventstoredb-server/server.ts';
import { eventStoreDBLog, freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { collectUntil, type LogUnderTest } from '../../support/stores/log-under-test.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';

const isReal = process.env['EVENTSTORE_URL'] !== undefined;
if (isReal) process.stderr.write('Faults of EventStoreDB skipped: only the stand-in can be made to fail\n');

describe.skipIf(isReal)('an EventStoreDB that fails (a stand-in)', () => {
  const namespace = freshNamespace();
  let server: EventStoreServer;
  let log: LogUnderTest;
  let store: EventStore;

  beforeEach(async () => {
    server = await startEventStoreServer();
    log = await eventStoreDBLog(server.url, namespace);
    store = await log.openStore(sampleCodec().codec);
  });
  afterEach(async () => {
    await log.close();
    await server.kill();
  });

  /** Every call of the port, each on something that exists. */
  const calls = (): Promise<unknown>[] => [
    store.append('note-2', [note('more')], 'none'),
    store.readStream('note-1'),
    store.readAll(START, 10),
    store.head(),
    store.holds('00000000000000000000.00000000000000000000', 'any'),
    collectUntil(store, START, ({ batches }) => batches.length > 0),
  ];

  test('While EventStoreDB is down every call says so, and works again with the same object', async () => {
    const answer = await store.append('note-1', [note('before')], 'none');
    await server.kill();
    for (const outcome of await Promise.allSettled(calls()))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    await server.restart();
    expect(await store.head()).toBe(answer.position);
    for (const outcome of await Promise.allSettled(calls())) expect(outcome).toMatchObject({ status: 'fulfilled' });
  });

  test('A subscription on an EventStoreDB that fails ends with an error, and another goes on where it was', async () => {
    const events = notes(20);
    await store.append('note-1', events.slice(0, 10), 'none');
    const stop = new AbortController();
    const batches = store.subscribe(START, stop.signal)[Symbol.asyncIterator]();
    const taken: Batch[] = [];
    while (taken.flatMap(({ entries }) => entries).length < 10) taken.push((await batches.next()).value as Batch);
    await server.kill();
    await expect(batches.next()).rejects.toBeInstanceOf(StoreUnavailable);
    await server.restart();
    await store.append('note-1', events.slice(10), 9n);
    const after = taken.at(-1)?.position ?? START;
    const { entries } = await collectUntil(store, after, ({ entries }) => entries.length >= 10);
    expect(idsOf([...taken.flatMap((batch) => batch.entries), ...entries])).toEqual(idsOf(events));
  });

  test('A subscription that ends without an error goes on by itself, without gap or repeat', async () => {
    const total = 200;
    const appended = (async () => {
      for (let index = 0; index < total; index += 1) {
        await store.append(`note-${index}`, [note('one')], 'none');
        if (index % 60 === 30) server.endSubscriptions();
      }
    })();
    const { entries, batches } = await collectUntil(store, START, ({ entries }) => entries.length >= total);
    await appended;
    expect(idsOf(entries)).toEqual(idsOf(await store.readAll(START, total + 1)));
    const firstLive = batches.findIndex(({ live }) => live);
    expect(batches.slice(firstLive).every(({ live }) => live)).toBe(true);
  });

  test('An append whose answer was lost is written once, and a repeat answers', async () => {
    const release = server.holdReplies();
    const events = notes(3);
    const lost = store.append('note-1', events, 'none');
    const outcome = lost.catch((error: unknown) => error);
    await server.log.until(({ stream }) => stream === `${namespace}.note-1`);
    await server.kill();
    release();
    expect(await outcome).toBeInstanceOf(StoreUnavailable);
    await server.restart();
    const answer = await store.append('note-1', events, 'none');
    expect(answer).toEqual({ revision: 2n, position: await store.head() });
    expect(await store.readStream('note-1')).toHaveLength(3);
    await expect(store.append('note-1', [note('other')], 'none')).rejects.toBeInstanceOf(WrongExpectedRevision);
  });

  test('Bursts end the subscription on the server, and nobody notices', async () => {
    const stop = new AbortController();
    const batches = store.subscribe(START, stop.signal)[Symbol.asyncIterator]();
    const taken: Batch[] = [(await batches.next()).value as Batch];
    const bursts = [
      // More than the server buffers, in one append.
      store.append('note-all', notes(100), 'none'),
      ...Array.from({ length: 200 }, (_, index) => store.append(`note-${index}`, [note('one')], 'none')),
    ];
    while (taken.flatMap(({ entries }) => entries).length < 300) taken.push((await batches.next()).value as Batch);
    await Promise.all(bursts);
    expect(idsOf(taken.flatMap(({ entries }) => entries))).toEqual(idsOf(await store.readAll(START, 1_000)));
    expect(taken.every(({ live }) => live)).toBe(true);
    expect(server.subscriptions.aborted).toBeGreaterThan(0);
    stop.abort();
    await batches.next();
  });

  test('A subscription that is ended many times in a row begins again each time, without a pause', async () => {
    await store.append('note-1', notes(3), 'none');
    // With a doubling pause this would take minutes.
    server.subscriptions.abortNext = 30;
    const { entries } = await collectUntil(store, START, ({ entries }) => entries.length >= 3);
    expect(entries).toHaveLength(3);
    expect(store.health()).toMatchObject({ resubscriptions: 30, isReachable: true, lastError: null });
  });

  test('A server that has not started or elected a leader is away for now', async () => {
    await store.append('note-1', [note('before')], 'none');
    server.setReady(false);
    for (const outcome of await Promise.allSettled(calls()))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    server.setReady(true);
    for (const outcome of await Promise.allSettled(calls())) expect(outcome).toMatchObject({ status: 'fulfilled' });
  });

  test('An append waits for its answer, however another connection ends', async () => {
    const other = await startEventStoreServer();
    const otherLog = await eventStoreDBLog(other.url, namespace);
    const otherStore = await otherLog.openStore(sampleCodec().codec);
    try {
      await store.append('note-1', [note('before')], 'none');
      await otherStore.append('note-1', [note('before')], 'none');
      const releases = [server.holdReplies(), other.holdReplies()];
      const appending = store.append('note-2', [note('held')], 'none');
      const lost = otherStore.append('note-2', [note('lost')], 'none').catch((cause: unknown) => cause);
      await expect.poll(() => server.log.stream(`${namespace}.note-2`).length).toBe(1);
      await expect.poll(() => other.log.stream(`${namespace}.note-2`).length).toBe(1);
      // The client alone would fail the appends of all streams of the process when one of them ends.
      await other.kill();
      expect(await lost).toBeInstanceOf(StoreUnavailable);
      for (const release of releases) release();
      expect((await Promise.allSettled([appending]))[0]).toMatchObject({ status: 'fulfilled' });
      expect(server.reads.count).toBe(0);
      expect(await store.append('note-3', [note('after')], 'none')).toBeDefined();
      expect(await store.readStream('note-2')).toHaveLength(1);
    } finally {
      await otherLog.close();
      await other.kill();
    }
  });

  test('A repeat of a command that is written and cannot be read yet is told to wait, not that others change the record', async () => {
    const stores = await openProductStores();
    const product = await log.openStore(createCodec(registry, stores.keys));
    const handler = () => {
      let now = Date.now();
      // Each look at the clock is later than any patience.
      const clock = () => (now += 60_000);
      return createCommandHandler({
        store: product,
        streams: stores.streams(undefined, product),
        keys: stores.keys,
        clock,
      });
    };
    const context = { actor: 'office', commandId: 'one', body: '{}', correlationId: 'one', causationId: null };
    const command = { type: 'CaptureLead', details: { name: 'Ada' }, now: '2026-11-21T10:00:00.000Z' } as const;
    const release = server.log.holdIndex();
    const first = handler().handle(lead, '1', [command], context);
    await expect.poll(() => server.log.all.some(({ type }) => type === 'LeadCaptured')).toBe(true);
    await expect(handler().handle(lead, '1', [command], context)).rejects.toBeInstanceOf(StoreUnavailable);
    release();
    const { position } = await first;
    expect(await handler().handle(lead, '1', [command], context)).toMatchObject({ repeated: true, position });
    await stores.close();
  });

  test('An append is one call, and so is its repeat', async () => {
    const events = notes(3);
    const answer = await store.append('note-1', events, 'none');
    expect(await store.append('note-1', events, 'none')).toEqual(answer);
    expect(server.reads.count).toBe(0);
  });

  test('Data and metadata are JSON on the server, for its own tools to show', async () => {
    const event = note('one');
    await store.append('note-1', [event], 'none');
    const stored = server.log.stream(`${namespace}.note-1`).at(0);
    const [data, metadata] = [stored?.data, stored?.metadata].map((bytes) => Buffer.from(bytes ?? []).toString());
    expect(stored?.contentType).toBe('application/json');
    expect(JSON.parse(data ?? '')).toEqual(event.data);
    expect(JSON.parse(metadata ?? '')).toEqual({ ...event.metadata, version: 1 });
  });

  test('A new namespace on a busy server is not told what others have written', async () => {
    server.log.fill('theirs-1', 50_000);
    expect(await store.head()).toBe(START);
    const { position } = await store.append('note-1', [note('one')], 'none');
    server.log.fill('theirs-1', 50_000);
    expect(await store.head()).toBe(position);
    expect(await store.readAll(START, 10)).toHaveLength(1);
    expect(await store.readLatest(null, 1)).toHaveLength(1);
    const live = await collectUntil(store, START, ({ batches }) => batches.at(-1)?.live === true);
    expect(live.entries).toHaveLength(1);
    // One look at the end of the log, and no more.
    expect(server.reads.sent).toBeLessThan(100);
  });

  test('A slow reader stops the flow on the connection', async () => {
    const [pages, size, text] = [10, 100, 'x'.repeat(8_000)];
    for (let page = 0; page < pages; page += 1)
      await store.append(
        `note-${page}`,
        Array.from({ length: size }, () => note(text)),
        'none',
      );
    const stop = new AbortController();
    const batches = store.subscribe(START, stop.signal)[Symbol.asyncIterator]();
    let taken = (await batches.next()).value?.entries.length ?? 0;
    // Anything sent unasked would be sent while this is written.
    for (let page = 0; page < pages; page += 1)
      await store.append(
        `late-${page}`,
        Array.from({ length: size }, () => note(text)),
        'none',
      );
    expect(server.subscriptions.sent - taken).toBeLessThanOrEqual(600);
    while (taken < 2 * pages * size) taken += (await batches.next()).value?.entries.length ?? 0;
    stop.abort();
    await batches.next();
  });

  test('Revisions beyond the safe integers keep their last digit', async () => {
    const first = 2n ** 53n + 1n;
    server.log.beginAt(`${namespace}.note-1`, first);
    const answer = await store.append('note-1', notes(3), first - 1n);
    expect(answer.revision).toBe(first + 2n);
    expect((await store.readStream('note-1')).map(({ revision }) => revision)).toEqual([first, first + 1n, first + 2n]);
    expect(await store.readStream('note-1', { after: first + 1n })).toHaveLength(1);
    expect(await store.readStream('note-1', { after: first + 1n, backwards: true })).toHaveLength(1);
    expect(await store.readAll(START, 10)).toMatchObject([{ revision: first }, {}, { revision: first + 2n }]);
    await expect(store.append('note-1', [note('late')], first)).rejects.toBeInstanceOf(WrongExpectedRevision);
  });

  test.each([true, false])(
    'An append beyond a lower limit of the server is refused (batch append: %s)',
    async (batchAppend) => {
      const other = await startEventStoreServer({ batchAppend });
      const under = await eventStoreDBLog(other.url);
      const sample = sampleCodec();
      const [measure] = await sample.codec.encode('note-1', [note('')]);
      const rest = MAX_APPEND_BYTES - (measure?.data.length ?? 0) - (measure?.metadata.length ?? 0);
      const limited = await under.openStore(sample.codec);
      // The server also counts the type's name.
      await expect(limited.append('note-1', [note('x'.repeat(rest))], 'none')).rejects.toBeInstanceOf(AppendRefused);
      expect(await limited.head()).toBe(START);
      await under.close();
      await other.kill();
    },
  );

  test('A closed store refuses every call', async () => {
    await store.append('note-1', [note('before')], 'none');
    const waiting = collectUntil(store, await store.head(), ({ entries }) => entries.length > 0);
    const outcome = waiting.catch((error: unknown) => error);
    await store.close();
    expect(await outcome).toBeInstanceOf(StoreUnavailable);
    for (const refused of await Promise.allSettled(calls()))
      expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
  });
});

test.each([
  ['a single server', (host: string) => `esdb://${host}?tls=false`],
  ['a single server with TLS', (host: string) => `esdb://${host}`],
  ['a cluster', (host: string) => `esdb://${host},${host}?tls=false`],
])('However long %s accepts connections and says nothing, few of them are open', async (_, addressOf) => {
  const silent = await startSilentServer();
  const connection = new Connection(addressOf(silent.host), 'acme.never-written', 500);
  await expect(connection.read((client) => Array.fromAsync(client.readAll()))).rejects.toBeInstanceOf(StoreUnavailable);
  await expect.poll(() => silent.accepted, { timeout: 30_000 }).toBeGreaterThan(40);
  // A client sets out every 50 ms, and is given up after 200.
  await expect.poll(() => silent.open.size).toBeLessThan(15);
  await connection.close();
  await expect.poll(() => silent.open.size).toBe(0);
  await silent.stop();
});

async function startSilentServer() {
  const open = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    open.add(socket.resume());
    socket.on('error', () => {}).once('close', () => open.delete(socket));
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    open,
    get accepted() {
      return accepted;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
