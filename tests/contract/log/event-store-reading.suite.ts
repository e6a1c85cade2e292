import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type EventStore, type LogEntry, NotAPosition, START } from '../../../store/event-store.ts';
import { idsOf, note, notes } from '../../support/samples/event-samples.ts';
import { type OpenLog, useLog } from '../../support/stores/log-under-test.ts';

const STREAMS = 20;
const APPENDS = 5;

/** Appends two events at a time, in turn per stream and interleaved over all streams. @returns the ids by stream */
async function appendInterleaved(store: EventStore): Promise<Map<string, string[]>> {
  // 7 and the number of streams are coprime, so this visits each stream once and in no sorted order.
  const streams = Array.from({ length: STREAMS }, (_, index) => `note-${(index * 7) % STREAMS}`);
  const written = await Promise.all(
    streams.map(async (stream) => {
      const ids: string[] = [];
      for (let turn = 0; turn < APPENDS; turn += 1) {
        const events = notes(2, stream);
        await store.append(stream, events, turn === 0 ? 'none' : BigInt(turn * 2 - 1));
        ids.push(...idsOf(events));
      }
      return [stream, ids] as const;
    }),
  );
  return new Map(written);
}

async function readPages(store: EventStore, limit: number): Promise<LogEntry[]> {
  const all: LogEntry[] = [];
  for (;;) {
    const page = await store.readAll(all.at(-1)?.position ?? START, limit);
    expect(page.length).toBeLessThanOrEqual(limit);
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/** The order of streams and of the whole log, and pages of both. */
export function reading(open: OpenLog): void {
  const log = useLog(open);

  test('A stream is read in the order of its revisions, whatever came in between', async () => {
    const { store } = log();
    const written = await appendInterleaved(store);
    for (const [stream, ids] of written) {
      const events = await store.readStream(stream);
      expect(idsOf(events)).toEqual(ids);
      expect(events.map(({ revision }) => revision)).toEqual(ids.map((_, index) => BigInt(index)));
      expect(events.every((event) => event.stream === stream)).toBe(true);
    }
  });

  test('The log is read as it is stored, in its order and in pages, with nothing opened', async () => {
    const { store, log: underTest } = log();
    await appendInterleaved(store);
    const all = await store.readAll(START, 1_000);
    const pages = [await store.readStored(START, 150), await store.readStored(all[149]?.position ?? START, 1_000)];
    const stored = pages.flat();
    expect(stored.map(({ position, id, stream, revision, type }) => [position, id, stream, revision, type])).toEqual(
      all.map(({ position, id, stream, revision, type }) => [position, id, stream, revision, type]),
    );
    const bytes = await underTest.storedBytes();
    for (const { data, metadata } of stored.slice(0, 3)) {
      expect(bytes.includes(data)).toBe(true);
      expect(bytes.includes(metadata)).toBe(true);
    }
    expect(await store.readStored(all.at(-1)?.position ?? START, 10)).toEqual([]);
  });

  test('The log is read from its end in pages, the newest first', async () => {
    const { store } = log();
    await appendInterleaved(store);
    const all = await store.readAll(START, 1_000);
    const pages: LogEntry[] = [];
    for (let page = await store.readLatest(null, 30); page.length > 0; ) {
      expect(page.length).toBeLessThanOrEqual(30);
      pages.push(...page);
      page = await store.readLatest(page.at(-1)?.position ?? START, 30);
    }
    expect(pages).toEqual(all.toReversed());
    expect(await store.readLatest(START, 10)).toEqual([]);
  });

  test('The log is read in the order of its positions, which order as text', async () => {
    const { store } = log();
    const written = await appendInterleaved(store);
    const all = await store.readAll(START, 1_000);
    expect(all).toHaveLength(STREAMS * APPENDS * 2);
    const positions = all.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort());
    for (const [stream, ids] of written) expect(idsOf(all.filter((entry) => entry.stream === stream))).toEqual(ids);
    expect(await store.head()).toBe(positions.at(-1));
  });

  test('Pages of the log join without gap or repeat', async () => {
    const { store } = log();
    await appendInterleaved(store);
    const all = idsOf(await store.readAll(START, 1_000));
    expect(idsOf(await readPages(store, 7))).toEqual(all);
    expect(idsOf(await readPages(store, all.length))).toEqual(all);
    expect(await store.readAll(await store.head(), 10)).toEqual([]);
  });

  test('A scan of the log finds what is wanted in both directions, in pages that join', async () => {
    const { store } = log();
    await appendInterleaved(store);
    const all = await store.readAll(START, 1_000);
    const isWanted = ({ stream }: { stream: string }) => stream.endsWith('7');
    const wanted = idsOf(all.filter(isWanted));
    for (const backwards of [false, true]) {
      const found: string[] = [];
      for (let after: string | null = null, isOver = false; !isOver; ) {
        const page = await store.scan({ after }, { backwards, limit: 30, isWanted });
        found.push(...idsOf(page.found.map(({ entry }) => entry)));
        after = page.last?.position ?? after;
        isOver = page.isEnd;
      }
      expect(found).toEqual(backwards ? wanted.toReversed() : wanted);
    }
  });

  test('A scan of a stream joins by its revisions, and tells what events say of themselves', async () => {
    const { store } = log();
    const written = notes(5);
    await store.append('note-2', notes(3), 'none');
    await store.append('note-1', written, 'none');
    const scan = (after: bigint | null, backwards: boolean) =>
      store.scan({ stream: 'note-1', after }, { backwards, limit: 2, isWanted: () => true });
    const first = await scan(null, false);
    expect(first.last?.revision).toBe(1n);
    expect(first.found.map(({ head }) => head)).toEqual(
      written.slice(0, 2).map(({ id, type, metadata }, at) => ({
        id,
        type,
        stream: 'note-1',
        revision: BigInt(at),
        position: first.found[at]?.entry.position,
        metadata: { ...metadata, version: 1 },
      })),
    );
    const places = async (after: bigint | null, backwards: boolean) =>
      (await scan(after, backwards)).found.map(({ head }) => Number(head.revision));
    expect(await places(3n, false)).toEqual([4]);
    expect(await places(null, true)).toEqual([4, 3]);
    expect(await places(1n, true)).toEqual([0]);
    expect(
      await store.scan({ stream: 'note-none', after: null }, { backwards: true, limit: 2, isWanted: () => true }),
    ).toEqual({ found: [], last: null, isEnd: true });
  });

  test('An append that was answered lies after every one that was answered before it', async () => {
    const { store } = log();
    const positions: string[] = [];
    for (let index = 0; index < 20; index += 1)
      positions.push((await store.append(`note-${index % 3}-${index}`, [note('in turn')], 'none')).position);
    expect(positions).toEqual([...positions].sort());
    expect((await store.readAll(START, 100)).map(({ position }) => position)).toEqual(positions);
  });

  test('A page of a stream begins after a revision and ends at its limit, in both directions', async () => {
    const { store } = log();
    await store.append('note-1', notes(10), 'none');
    const revisions = async (options: Parameters<EventStore['readStream']>[1]) =>
      (await store.readStream('note-1', options)).map(({ revision }) => Number(revision));
    expect(await revisions({ after: 3n, limit: 3 })).toEqual([4, 5, 6]);
    expect(await revisions({ after: 0n })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await revisions({ backwards: true })).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await revisions({ backwards: true, limit: 1 })).toEqual([9]);
    expect(await revisions({ backwards: true, after: 3n, limit: 2 })).toEqual([2, 1]);
    expect(await revisions({ backwards: true, after: 0n })).toEqual([]);
    expect(await revisions({ after: 9n })).toEqual([]);
    expect(await revisions({ after: 50n })).toEqual([]);
  });

  test('A stream that is not there reads as empty', async () => {
    const { store } = log();
    expect(await store.readStream('note-none')).toEqual([]);
    expect(await store.readStream('note-none', { backwards: true, limit: 1 })).toEqual([]);
    expect(await store.readStream('note-none', { after: 3n })).toEqual([]);
  });

  test('An event is read as it was written', async () => {
    const { store } = log();
    const event = note('“Élan” – 木 \u0000 \n 🌳');
    const { position } = await store.append('note-1', [event], 'none');
    const expected = { ...event, stream: 'note-1', revision: 0n, position };
    expect(await store.readStream('note-1')).toEqual([expected]);
    expect(await store.readAll(START, 10)).toEqual([expected]);
  });

  test('An empty log has no head and no page', async () => {
    const { store } = log();
    expect(await store.head()).toBe(START);
    expect(await store.readAll(START, 10)).toEqual([]);
  });

  test('The log holds an event where it is and nowhere else', async () => {
    const { store } = log();
    const events = notes(3);
    const answer = await store.append('note-1', events, 'none');
    const all = await store.readAll(START, 10);
    for (const { position, id } of all) expect(await store.holds(position, id)).toBe(true);
    const [first, second] = all;
    expect(await store.holds(first?.position ?? '', second?.id ?? '')).toBe(false);
    expect(await store.holds(answer.position, randomUUID())).toBe(false);
    expect(await store.holds('not a position of any log', events[0]?.id ?? '')).toBe(false);
  });

  test('The log knows its positions, and reads from nothing else', async () => {
    const { store } = log();
    const { position } = await store.append('note-1', notes(1), 'none');
    expect([START, position].map((text) => store.isPosition(text))).toEqual([true, true]);
    for (const text of ['0', 'x', '-1', '1.5', `${position}0`, position.replace(/\d/g, '9'), ` ${position}`]) {
      expect(store.isPosition(text), text).toBe(false);
      await expect(store.readLatest(text, 1), text).rejects.toThrow(NotAPosition);
    }
  });
}
