import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OwnedStores, openEmbeddedStores } from '../../../store/embedded/stores.ts';
import {
  type EventStore,
  NotAPosition,
  START,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../../store/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { embeddedLog } from '../../support/stores/embedded-log.ts';
import { collectUntil } from '../../support/stores/log-under-test.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';
import { eventStoreContract } from './event-store.suite.ts';

eventStoreContract('embedded', embeddedLog);

describe('event store: embedded, by itself', () => {
  let folder: TempFolder;
  let stores: OwnedStores;
  let store: EventStore;

  beforeEach(async () => {
    folder = await tempFolder();
    stores = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
    store = stores.eventStore(sampleCodec().codec);
  });

  afterEach(async () => {
    await stores.close();
    await folder.remove();
  });

  test('Appends that wait together share commits, and each is judged alone', async () => {
    await store.append('taken', notes(1), 'none');
    const before = stores.stats().commits;
    const streams = Array.from({ length: 64 }, (_, index) => (index % 8 === 0 ? 'taken' : `free-${index}`));
    const results = await Promise.allSettled(streams.map((stream) => store.append(stream, [note(stream)], 'none')));
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') expect(streams[index]).not.toBe('taken');
      else expect(result.reason).toBeInstanceOf(WrongExpectedRevision);
    }
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(56);
    expect(stores.stats().commits - before).toBeLessThanOrEqual(4);
    expect(stores.stats().appends).toBe(57);
  });

  test('Appends of one turn to one stream build on each other', async () => {
    const events = notes(40);
    await Promise.all(events.map((event, at) => store.append('one', [event], at === 0 ? 'none' : BigInt(at - 1))));
    expect(idsOf(await store.readStream('one'))).toEqual(idsOf(events));
  });

  test('A flood is written in several transactions, all of it in order', async () => {
    const appends = Array.from({ length: 60 }, (_, index) => store.append(`flood-${index}`, notes(100), 'none'));
    await Promise.all(appends);
    expect(stores.stats().commits).toBeGreaterThanOrEqual(3);
    const entries = await store.readAll(START, 10_000);
    expect(entries).toHaveLength(6_000);
    expect(entries.map((entry) => Number(entry.position))).toEqual(entries.map((_, index) => index + 1));
  });

  test('The WAL does not grow without bound, whatever is appended and read', async () => {
    const text = 'x'.repeat(2_000);
    for (let round = 0; round < 80; round++) {
      await store.append(
        `big-${round}`,
        notes(450).map((event) => note(text, event.id)),
        'none',
      );
      await store.readAll(START, 10);
    }
    expect(statSync(join(folder.path, 'log.db')).size).toBeGreaterThan(72_000_000);
    expect(statSync(join(folder.path, 'log.db-wal')).size).toBeLessThan(70_000_000);
  });

  test('Pages are as large as asked for, and live is said when the head is reached', async () => {
    const small = stores.eventStore(sampleCodec().codec, { pageSize: 10 });
    await store.append('notes', notes(25), 'none');
    const { batches } = await collectUntil(small, START, ({ entries }) => entries.length === 25);
    expect(batches.map(({ entries, live }) => [entries.length, live])).toEqual([
      [10, false],
      [10, false],
      [5, true],
    ]);
  });

  test('Several subscriptions wait side by side, and ending one leaves the others', async () => {
    const stopped = new AbortController();
    const first = store.subscribe(START, stopped.signal)[Symbol.asyncIterator]();
    expect((await first.next()).value?.live).toBe(true);
    const waiting = first.next();
    const others = [1, 2, 3].map(() => collectUntil(store, START, ({ entries }) => entries.length === 1));
    stopped.abort();
    expect((await waiting).done).toBe(true);
    const event = note('for all');
    await store.append('notes', [event], 'none');
    for (const { entries } of await Promise.all(others)) expect(idsOf(entries)).toEqual([event.id]);
  });

  test('A position of another kind of log is refused, and holds nothing', async () => {
    await expect(store.readAll('C:1/P:1', 10)).rejects.toThrow(NotAPosition);
    expect(await store.holds('C:1/P:1', 'id')).toBe(false);
  });

  test('What is open is closed with the stores, and says so', async () => {
    await store.append('notes', notes(1), 'none');
    const subscribed = expect(collectUntil(store, START, () => false)).rejects.toThrow(StoreUnavailable);
    await stores.close();
    await subscribed;
    await expect(store.append('notes', notes(1), 0n)).rejects.toThrow(StoreUnavailable);
    await expect(store.readStream('notes')).rejects.toThrow(StoreUnavailable);
    await expect(stores.state.get('a')).rejects.toThrow(StoreUnavailable);
    await expect(stores.state.put('a', 1, { expected: 'none' })).rejects.toThrow(StoreUnavailable);
  });

  test('Closing waits for all that was asked', async () => {
    const appends = Array.from({ length: 50 }, (_, index) => store.append(`late-${index}`, notes(1), 'none'));
    // An append is sent once it is encoded.
    await appends[0];
    const puts = Array.from({ length: 50 }, (_, index) => stores.state.put(`late/${index}`, 1, { expected: 'none' }));
    await stores.close();
    await Promise.all([...appends, ...puts]);
    stores = await openEmbeddedStores({ folder: folder.path, now: Date.now });
    expect(await stores.eventStore(sampleCodec().codec).readAll(START, 100)).toHaveLength(50);
    expect(await stores.state.list('late/')).toHaveLength(50);
  });
});
