import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { type MessagePort, Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type OwnedStores, openEmbeddedStores, openSharedStores, shareToRead } from '../../../store/embedded/stores.ts';
import { writeFailure } from '../../../store/embedded/write-failure.ts';
import { START, StoreUnavailable } from '../../../store/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { filesOf } from '../../support/stores/embedded-log.ts';
import { collectUntil } from '../../support/stores/log-under-test.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const none = { expected: 'none' } as const;
const diskFailureFile = fileURLToPath(new URL('../../support/stores/embedded-disk-failure.ts', import.meta.url));
const threadFile = new URL('../../support/processes/embedded-thread.ts', import.meta.url);

let folder: TempFolder;
let opened: OwnedStores[];

beforeEach(async () => {
  folder = await tempFolder();
  opened = [];
});

afterEach(async () => {
  for (const stores of opened) await stores.close();
  await folder.remove();
});

async function open(
  options: { path?: string; now?: () => number; onCrash?: (cause: Error) => void } = {},
): Promise<OwnedStores> {
  const { path = folder.path, now = Date.now, onCrash } = options;
  const stores = await openEmbeddedStores({ folder: path, now, durable: false, onCrash });
  opened.push(stores);
  return stores;
}

describe('the data folder', () => {
  test('The data folder serves one process, and a second is told so', async () => {
    const stores = await open();
    await expect(open()).rejects.toThrow(`${folder.path} is in use by another Heartwood process`);
    await stores.close();
    await (await open()).state.put('a', 1, none);
  });

  test('The data folder is freed by a kill of the process that has it', async () => {
    const script = `import { lockFolder } from ${JSON.stringify(new URL('../../../store/embedded/folder/lock.ts', import.meta.url).href)};
      lockFolder(process.argv[1]); process.kill(process.pid, 'SIGKILL')`;
    const run = () => execFileSync(process.execPath, ['--input-type=module', '-e', script, folder.path]);
    expect(run).toThrow(/SIGKILL|null|Command failed/);
    await open();
  });

  test('The data folder is read while another process has it, and nothing is written to it', async () => {
    const stores = await open();
    const appended = notes(3);
    await stores.eventStore(sampleCodec().codec).append('notes', appended, 'none');
    await stores.state.put('a', 1, none);
    const reading = openSharedStores(shareToRead(folder.path).data, { now: Date.now });
    onTestFinished(() => reading.close());
    const store = reading.eventStore(sampleCodec().codec);
    const { entries } = await collectUntil(store, START, ({ batches }) => batches.at(-1)?.live === true);
    expect(idsOf(entries)).toEqual(idsOf(appended));
    expect((await reading.state.get('a'))?.value).toBe(1);
    await expect(store.append('notes', notes(1), 2n)).rejects.toThrow('opened only to be read');
    await expect(reading.state.put('b', 1, none)).rejects.toThrow('opened only to be read');
    await stores.eventStore(sampleCodec().codec).append('notes', notes(1), 2n);
    expect(await store.readStream('notes')).toHaveLength(4);
  });

  test('The data folder is made with the folders above it', async () => {
    const path = join(folder.path, 'a', 'b');
    await (await open({ path })).state.put('a', 1, none);
  });

  test('A data folder that cannot be made is named, with what to do', async () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below'), '/proc/heartwood/data'])
      await expect(open({ path })).rejects.toThrow(
        new RegExp(`The data folder ${path} cannot be written: .*DATA_DIR to another folder`),
      );
  });

  test('A data folder with a file that is no database, or one of a newer product, is refused and left free', async () => {
    writeFileSync(join(folder.path, 'state.db'), 'not a database at all'.repeat(100));
    await expect(open()).rejects.toThrow(`${folder.path}/state.db is damaged (file is not a database)`);
    const other = await tempFolder();
    const db = new DatabaseSync(join(other.path, 'log.db'));
    db.exec('PRAGMA user_version = 3');
    db.close();
    for (const attempt of [1, 2])
      await expect(open({ path: other.path }), `attempt ${attempt}`).rejects.toThrow('newer version of Heartwood');
    await other.remove();
  });
});

