import { randomUUID } from 'node:crypto';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { belongsToApi } from '../../../platform/http/access.ts';
import { expectNone } from '../../support/findings.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { onBothServers } from '../../support/servers/both-servers.ts';
import { mongoAvailable } from '../../support/servers/mongodb-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const MINUTE_MS = 60_000;
const PATIENCE = { timeout: 30_000, interval: 50 };
/** It stands still but where a test moves it. */
let now = Date.now();

let server: TestServer;
let owner: Client;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(dataDir: string, versionsFrom?: number): Promise<void> {
  server = await startTestServer({ DATA_DIR: dataDir }, () => now, versionsFrom === undefined ? {} : { versionsFrom });
  closing.push(() => server.close());
  owner = await server.signIn();
}

async function restart(versionsFrom?: number): Promise<void> {
  await closing.pop()?.();
  await start(server.dataDir, versionsFrom);
}

async function startAnew(versionsFrom?: number): Promise<void> {
  const folder = await tempFolder();
  closing.push(folder.remove);
  await start(folder.path, versionsFrom);
}

/** A minute later. @returns the last moment before it, ISO UTC */
function later(): string {
  const before = new Date(now).toISOString();
  now += MINUTE_MS;
  return before;
}

/** What a call answers as of a moment, asked again as long as that is being put together. */
async function getThen(moment: string, path: string): ReturnType<Client['get']> {
  const answer = await owner.send(path, { headers: { 'x-as-of': moment } });
  return answer.body?.code === 'still_making' ? getThen(moment, path) : answer;
}

const addLead = async (name: string): Promise<string> =>
  (await owner.post('/api/leads', { name }).then(expectStatus(201))).body.id;
const addCustomer = async (firstName: string): Promise<string> =>
  (await owner.post('/api/customers', { firstName, lastName: 'Oak' }).then(expectStatus(201))).body.id;
const namesThen = async (moment: string) =>
  (await getThen(moment, '/api/leads-working').then(expectStatus(200))).body.map(({ name }: { name: string }) => name);

const filesIn = (...folder: string[]) => readdir(join(server.dataDir, ...folder)).catch(() => [] as string[]);
const versionFiles = async () => (await filesIn('past')).filter((file) => file.endsWith('.db'));
/** What was made as a whole. */
const wholes = () => filesIn('files', 'unfinished', 'past');

/** Waits until earlier moments are found in the versions. */
async function untilKept(): Promise<void> {
  await expect
    .poll(async () => {
      const before = await wholes();
      await getThen(later(), '/api/crews').then(expectStatus(200));
      const made = (await wholes()).filter((file) => !before.includes(file));
      return (await versionFiles()).length === 1 && made.length === 0;
    }, PATIENCE)
    .toBe(true);
}

test('Given a long history, then every call answers from its versions what it answers from all of it', async () => {
  await startAnew();
  const moments = [later()];
  const lead = await addLead('Ada Nowak');
  const customer = await addCustomer('Zora');
  moments.push(later());
  await owner.patch(`/api/leads/${lead}`, { name: 'Ada Brandt' }).then(expectStatus(200));
  await owner.patch(`/api/customers/${customer}`, { firstName: 'Zelda' }).then(expectStatus(200));
  moments.push(later());
  await owner.delete(`/api/leads/${lead}`).then(expectStatus(204));
  const gone = await addCustomer('Gone');
  await owner.post(`/api/customers/${gone}/erase`, { confirm: 'Gone Oak' }).then(expectStatus(200));
  const complete = async () => (await owner.get('/api/erasures').then(expectStatus(200))).body;
  await expect.poll(async () => JSON.stringify(await complete()), PATIENCE).toContain('"isComplete":true');
  moments.push(later());
  const paths = server.server.app.guardedRoutes
    .filter(({ method, url }) => method === 'GET' && belongsToApi(url) && !url.includes(':'))
    .map(({ url }) => url);
  paths.push(`/api/leads/${lead}`, `/api/customers/${customer}`, `/api/history/lead/${lead}`, '/api/search?q=nowak');
  const answers = async () => {
    const all: Record<string, unknown> = {};
    for (const moment of moments)
      for (const path of paths) {
        const { status, body } = await getThen(moment, path);
        all[`${path} at ${moment}`] = { status, body };
      }
    return all;
  };
  const whole = await answers();
  await restart(1);
  await untilKept();
  const before = await wholes();
  const kept = await answers();
  expect(await wholes()).toEqual(before);
  expectNone(Object.keys(whole).filter((each) => JSON.stringify(whole[each]) !== JSON.stringify(kept[each])));
});

