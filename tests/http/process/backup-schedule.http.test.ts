import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { BackupFolders, PASSPHRASE } from '../../support/backups.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const HOUR_MS = 60 * 60_000;

let ahead: number;
let folder: TempFolder;
let folders: BackupFolders;
let passphraseFile: string;
let server: TestServer;
let owner: Client;

async function start(): Promise<void> {
  const env = { DATA_DIR: folders.data, BACKUP_DIR: folders.backups, BACKUP_PASSPHRASE_FILE: passphraseFile };
  server = await startTestServer(env, () => Date.now() + ahead, { backupsEveryMs: 20 });
  owner = await server.signIn();
}

/** Signed in again, as a session ends in a day. */
async function later(ms: number): Promise<void> {
  ahead += ms;
  owner = await server.signIn();
}

beforeEach(async () => {
  ahead = 0;
  folder = await tempFolder();
  folders = new BackupFolders(folder.path);
  passphraseFile = join(folder.path, 'passphrase');
  await writeFile(passphraseFile, PASSPHRASE);
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

const health = async () => (await owner.get('/api/health').then(expectStatus(200))).body;
const count = async () => (await folders.manifests().catch(() => [])).length;
const onHome = async (client = owner) => {
  const { groups } = (await client.get('/api/dashboard/attention').then(expectStatus(200))).body;
  return groups.find(({ id }: { id: string }) => id === 'overdue-backup') ?? null;
};

test('The first backup is made right away, the next ones when they are due, and nobody is told while all is well', async () => {
  await start();
  await expect.poll(async () => (await health()).backup.newestAt).toEqual(expect.any(String));
  expect(await health()).toMatchObject({ ok: true, backup: { isOverdue: false, lastError: null, lastErrorAt: null } });
  expect(await onHome()).toBeNull();
  expect(await count()).toBe(1);

  await later(24 * HOUR_MS);
  await expect.poll(count).toBe(2);
  await expect.poll(async () => (await health()).ok).toBe(true);
  expect(await folders.restored()).toEqual(expect.any(String));
});

test('A backup that fails is told to the owner with what to do, makes health not ok, and is tried again', async () => {
  await writeFile(passphraseFile, 'short');
  await start();
  await expect.poll(async () => (await health()).backup.lastError).toContain('must have at least 12 characters');
  expect(await health()).toMatchObject({ ok: false, backup: { newestAt: null, isOverdue: false } });
  expect(await onHome()).toMatchObject({
    label: 'No new backup',
    page: null,
    count: 1,
    records: [{ title: expect.stringContaining('must have at least 12 characters'), note: 'None was found on' }],
  });
  const { client: office } = await addSignedIn(server, owner, 'office');
  expect(await onHome(office)).toBeNull();

  await writeFile(passphraseFile, PASSPHRASE);
  await later(2 * HOUR_MS);
  await expect.poll(async () => (await health()).ok).toBe(true);
  expect(await onHome()).toBeNull();
});

test('Where the disk of the backups is not there any more, none is made in its place', async () => {
  await start();
  await expect.poll(async () => (await health()).backup.newestAt).toEqual(expect.any(String));
  await rename(folders.backups, `${folders.backups}-away`);
  await later(24 * HOUR_MS);
  await expect.poll(async () => (await health()).backup.lastError).toContain('is its disk connected?');
  expect(await readdir(folder.path)).not.toContain('backups');
  await later(2 * HOUR_MS);
  await expect.poll(async () => (await health()).backup.isOverdue).toBe(true);
  await rename(`${folders.backups}-away`, folders.backups);
  await later(2 * HOUR_MS);
  await expect.poll(async () => (await health()).ok).toBe(true);
  expect(await count()).toBe(2);
});

test('Nothing is told of backups where none are set up', async () => {
  server = await startTestServer({ DATA_DIR: folders.data });
  owner = await server.signIn();
  expect(await health()).toMatchObject({ backup: null });
  expect(await onHome()).toBeNull();
});
