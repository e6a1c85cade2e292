import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { START, StoreUnavailable } from '../../../store/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { type OwnEventStore, startOwnEventStore } from '../../support/servers/eventstore-process.ts';
import { eventStoreDBLog, freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import { collectUntil } from '../../support/stores/log-under-test.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

/** The deadline of a call, short so that a frozen server is noticed soon. */
const DEADLINE_MS = 1_000;
/** Asks as long as a busy machine takes longer than that. */
const answered = <Answer>(call: () => Promise<Answer>) => vi.waitFor(call, { timeout: 60_000 });
const isReal = process.env['EVENTSTORE_START'] !== undefined;

test('A server that EVENTSTORE_START starts gets no variable of ours, and is killed whole', async () => {
  const folder = await tempFolder();
  const script = join(import.meta.dirname, '../../support/servers/eventstoredb-server/as-real.ts');
  // The shell stays running, as a start script's may.
  vi.stubEnv('EVENTSTORE_START', `set -e; "${process.execPath}" "${script}"`);
  vi.stubEnv('EVENTSTORE_NAMESPACE', 'unknown-option');
  onTestFinished(() => void vi.unstubAllEnvs());
  const own = await startOwnEventStore(folder.path);
  onTestFinished(() => own.kill());
  const log = await eventStoreDBLog(own.url, freshNamespace());
  const store = await log.openStore(sampleCodec().codec);
  const answer = await store.append('note-1', notes(3), 'none');
  await own.kill();
  await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
  await own.start();
  expect(await store.head()).toBe(answer.position);
  await log.close();
  await own.kill();
  await folder.remove();
});

describe.skipIf(process.env['EVENTSTORE_URL'] !== undefined && !isReal)('an EventStoreDB in another process', () => {
  const namespace = freshNamespace();
  let folder: TempFolder;
  let server: OwnEventStore;

  beforeEach(async () => {
    folder = await tempFolder();
    server = await startOwnEventStore(folder.path);
  });
  afterEach(async () => {
    await server.kill();
    await folder.remove();
  });

  test('What an EventStoreDB answered is there after it was killed and started again', async () => {
    const log = await eventStoreDBLog(server.url, namespace);
    const store = await log.openStore(sampleCodec().codec);
    const events = notes(30);
    const answer = await store.append('note-1', events, 'none');
    await server.kill();
    await expect(store.append('note-1', [note('late')], 29n)).rejects.toBeInstanceOf(StoreUnavailable);
    await server.start();
    expect(await store.append('note-1', events, 'none')).toEqual(answer);
    expect(idsOf(await store.readStream('note-1'))).toEqual(idsOf(events));
    expect(await store.holds(answer.position, events.at(-1)?.id ?? '')).toBe(true);
    await log.close();
  });

  test('An EventStoreDB that stands still is noticed at the deadline of a call, and goes on', async () => {
    const log = await eventStoreDBLog(server.url, namespace, DEADLINE_MS);
    const store = await log.openStore(sampleCodec().codec);
    const [one, two] = [note('one'), note('two')];
    await answered(() => store.append('note-1', [one], 'none'));
    server.freeze();
    await expect(store.append('note-1', [two], 0n)).rejects.toBeInstanceOf(StoreUnavailable);
    server.thaw();
    expect((await answered(() => store.append('note-1', [two], 0n))).revision).toBe(1n);
    expect(await answered(() => store.readStream('note-1'))).toHaveLength(2);
    await log.close();
  });

  test('An EventStoreDB that pauses for a second, as a real one does, loses no call and no subscription', async () => {
    const log = await eventStoreDBLog(server.url, namespace);
    const store = await log.openStore(sampleCodec().codec);
    await store.append('note-1', [note('one')], 'none');
    const collected = collectUntil(store, START, ({ entries }) => entries.length >= 2);
    server.freeze();
    const calls = Promise.all([store.append('note-1', [note('two')], 0n), store.readStream('note-1')]);
    await delay(1_000);
    server.thaw();
    await calls;
    await collected;
    expect(store.health()).toMatchObject({ isReachable: true, lastError: null, resubscriptions: 0 });
    await log.close();
  });

  test('An answer that came while this process stood still is no answer too late', async () => {
    const log = await eventStoreDBLog(server.url, namespace, DEADLINE_MS);
    const store = await log.openStore(sampleCodec().codec);
    await answered(() => store.append('note-1', [note('one')], 'none'));
    server.freeze();
    const appending = store.append('note-1', [note('two')], 0n);
    // The call leaves this process, and its answer reaches it, while it does nothing else.
    await delay(50);
    server.thaw();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * DEADLINE_MS);
    expect(await appending).toMatchObject({ revision: 1n });
    expect(store.health()).toMatchObject({ isReachable: true, lastError: null });
    await log.close();
  });

  test.each(['killed', 'frozen'] as const)(
    'An EventStoreDB that was %s for a while is used again once it is back, and what is asked waits for it',
    async (how) => {
      const log = await eventStoreDBLog(server.url, namespace, DEADLINE_MS);
      const store = await log.openStore(sampleCodec().codec);
      await answered(() => store.append('note-1', [note('one')], 'none'));
      if (how === 'killed') await server.kill();
      else server.freeze();
      // Until several clients have set out in vain.
      for (let misses = 0, last = ''; misses < 5; misses += 1) {
        await expect.poll(() => store.health().lastErrorAt ?? '').not.toBe(last);
        last = store.health().lastErrorAt ?? '';
      }
      const asked = answered(() => store.readStream('note-1'));
      if (how === 'killed') await server.start();
      else server.thaw();
      expect(await asked).toHaveLength(1);
      expect(await answered(() => store.append('note-1', [note('two')], 0n))).toMatchObject({ revision: 1n });
      expect(store.health().isReachable).toBe(true);
      await log.close();
    },
  );

  test('What is read when the client is given up for another read is refused, not told as an end', async () => {
    const log = await eventStoreDBLog(server.url, namespace, DEADLINE_MS);
    const store = await log.openStore(sampleCodec().codec);
    const events = notes(3);
    const { position } = await answered(() => store.append('note-1', events, 'none'));
    const lastId = events.at(-1)?.id ?? '';
    server.freeze();
    let isGivenUp = false;
    const first = store.readStream('note-1').finally(() => {
      isGivenUp = true;
    });
    const others: Promise<unknown>[] = [];
    while (!isGivenUp) {
      await Promise.race([first.catch(() => {}), delay(200)]);
      others.push(store.readStream('note-1'), store.holds(position, lastId), store.readAll('', 10));
    }
    const outcomes = await Promise.allSettled([first, ...others]);
    const told = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    expect(told).toEqual([]);
    server.thaw();
    expect(await answered(() => store.readStream('note-1'))).toHaveLength(3);
    await log.close();
  });

  test('An EventStoreDB in another process is found as a cluster', async () => {
    const log = await eventStoreDBLog(server.url.replace('esdb:', 'esdb+discover:'), namespace);
    const store = await log.openStore(sampleCodec().codec);
    const { position } = await store.append('note-1', [note('one')], 'none');
    expect(await store.head()).toBe(position);
    await log.close();
  });
});
