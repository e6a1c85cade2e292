import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SinceAnswer } from '../../../api/since/schema.ts';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// What others did since somebody was last here (docs/design/time-travel.md#since-somebody-was-here).

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** It stands still but where a test moves it. */
let now = Date.now();

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let office: Client;
let crew: Client;
beforeAll(async () => {
  folder = await tempFolder();
  server = await startTestServer({ DATA_DIR: folder.path }, () => now);
  owner = await server.signIn();
  office = (await addSignedIn(server, owner, 'office-1', { role: 'office' })).client;
  crew = (await addSignedIn(server, owner, 'crew-1', { role: 'crew' })).client;
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** What somebody is told, once lists show everything so far. */
async function sinceOf(client: Client): Promise<SinceAnswer> {
  const head = await owner.get('/api/audit/events?limit=1').then(expectStatus(200));
  const headers = { 'x-min-position': head.body[0].position };
  return (await client.get('/api/since', headers).then(expectStatus(200))).body;
}

/** Everybody is away for a while, and comes back. */
async function away(ms: number): Promise<void> {
  now += ms;
  owner = await server.signIn();
  office = await server.signIn({ username: 'office-1', password: PASSWORD });
  crew = await server.signIn({ username: 'crew-1', password: PASSWORD });
}

const addLead = async (name: string, by = office): Promise<string> =>
  (await by.post('/api/leads', { name }).then(expectStatus(201))).body.id;

describe('Given somebody who was never here, then', () => {
  test('Nothing is told, as nobody knows since when', async () => {
    expect(await sinceOf(crew)).toEqual({ since: null, groups: [], count: 0, more: false });
  });
});

describe('Given somebody who comes back after a night, then', () => {
  let left: string;
  let ids: string[];
  beforeAll(async () => {
    await sinceOf(owner);
    left = new Date(now).toISOString();
    await addLead('Own lead', owner);
    await away(HOUR_MS);
    ids = [await addLead('Ada'), await addLead('Bea'), await addLead('Cem'), await addLead('Dan')];
    await office.patch(`/api/leads/${ids[0]}`, { status: 'Lost' }).then(expectStatus(200));
    await away(12 * HOUR_MS);
  });

  test('What others did is told, by what it was, with the newest records', async () => {
    const { since, groups, count, more } = await sinceOf(owner);
    expect(since).toBe(left);
    expect(count).toBe(5);
    expect(more).toBe(false);
    expect(groups).toMatchObject([
      { category: 'lead', types: ['LeadStatusChanged'], status: 'Lost', count: 1, records: [{ id: ids[0] }] },
      { category: 'lead', types: ['LeadCaptured'], count: 4, isUndo: false },
    ]);
    expect(groups[1]?.records.map(({ title }) => title)).toEqual(['Dan', 'Cem', 'Bea']);
  });

  test('It stays as long as they are here, and also over a restart', async () => {
    now += HOUR_MS;
    expect(await sinceOf(owner)).toMatchObject({ since: left, count: 5 });
    await server.close();
    server = await startTestServer({ DATA_DIR: folder.path }, () => now);
    await away(0);
    expect(await sinceOf(owner)).toMatchObject({ since: left, count: 5 });
  });

  test('Nobody is told what they may not read', async () => {
    await sinceOf(crew);
    await away(5 * HOUR_MS);
    await addLead('Not for crews');
    expect(await sinceOf(crew)).toMatchObject({ groups: [], count: 0 });
  });
});

test('Given somebody who changes something without opening the first page, then they were here', async () => {
  await sinceOf(owner);
  now += 2 * HOUR_MS;
  await addLead('Typed', owner);
  const last = new Date(now).toISOString();
  await away(6 * HOUR_MS);
  expect(await sinceOf(owner)).toMatchObject({ since: last, groups: [], count: 0 });
});

test('Given a crew member, then what others did to the work of their crew is told, and of other work nothing', async () => {
  const made = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  const personId = await made('/api/staff', { firstName: 'Ash' });
  const ash = { username: 'ash', password: PASSWORD };
  await addSignedIn(server, owner, ash.username, { role: 'crew', personId });
  const crewId = await made('/api/crews', { name: 'Removal', memberIds: [personId] });
  await sinceOf(await server.signIn(ash));
  await away(5 * HOUR_MS);
  const own = await made('/api/jobs', { title: 'Own oak', address: '1 Oak Street', crewId });
  await made('/api/jobs', { title: 'Other oak', address: '2 Oak Street' });
  const { groups } = await sinceOf(await server.signIn(ash));
  expect(groups).toMatchObject([{ category: 'job', count: 1, records: [{ id: own, title: 'Own oak' }] }]);
});

test('Given a thousand acts of others, then it says that there were more', async () => {
  await sinceOf(owner);
  await away(5 * HOUR_MS);
  for (let at = 0; at < 1_100; at += 20)
    await Promise.all(Array.from({ length: 20 }, (_, each) => addLead(`Many ${at + each}`)));
  const { count, more, groups } = await sinceOf(owner);
  expect(more).toBe(true);
  expect(count).toBe(1_000);
  expect(groups).toMatchObject([{ types: ['LeadCaptured'], count: 1_000 }]);
});

test('Given an account that is erased, then nobody knows any more when it was here', async () => {
  const place = await tempFolder();
  const own = await startTestServer({ DATA_DIR: place.path });
  const boss = await own.signIn();
  const { client, id } = await addSignedIn(own, boss, 'sam', { role: 'office' });
  await client.get('/api/since').then(expectStatus(200));
  await boss.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
  const { body } = await boss.post(`/api/users/${id}/erase`, { confirm: 'sam' }).then(expectStatus(200));
  expect(body.isComplete).toBe(true);
  await own.close();
  const stores = await openProductStores({ folder: place.path });
  const visits = await stores.state.list('visit:');
  await stores.release();
  await place.remove();
  expect(visits.map(({ key }) => key)).toEqual(['visit:owner']);
});
