import { cp, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { captureLog } from '../../support/stores/captured-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// What happens to the folder's files while Heartwood has them open.

const PATIENCE = { timeout: 20_000, interval: 50 };

let folder: TempFolder;
let server: TestServer;
let owner: Client;
const log = captureLog();

beforeEach(async () => {
  log.clear();
  folder = await tempFolder();
  server = await startTestServer({ DATA_DIR: folder.path }, Date.now, { log: log.log });
  owner = await server.signIn();
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

const inFolder = (name: string) => join(folder.path, name);
const addLead = () => owner.post('/api/leads', { name: 'Oak' });
const health = async () => (await owner.get('/api/health').then(expectStatus(200))).body;

async function replace(name: string): Promise<void> {
  await cp(inFolder(name), inFolder('another'));
  await rename(inFolder('another'), inFolder(name));
}

async function removeAll(name: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(inFolder(name + suffix), { force: true });
}

test.each([
  ['log.db', 'removed', () => removeAll('log.db')],
  ['log.db', 'replaced', () => replace('log.db')],
  ['log.db', 'cut', () => truncate(inFolder('log.db'), 2_048)],
  ['log.db-wal', 'removed', () => rm(inFolder('log.db-wal'))],
  ['state.db', 'removed', () => removeAll('state.db')],
  ['state.db', 'replaced', () => replace('state.db')],
  ['state.db', 'cut', () => truncate(inFolder('state.db'), 512)],
] as const)('Once %s was %s, nothing more is written, and health and the log say so', async (file, fault, harm) => {
  await addLead().then(expectStatus(201));
  await harm();
  await expect.poll(async () => (await health()).ok, PATIENCE).toBe(false);
  const told = `The file ${file} was ${fault} while it was open`;
  expect((await health()).log.damage).toContain(told);
  expect(await addLead()).toMatchObject({ status: 503, body: { message: expect.stringContaining('is damaged') } });
  const lines = () => log.lines().filter(({ level, msg }) => level === 50 && msg.startsWith(told));
  await expect.poll(() => lines().length, PATIENCE).toBe(1);
  expect(lines()[0]).toMatchObject({ processId: process.pid, msg: expect.stringContaining('Stop Heartwood') });
  expect(lines()[0].msg.includes('/proc/')).toBe(fault !== 'cut');
});
