import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// Damage to an old part of the log, which no request, list or follow-up step reads.

const PATIENCE = { timeout: 30_000, interval: 50 };
const DAY_MS = 24 * 60 * 60_000;

let folder: TempFolder;
let now: number;
beforeEach(async () => {
  folder = await tempFolder();
  now = Date.now();
});
afterEach(() => folder.remove());

const start = () => startTestServer({ DATA_DIR: folder.path }, () => now);

async function logHealth(server: TestServer) {
  const owner = await server.signIn();
  return async () => (await owner.get('/api/health').then(expectStatus(200))).body.log;
}

/** @returns the position of its first event, which nothing reads any more */
async function aCompany(): Promise<string> {
  const server = await start();
  const owner = await server.signIn();
  const first = await owner.post('/api/leads', { name: 'Old oak' }).then(expectStatus(201));
  for (const name of ['Elm', 'Ash', 'Fir']) await owner.post('/api/leads', { name }).then(expectStatus(201));
  await server.close();
  return first.headers.get('x-position') ?? '';
}

function alter(position: string): void {
  const db = new DatabaseSync(join(folder.path, 'log.db'));
  db.prepare("UPDATE events SET data = replace(data, '{', '{ ') WHERE position = ?").run(Number(position));
  db.close();
}

test('Damage to an old event that nobody reads is told in health, since when, also after a restart', async () => {
  const position = await aCompany();
  alter(position);
  const checkedAt = new Date(now).toISOString();
  now += DAY_MS;
  for (const run of ['first', 'second']) {
    const server = await start();
    const health = await logHealth(server);
    await expect.poll(async () => (await health()).damage, PATIENCE).toContain(position);
    expect(await health(), run).toMatchObject({ damageFoundAt: new Date(now).toISOString(), checkedAt });
    expect((await server.stranger.get('/api/health')).body).toEqual({ ok: false });
    await server.close();
  }
});

test('A whole log is said to be whole, and checked again a day after', async () => {
  const position = await aCompany();
  const checkedAt = async () => {
    const server = await start();
    const health = await logHealth(server);
    await expect.poll(async () => (await health()).checkedAt, PATIENCE).not.toBeNull();
    const { damage, checkedAt } = await health();
    await server.close();
    return { damage, checkedAt };
  };
  const whole = await checkedAt();
  expect(whole).toEqual({ damage: null, checkedAt: new Date(now).toISOString() });
  now += DAY_MS / 2;
  expect(await checkedAt()).toEqual(whole);
  alter(position);
  now += DAY_MS / 2;
  const server = await start();
  await expect.poll(async () => (await server.stranger.get('/api/health')).body.ok, PATIENCE).toBe(false);
  await server.close();
});
