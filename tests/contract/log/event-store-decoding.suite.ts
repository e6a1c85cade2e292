import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ERASED } from '../../../domain/kit/event.ts';
import { createCodec, type EncodedEvent } from '../../../store/codec.ts';
import { isDecoded, type LogEntry, START, UndecodableEvent } from '../../../store/event-store.ts';
import { SubjectKeyMissing } from '../../../store/subject-keys.ts';
import {
  guest,
  idsOf,
  measured,
  metadata,
  note,
  olderRegistry,
  sampleCodec,
} from '../../support/samples/event-samples.ts';
import { collectUntil, type OpenLog, useLog } from '../../support/stores/log-under-test.ts';

const stored = (type: string, data: string, version = 1): EncodedEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: JSON.stringify({ ...metadata(), subject: 'subject-1', version }),
});

/** What no codec here can read, and why. */
const undecodable: Record<string, () => EncodedEvent> = {
  'an unknown type': () => stored('NeverHeardOf', '{}'),
  'data of another shape': () => stored('NoteTaken', '{"text":7}'),
  'a version that is not known yet': () => stored('NoteTaken', '{"text":"later"}', 9),
  'broken JSON': () => stored('NoteTaken', '{"text":'),
  'broken metadata': () => ({ ...stored('NoteTaken', '{"text":"one"}'), metadata: 'none' }),
  'a broken seal': () =>
    stored('GuestNamed', JSON.stringify({ seats: 1, $sealed: Buffer.alloc(64).toString('base64') })),
};

function errorOf(entry: LogEntry | undefined): string {
  return entry && !isDecoded(entry) ? entry.error : '';
}

/** Events that cannot be read, are sealed, or were written by an older version. */
export function decoding(open: OpenLog): void {
  const log = useLog(open);

  test.each(Object.entries(undecodable))('An event with %s stops nothing but its own stream', async (_, make) => {
    const { log: under, store, keys } = log();
    await keys.ensure('subject-1');
    const [before, after] = [note('before'), note('after')];
    await store.append('note-1', [before], 'none');
    const bad = make();
    await under.appendRaw('bad-1', bad);
    await store.append('note-1', [after], 0n);

    const all = await store.readAll(START, 10);
    expect(idsOf(all)).toEqual([before.id, bad.id, after.id]);
    expect(all[1]).toMatchObject({ stream: 'bad-1', revision: 0n, type: bad.type, position: expect.any(String) });
    expect(errorOf(all[1])).not.toBe('');
    const { entries } = await collectUntil(store, START, ({ entries }) => entries.length >= 3);
    expect(entries).toEqual(all);

    const isWanted = ({ stream }: { stream: string }) => stream === 'bad-1';
    for (const from of [{ after: null }, { stream: 'bad-1', after: null }]) {
      const { found } = await store.scan(from, { backwards: true, limit: 10, isWanted });
      expect(found.map(({ entry }) => entry)).toEqual([all[1]]);
      expect(found[0]?.head.metadata?.version).toBe(
        bad.metadata === 'none' ? undefined : JSON.parse(bad.metadata).version,
      );
    }
    expect(await store.holds(all[1]?.position ?? '')).toBe(true);
    expect(await store.holds(all[1]?.position ?? '', randomUUID())).toBe(false);

    const refused = await store.readStream('bad-1').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UndecodableEvent);
    expect((refused as UndecodableEvent).entry).toEqual(all[1]);
    expect(idsOf(await store.readStream('note-1'))).toEqual([before.id, after.id]);
  });

  test('A personal field reads back, and no byte of the log shows it', async () => {
    const { log: under, store } = log();
    const event = guest('Wilhelmina Eichenlaub', 'subject-1');
    await store.append('guest-1', [event, note('not personal')], 'none');
    const [read] = await store.readStream('guest-1');
    expect(read?.data).toEqual({ name: 'Wilhelmina Eichenlaub', seats: 2 });
    const bytes = await under.storedBytes();
    expect(bytes.includes('not personal')).toBe(true);
    for (const encoding of ['utf8', 'base64', 'hex'] as const)
      expect(bytes.includes(Buffer.from('Wilhelmina').toString(encoding))).toBe(false);
  });

  test('Under a tombstone a personal field reads as erased, on every way', async () => {
    const { store, keys } = log();
    await store.append('guest-1', [guest('Wilhelmina', 'subject-1'), guest('Otto', 'subject-2')], 'none');
    await keys.erase('subject-1', '2026-11-21T10:00:00.000Z');
    const expected = [
      { name: ERASED, seats: 2 },
      { name: 'Otto', seats: 2 },
    ];
    const dataOf = (entries: readonly LogEntry[]) => entries.map((entry) => (isDecoded(entry) ? entry.data : entry));
    expect(dataOf(await store.readStream('guest-1'))).toEqual(expected);
    expect(dataOf(await store.readAll(START, 10))).toEqual(expected);
    const { entries } = await collectUntil(store, START, ({ entries }) => entries.length >= 2);
    expect(dataOf(entries)).toEqual(expected);
    await expect(store.append('guest-1', [guest('again', 'subject-1')], 1n)).rejects.toThrow('destroyed');
  });

  test('A key that is merely missing is an error, on every way', async () => {
    const { log: under, store } = log();
    await store.append('guest-1', [guest('Wilhelmina', 'subject-1')], 'none');
    const stranger = await under.openStore(sampleCodec().codec);
    await expect(stranger.readStream('guest-1')).rejects.toBeInstanceOf(SubjectKeyMissing);
    await expect(stranger.readAll(START, 10)).rejects.toBeInstanceOf(SubjectKeyMissing);
    await expect(collectUntil(stranger, START, ({ entries }) => entries.length > 0)).rejects.toBeInstanceOf(
      SubjectKeyMissing,
    );
  });

  test('An event of an older version is lifted to the newest on reading', async () => {
    const { log: under, store, keys } = log();
    const older = await under.openStore(createCodec(olderRegistry, keys));
    await older.append('tree-1', [measured(100)], 'none');
    expect((await older.readStream('tree-1'))[0]?.data).toEqual({ feet: 100 });
    expect((await store.readStream('tree-1'))[0]?.data).toEqual({ metres: 30.48 });
    expect(await store.readAll(START, 10)).toMatchObject([{ data: { metres: 30.48 } }]);
  });
}