test('Given versions, then they follow what happens, are kept over a restart, and are made anew where they are damaged', async () => {
  await startAnew(1);
  await addLead('Oak');
  await untilKept();
  const moment = later();
  await addLead('Ash');
  expect(await namesThen(moment)).toEqual(['Oak']);
  const [file = ''] = await versionFiles();
  await restart(1);
  await untilKept();
  expect(await versionFiles()).toEqual([file]);
  expect(await namesThen(moment)).toEqual(['Oak']);
  expect((await namesThen(later())).sort()).toEqual(['Ash', 'Oak']);

  const written = await open(join(server.dataDir, 'past', file), 'r+');
  const { size } = await written.stat();
  for (let at = 8192; at < size; at += 4096) await written.write(Buffer.alloc(512, 7), 0, 512, at);
  await written.close();
  await restart(1);
  expect(await namesThen(moment)).toEqual(['Oak']);
  await expect.poll(async () => (await versionFiles()).some((each) => each !== file), PATIENCE).toBe(true);
  expect(await namesThen(moment)).toEqual(['Oak']);
});

test('Given versions of which a list says otherwise than their documents, then they are made anew', async () => {
  await startAnew(1);
  await addLead('Oak');
  await untilKept();
  const moment = later();
  const [file = ''] = await versionFiles();
  await closing.pop()?.();
  const db = new DatabaseSync(join(server.dataDir, 'past', file));
  db.exec(`UPDATE "leads by removed createdAt" SET until = since`);
  db.close();
  await start(server.dataDir, 1);
  await expect.poll(async () => (await versionFiles()).some((each) => each !== file), PATIENCE).toBe(true);
  await untilKept();
  expect(await namesThen(moment)).toEqual(['Oak']);
});

test('Given versions of a log that is no longer long, then they are gone, and an erasure comes to its end', async () => {
  await startAnew(1);
  const id = await addCustomer('Zora');
  await untilKept();
  await restart();
  await expect.poll(versionFiles, PATIENCE).toEqual([]);
  const { body } = await owner.post(`/api/customers/${id}/erase`, { confirm: 'Zora Oak' }).then(expectStatus(200));
  expect(body).toMatchObject({ isComplete: true });
});

test('Given a customer who is erased, then no version holds their name, and earlier moments come back without it', async () => {
  await startAnew(1);
  const name = `Zebulon-${randomUUID()}`;
  const id = await addCustomer(name);
  await untilKept();
  const moment = later();
  expect((await getThen(moment, `/api/customers/${id}`)).body).toMatchObject({ firstName: name });
  const holdsName = async () => {
    const files = await filesIn('past');
    const texts = await Promise.all(
      files.map((each) => readFile(join(server.dataDir, 'past', each), 'latin1').catch(() => '')),
    );
    return texts.some((text) => text.includes(name));
  };
  expect(await holdsName()).toBe(true);
  const [file] = await versionFiles();

  await owner.post(`/api/customers/${id}/erase`, { confirm: `${name} Oak` }).then(expectStatus(200));

  await expect.poll(holdsName, PATIENCE).toBe(false);
  await expect.poll(async () => (await versionFiles()).some((each) => each !== file), PATIENCE).toBe(true);
  await untilKept();
  expect(await holdsName()).toBe(false);
  const { body } = await getThen(moment, `/api/customers/${id}`).then(expectStatus(200));
  expect(JSON.stringify(body)).not.toContain(name);
});

describe.skipIf(!mongoAvailable())('on EventStoreDB and MongoDB', () => {
  const stores = onBothServers();

  test('Given a long history, then its versions are in a folder of the process alone, and earlier moments come from them', async () => {
    const folder = await tempFolder();
    closing.push(folder.remove, async () => void vi.unstubAllEnvs());
    vi.stubEnv('TMPDIR', folder.path);
    server = await startTestServer({ ...stores().env, DATA_DIR: folder.path }, () => now, { versionsFrom: 1 });
    closing.push(() => server.close());
    owner = await server.signIn();
    await addLead('Oak');
    const moment = later();
    await addLead('Ash');
    const [last] = (await owner.get('/api/audit/events?limit=1').then(expectStatus(200))).body;
    await addLead('Elm');
    const made = async (of: RegExp) =>
      (await readdir(folder.path, { recursive: true })).filter((file) => of.test(file));
    await expect.poll(() => made(/versions.*\.db$/), PATIENCE).toHaveLength(1);
    await expect
      .poll(async () => {
        const before = await made(/past.*\.db$/);
        await getThen(later(), '/api/crews').then(expectStatus(200));
        return (await made(/past.*\.db$/)).every((file) => before.includes(file));
      }, PATIENCE)
      .toBe(true);
    const before = await made(/past.*\.db$/);
    expect(await namesThen(moment)).toEqual(['Oak']);
    expect((await namesThen(last.position)).sort()).toEqual(['Ash', 'Oak']);
    expect(await made(/past.*\.db$/)).toEqual(before);
  });
});
