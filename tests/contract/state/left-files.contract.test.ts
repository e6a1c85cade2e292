import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leftFilesLoop, sweepLeftFiles } from '../../../api/photos/left-files.ts';
import { lead } from '../../../domain/lead/lead.ts';
import { photo } from '../../../domain/photo/photo.ts';
import { createHeldFiles, type HeldFiles } from '../../../platform/images/held-files.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { openFolderFiles } from '../../../store/embedded/files.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { ADA_ASKS } from '../../support/samples/intake.ts';
import { expectStatus, startTestServer } from '../../support/server.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const HOUR_MS = 60 * 60_000;

let stores: ProductStores;
let files: ReturnType<typeof openFolderFiles>;
let heldFiles: HeldFiles;
beforeEach(async () => {
  stores = await openProductStores();
  files = openFolderFiles(join(stores.folder, 'files'));
  heldFiles = createHeldFiles(stores.state);
});
afterEach(() => stores.close());

/** Stores a file. @param hours how old it is */
async function left(content: string, hours: number, folder = stores.folder): Promise<string> {
  const name = await openFolderFiles(join(folder, 'files')).put(Buffer.from(content));
  const at = new Date(Date.now() - hours * HOUR_MS);
  await utimes(join(folder, 'files', name.slice(0, 2), name), at, at);
  return name;
}

const sweep = (store: Pick<EventStore, 'readAll'> = stores.log) =>
  sweepLeftFiles(
    { oldFiles: files, store: store as EventStore, heldFiles, clock: Date.now },
    new AbortController().signal,
  );

/** Names two files in an event, as a photo of a lead. @returns the photo's id */
async function attach(sha256: string, thumbnailSha256: string): Promise<string> {
  const [id, leadId] = [randomUUID(), randomUUID()];
  const commands = stores.commandHandler();
  const context = () => {
    const commandId = randomUUID();
    return { actor: 'owner', commandId, body: 'null', correlationId: commandId, causationId: null };
  };
  const now = new Date().toISOString();
  const target = {
    category: 'lead',
    recordId: leadId,
    propertyId: null,
    presence: 'present',
    propertyIds: [],
  } as const;
  const picture = { sha256, thumbnailSha256, width: 4, height: 3, bytes: 5 };
  await commands.handle(lead, leadId, [{ type: 'CaptureLead', details: ADA_ASKS, now }], context());
  await commands.handle(photo, id, [{ type: 'AttachPhoto', target, picture, caption: null, now }], context());
  return id;
}

test('A photo left by a kill, that nothing names, is removed a day later', async () => {
  const [old, young] = [await left('old', 25), await left('young', 23)];
  const [named, thumbnail] = [await left('named', 50), await left('thumbnail', 50)];
  const held = await left('held', 50);
  await attach(named, thumbnail);
  await heldFiles.hold([held], 'an analysis', HOUR_MS);
  expect(await sweep()).toBe(1);
  expect(await files.has(old)).toBe(false);
  for (const kept of [young, named, thumbnail, held]) expect(await files.has(kept)).toBe(true);
  await heldFiles.letGo([held], 'an analysis');
  expect(await sweep()).toBe(1);
});

test('A photo that a kill left held is removed once its hold has ended, and not while it is held anew', async () => {
  const name = await left('held', 50);
  await heldFiles.hold([name], 'an analysis', 1);
  await expect.poll(() => heldFiles.isHeld(name)).toBe(false);
  await heldFiles.hold([name], 'an analysis', 1);
  await heldFiles.hold([name], 'an analysis', HOUR_MS);
  expect(await sweep()).toBe(0);
  await heldFiles.hold([name], 'an analysis', 1);
  await expect.poll(() => sweep()).toBe(1);
});

test('A removed photo keeps its files, because undoing brings it back', async () => {
  const id = await attach(await left('picture', 50), await left('thumbnail', 50));
  const context = { actor: 'owner', commandId: randomUUID(), body: 'null', correlationId: id, causationId: null };
  await stores.commandHandler().handle(photo, id, [{ type: 'RemovePhoto' }], context);
  expect(await sweep()).toBe(0);
});