describe('the disk', () => {
  test.skipIf(process.platform !== 'linux')(
    'A disk that takes no more refuses whole appends and puts, and serves again',
    () => {
      const output = execFileSync(process.execPath, [diskFailureFile, folder.path], { encoding: 'utf8' });
      const [append, put, held, after] = JSON.parse(output);
      for (const [refusal, cause] of [append, put]) {
        expect(refusal).toBe('StoreUnavailable: The disk could not be written.');
        expect(cause).toContain(`The data folder ${folder.path} could not be written: disk I/O error`);
      }
      expect([held, after]).toEqual([10, 410]);
    },
  );

  test('A disk that is full or read-only is named as such', () => {
    const full = writeFailure('/srv/oak', { errcode: 13, message: 'database or disk is full' });
    expect(full.message).toBe('The disk is full: nothing was written. Make room and try again.');
    expect(full.detail).toContain('/srv/oak');
    const readOnly = writeFailure('/srv/oak', { errcode: 1032, message: 'attempt to write a readonly database' });
    expect(readOnly.message).toContain('is read-only');
    for (const { message } of [full, readOnly]) expect(message).not.toMatch(/oak|database/);
  });
});

describe('another thread', () => {
  test('Another thread sees what is appended here, and its own writes are seen here', async () => {
    const stores = await open();
    const store = stores.eventStore(sampleCodec().codec);
    await store.append('notes', notes(3), 'none');
    const { data, transfer } = stores.share();
    const thread = new Worker(threadFile, { workerData: data, transferList: transfer });
    const ended = once(thread, 'exit');
    expect(await once(thread, 'message')).toEqual(['live']);
    const last = note('last');
    const seen = once(thread, 'message');
    await store.append('notes', [last], 2n);
    expect(await seen).toEqual([last.id]);
    expect((await stores.state.get('thread'))?.value).toEqual({ events: 4, last: last.id });
    await ended;
    expect(idsOf(await store.readAll(START, 10))).toHaveLength(4);
  });

  test('Whoever waits for the writer is told when it dies, and its owner of what', async () => {
    const crashes: Error[] = [];
    const stores = await open({ onCrash: (cause) => void crashes.push(cause) });
    const store = stores.eventStore(sampleCodec().codec);
    await store.append('notes', notes(1), 'none');
    const subscribed = expect(collectUntil(store, START, () => false)).rejects.toThrow(StoreUnavailable);
    // No client sends this, and the writer cannot handle it.
    const port = stores.share().data.port as MessagePort;
    port.postMessage(42);
    await once(port, 'close');
    await subscribed;
    await expect(store.append('notes', notes(1), 0n)).rejects.toThrow(StoreUnavailable);
    await expect(stores.state.put('a', 1, none)).rejects.toThrow(StoreUnavailable);
    expect(await store.readStream('notes')).toHaveLength(1);
    expect(crashes).toEqual([expect.objectContaining({ stack: expect.stringContaining('writer.ts') })]);
  });
});

describe('secrets', () => {
  test('Secrets are in no file after a delete or a replacement, wherever rows have moved', async () => {
    const stores = await open();
    const gone: string[] = [];
    const kept = new Map<string, { secret: string; version: string }>();
    for (let round = 0; round < 12; round++) {
      const added = Array.from({ length: 120 }, async (_, index) => {
        const secret = secretOf(round * 1_000 + index);
        const value = secret + 'x'.repeat((index * 37) % 700);
        const key = `key/${((index * 7919 + round * 104729) % 99991).toString(36)}/${round}`;
        kept.set(key, { secret, version: (await stores.state.put(key, value, none)) as string });
      });
      await Promise.all(added);
      const changed = [...kept].filter((_, index) => index % 3 !== round % 3);
      await Promise.all(
        changed.map(async ([key, { secret, version }], index) => {
          gone.push(secret);
          kept.delete(key);
          if (index % 2 === 0) await stores.state.delete(key);
          else await stores.state.put(key, { gone: true }, { expected: version, scrub: true });
        }),
      );
    }
    const bytes = filesOf(folder.path);
    expect(gone.filter((secret) => bytes.includes(secret))).toEqual([]);
    expect([...kept.values()].filter(({ secret }) => !bytes.includes(secret))).toEqual([]);
  });

  test('Secrets are in no file once they expired and were swept', async () => {
    let now = 1_000;
    const stores = await open({ now: () => now });
    const keys = Array.from({ length: 120 }, (_, index) => `session/${index}`);
    await Promise.all(keys.map((key, index) => stores.state.put(key, secretOf(index), { ...none, ttlMs: 10 })));
    now += 10;
    for (let put = 0; put < 3; put++) await stores.state.put(`other/${put}`, 1, none);
    await stores.state.delete('other/0');
    const bytes = filesOf(folder.path);
    expect(keys.filter((_, index) => bytes.includes(secretOf(index)))).toEqual([]);
  });
});

function secretOf(index: number): string {
  return `SECRET-${String(index).padStart(6, '0')}-`;
}
