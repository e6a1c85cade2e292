import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../store/event-store.ts';
import { idsOf, note, notes, sampleCodec } from '../support/event-samples.ts';
import { eventStoreDBLog, freshNamespace } from '../support/eventstoredb-log.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

const MAIN = join(import.meta.dirname, '../support/eventstoredb-server/main.ts');

/** Longer than the adapter's own, where the test does not wait for it: the client warns of a short one. */
const KEEP_ALIVE = '&keepAliveInterval=10000&keepAliveTimeout=10000';

describe.skipIf(process.env['EVENTSTORE_URL'] !== undefined)('an EventStoreDB in another process (a stand-in)', () => {
  const namespace = freshNamespace();
  let folder: TempFolder;
  let child: ChildProcess;
  let port: string;

  async function start(args: string[] = []): Promise<void> {
    const file = join(folder.path, 'log.jsonl');
    child = spawn(process.execPath, [MAIN, '--file', file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (!child.stdout) throw new Error('The stand-in has no output.');
    [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  }

  function url(options = ''): string {
    return `esdb://127.0.0.1:${port}?tls=false${options}`;
  }

  async function kill(): Promise<void> {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  beforeEach(async () => {
    folder = await tempFolder();
    await start();
  });
  afterEach(async () => {
    await kill();
    await folder.remove();
  });

  test('what was answered is there after it was killed and started again', async () => {
    const log = await eventStoreDBLog(url(KEEP_ALIVE), namespace);
    const store = await log.openStore(sampleCodec().codec);
    const events = notes(30);
    const answer = await store.append('note-1', events, 'none');
    await kill();
    await expect(store.append('note-1', [note('late')], 29n)).rejects.toBeInstanceOf(StoreUnavailable);
    await start(['--port', port]);
    expect(await store.append('note-1', events, 'none')).toEqual(answer);
    expect(idsOf(await store.readStream('note-1'))).toEqual(idsOf(events));
    expect(await store.holds(answer.position, events.at(-1)?.id ?? '')).toBe(true);
    await log.close();
  });

  test('one that stands still is noticed by the keep-alive, and goes on', async () => {
    const log = await eventStoreDBLog(url(), namespace);
    const store = await log.openStore(sampleCodec().codec);
    await store.append('note-1', [note('one')], 'none');
    const two = note('two');
    child.kill('SIGSTOP');
    await expect(store.append('note-1', [two], 0n)).rejects.toBeInstanceOf(StoreUnavailable);
    child.kill('SIGCONT');
    expect((await store.append('note-1', [two], 0n)).revision).toBe(1n);
    expect(await store.readStream('note-1')).toHaveLength(2);
    await log.close();
  });

  test('it is found as a cluster', async () => {
    const log = await eventStoreDBLog(url(KEEP_ALIVE).replace('esdb:', 'esdb+discover:'), namespace);
    const store = await log.openStore(sampleCodec().codec);
    const { position } = await store.append('note-1', [note('one')], 'none');
    expect(await store.head()).toBe(position);
    await log.close();
  });
});