test('A photo that is put again counts as new, however old the file that was left of it is', async () => {
  const name = await left('again', 50);
  const then = Date.now() - 24 * HOUR_MS;
  const [, removed] = await Promise.all([files.put(Buffer.from('again')), files.deletePutBefore(name, then)]);
  expect(removed).toBe(false);
  expect(await sweep()).toBe(0);
  expect(await files.has(name)).toBe(true);
});

test('A photo whose event comes while the log is read is kept', async () => {
  const name = await left('late', 50);
  await heldFiles.hold([name], 'an analysis', HOUR_MS);
  let hasComeLate = false;
  const readAll: EventStore['readAll'] = async (after, limit) => {
    const page = await stores.log.readAll(after, limit);
    if (!hasComeLate) {
      hasComeLate = true;
      await attach(name, name);
      await heldFiles.letGo([name], 'an analysis');
    }
    return page;
  };
  expect(await sweep({ readAll })).toBe(0);
  expect(await files.has(name)).toBe(true);
});

test('Nothing is removed while the log cannot be read whole', async () => {
  const name = await left('old', 50);
  await attach('a'.repeat(64), 'b'.repeat(64));
  // As another version of the product sees it, to which all of these events are unknown.
  await expect(sweep(stores.openLog({ registry: new Map() }))).rejects.toThrow('cannot be read');
  const failing = { readAll: () => Promise.reject(new Error('The disk cannot be read.')) };
  await expect(sweep(failing)).rejects.toThrow('The disk cannot be read.');
  expect(await files.has(name)).toBe(true);
});

/** Lets the loop of a process go once. */
async function loopOnce(hasLost: boolean): Promise<void> {
  const ended = new AbortController();
  const context = { oldFiles: files, store: stores.log, heldFiles, state: stores.state, log: createLog('silent') };
  await leftFilesLoop({ ...context, clock: Date.now, hasLost })(ended.signal, () => ended.abort());
}

const due = async () => {
  const before = await stores.state.get('left-files-swept');
  await stores.state.put('left-files-swept', Date.now() - 25 * HOUR_MS, { expected: before?.version ?? 'none' });
};

test('Nothing is removed any more once a process began on a log that had lost events', async () => {
  const name = await left('old', 50);
  for (const hasLost of [true, false]) {
    await due();
    await loopOnce(hasLost);
    expect(await files.has(name)).toBe(true);
  }
});

test('Nothing is removed any more once the log does not hold what was seen of it', async () => {
  const name = await left('old', 50);
  await attach('a'.repeat(64), 'b'.repeat(64));
  const position = await stores.log.head();
  await stores.state.put('reactor/processes', { position, eventId: 'of another log' }, { expected: 'none' });
  for (const _ of ['now', 'later']) {
    await due();
    await loopOnce(false);
    expect(await files.has(name)).toBe(true);
    await stores.state.delete('reactor/processes');
  }
});

test('A sweep is due a day after the first start, and then once a day', async () => {
  const name = await left('old', 50);
  await loopOnce(false);
  expect(await files.has(name)).toBe(true);
  await due();
  await loopOnce(false);
  expect(await files.has(name)).toBe(false);
});

test('A server sweeps what an earlier one left, once a day, also after a restart', async () => {
  const folder = await tempFolder();
  let now = Date.now();
  const serve = async (work: () => Promise<void>) => {
    const server = await startTestServer({ DATA_DIR: folder.path }, () => now);
    await server.stranger.get('/api/health').then(expectStatus(200));
    await work();
    await server.close();
  };
  const isLeft = (name: string) => openFolderFiles(join(folder.path, 'files')).has(name);
  const first = await left('first', 50, folder.path);
  await serve(async () => undefined);
  expect(await isLeft(first)).toBe(true);
  now += 25 * HOUR_MS;
  await serve(() => expect.poll(() => isLeft(first)).toBe(false));
  const second = await left('second', 50, folder.path);
  now += 25 * HOUR_MS;
  await serve(() => expect.poll(() => isLeft(second)).toBe(false));
  await folder.remove();
});
