import { expect, test } from 'vitest';
import type { Codec } from '../../../store/codec.ts';
import { type Batch, type EventStore, START } from '../../../store/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { collectUntil, type OpenLog, useLog } from '../../support/stores/log-under-test.ts';

const WRITERS = 4;
const EVENTS_EACH = 100;
/** Events in a batch; what an adapter buffers beyond what was asked for stays within a few of these. */
const BATCH = 500;

/** Appends one event after another, each writer to its own stream. */
async function appendFromMany(store: EventStore): Promise<void> {
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let index = 0; index < EVENTS_EACH; index += 1)
      await store.append(`live-${writer}`, [note(`${writer}`)], index === 0 ? 'none' : BigInt(index - 1));
  });
  await Promise.all(writers);
}

async function appendPages(store: EventStore, stream: string, pages: number): Promise<void> {
  for (let page = 0; page < pages; page += 1)
    await store.append(stream, notes(BATCH), page === 0 ? 'none' : BigInt(page * BATCH - 1));
}

/** Counts the events that the adapter decodes, asked for or not. */
function counting(codec: Codec): Codec & { decoded: number } {
  const counted = {
    ...codec,
    decoded: 0,
    decode(records: Parameters<Codec['decode']>[0]) {
      counted.decoded += records.length;
      return codec.decode(records);
    },
  };
  return counted;
}

/** Existing events, then new ones: without gaps or repeats, and no faster than they are read. */
export function subscribing(open: OpenLog): void {
  const log = useLog(open);

  test('What was there and what comes arrives once and in order while others append', async () => {
    const { store } = log();
    await store.append('past-1', notes(300), 'none');
    const total = 300 + WRITERS * EVENTS_EACH;
    const [{ entries, batches }] = await Promise.all([
      collectUntil(store, START, (collected) => collected.entries.length >= total),
      appendFromMany(store),
    ]);
    expect(idsOf(entries)).toEqual(idsOf(await store.readAll(START, total + 1)));
    for (const batch of batches.filter(({ entries }) => entries.length > 0))
      expect(batch.position).toBe(batch.entries.at(-1)?.position);
  });

  test('A subscription to some types decodes and delivers only these, and its position moves past the others', async () => {
    const codec = counting(sampleCodec().codec);
    const store = await log().log.openStore(codec);
    await store.append('note-1', notes(400), 'none');
    await store.append('note-1', notes(300), 399n);
    const last = (await store.readAll(START, 1_000)).at(-1);
    codec.decoded = 0;
    const nothing = await collectUntil(
      store,
      START,
      ({ batches }) => batches.at(-1)?.live === true,
      new Set(['Unheard']),
    );
    expect(codec.decoded).toBe(0);
    expect(nothing.entries).toEqual([]);
    expect(nothing.batches.at(-1)).toMatchObject({ position: last?.position, eventId: last?.id, live: true });
    const type = last?.type ?? '';
    const all = await collectUntil(store, START, ({ entries }) => entries.length === 700, new Set([type]));
    expect(idsOf(all.entries)).toEqual(idsOf(await store.readAll(START, 1_000)));
  });

  test('A subscription begins after its position', async () => {
    const { store } = log();
    await store.append('note-1', notes(10), 'none');
    const all = await store.readAll(START, 100);
    const after = all[6]?.position ?? START;
    const { entries } = await collectUntil(store, after, ({ entries }) => entries.length >= 3);
    expect(idsOf(entries)).toEqual(idsOf(all.slice(7)));
  });

  test('Live never comes before an event at or before the head', async () => {
    const { store } = log();
    await appendPages(store, 'note-1', 3);
    const head = await store.head();
    const [{ batches }] = await Promise.all([
      collectUntil(store, START, ({ batches }) => batches.at(-1)?.live === true),
      appendFromMany(store),
    ]);
    const first = batches.findIndex(({ live }) => live);
    expect(batches[first]?.position.localeCompare(head)).toBeGreaterThanOrEqual(0);
    for (const batch of batches.slice(0, first)) expect(batch.live).toBe(false);
  });

  test('Live comes at once where nothing is to be caught up', async () => {
    const { store } = log();
    const isLive = ({ batches }: { batches: Batch[] }) => batches.at(-1)?.live === true;
    const empty = await collectUntil(store, START, isLive);
    expect(empty.batches).toEqual([{ entries: [], position: START, eventId: '', live: true }]);
    const { position } = await store.append('note-1', notes(2), 'none');
    const atHead = await collectUntil(store, position, isLive);
    expect(atHead.batches).toEqual([{ entries: [], position, eventId: '', live: true }]);
  });

  test('An event that comes after live arrives by itself', async () => {
    const { store } = log();
    const next = note('later');
    let appended: Promise<unknown> | undefined;
    const { entries } = await collectUntil(store, START, ({ batches, entries }) => {
      if (batches.at(-1)?.live) appended ??= store.append('note-1', [next], 'none');
      return entries.length > 0;
    });
    await appended;
    expect(idsOf(entries)).toEqual([next.id]);
  });

  test('A slow reader stops the flow', async () => {
    const { log: under, codec } = log();
    const counted = counting(codec);
    const store = await under.openStore(counted);
    const pages = 8;
    await appendPages(store, 'note-1', pages);
    const stop = new AbortController();
    const batches = store.subscribe(START, stop.signal)[Symbol.asyncIterator]();
    const before = counted.decoded;
    let taken = (await batches.next()).value?.entries.length ?? 0;
    // Anything read ahead would be read while these are written.
    await appendPages(store, 'note-2', pages);
    expect(counted.decoded - before).toBeLessThanOrEqual(taken + BATCH);
    while (taken < 2 * pages * BATCH) taken += (await batches.next()).value?.entries.length ?? 0;
    expect(taken).toBe(2 * pages * BATCH);
    stop.abort();
    expect((await batches.next()).done).toBe(true);
  });

  test('A subscription ends when it is told to, also while it waits', async () => {
    const { store } = log();
    const stop = new AbortController();
    const batches = store.subscribe(START, stop.signal)[Symbol.asyncIterator]();
    expect((await batches.next()).value?.live).toBe(true);
    const waiting = batches.next();
    stop.abort();
    expect((await waiting).done).toBe(true);
  });

  test('Several subscriptions see the same', async () => {
    const { store } = log();
    const total = WRITERS * EVENTS_EACH;
    const isAll = ({ entries }: { entries: unknown[] }) => entries.length >= total;
    const [first, second] = await Promise.all([
      collectUntil(store, START, isAll),
      collectUntil(store, START, isAll),
      appendFromMany(store),
    ]);
    expect(idsOf(first.entries)).toEqual(idsOf(second.entries));
  });
}
