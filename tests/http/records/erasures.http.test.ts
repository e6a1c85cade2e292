import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Client } from '../../support/requests/client.ts';
import {
  folderWithOutsiders,
  MAILING,
  PEOPLE,
  type Planted,
  plantingIn,
} from '../../support/samples/planted-people.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { holdReadModels } from '../../support/stores/held-read-models.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
const people = new Map<string, Planted>();
beforeAll(async () => {
  folder = await folderWithOutsiders(['listed']);
  server = await startTestServer({ ...MAILING, DATA_DIR: folder.path });
  owner = await server.signIn();
  const planting = await plantingIn({ server, owner, vision: null, of: 'listed' });
  for (const [kind, plant] of Object.entries(PEOPLE)) people.set(kind, await plant(planting));
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const listed = async (query = '', client = owner) =>
  (await client.get(`/api/erasures${query}`).then(expectStatus(200))).body;
const person = (kind: string) => people.get(kind) as Planted;
const previewOf = async ({ path }: Planted) => (await owner.get(`${path}/erasure`).then(expectStatus(200))).body;
const erase = async ({ path, confirm }: Planted) => {
  const { body, headers } = await owner.post(`${path}/erase`, { confirm }).then(expectStatus(200));
  const position = { 'x-min-position': headers.get('x-position') ?? '' };
  await owner.get('/api/erasures', position).then(expectStatus(200));
  return body;
};
const counts = (records: readonly { category: string; count: number }[]) =>
  Object.fromEntries(records.map(({ category, count }) => [category, count]));

describe('what an erasure takes', () => {
  test('What an erasure takes is told before, by kind of record, and nothing is gone by asking', async () => {
    const { records, files, keys } = await previewOf(person('customer'));
    expect(counts(records)).toMatchObject({ customer: 1, lead: 1, quote: 1, job: 1, cost: 1, invoice: 1, task: 1 });
    expect(counts(records)).toMatchObject({ customer_review: 1, photo: 1 });
    for (const { count, left } of [...records, keys]) expect(left).toBe(count);
    expect(files).toMatchObject({ count: expect.any(Number), shared: 0 });
    expect(files.left).toBe(files.count);
    expect(counts((await previewOf(person('staff'))).records)).toMatchObject({
      staff: 1,
      user: 1,
      time_off: 1,
      task: 1,
    });
    expect(await listed()).toEqual([]);
  });

  test('Only the owner is told, and of nobody who is not there', async () => {
    const { client } = await addSignedIn(server, owner, 'sam', { role: 'office' });
    await client.get(`${person('lead').path}/erasure`).then(expectStatus(403));
    await owner.get('/api/leads/0193aaaa-0000-7000-8000-000000000000/erasure').then(expectStatus(404));
  });
});

describe('GET /api/erasures', () => {
  test('Every erasure, of whatever kind of person, is told with what it took, and tells nothing of the person', async () => {
    for (const [index, each] of [...people.values()].entries()) {
      const before = await previewOf(each);
      await erase(each);
      const all = await listed();
      expect(all).toHaveLength(index + 1);
      const [newest] = all;
      expect(newest).toMatchObject({ byName: 'owner', isScrubbed: true, isComplete: true });
      expect(each.path).toContain(newest.recordId);
      // A picture that others have too is theirs as long as they are there.
      expect(newest.files.count).toBe(before.files.count);
      expect(counts(newest.records)).toEqual(counts(before.records));
      for (const { left } of [...newest.records, newest.keys, newest.files]) expect(left).toBe(0);
      const told = JSON.stringify(all);
      for (const word of each.words.all.keys()) expect(told).not.toContain(word);
    }
    const events = new Set((await listed()).map(({ category }: { category: string }) => category));
    expect(events).toEqual(
      new Set(['lead', 'customer', 'external_lead', 'local_pro', 'quote', 'customer_review', 'staff', 'user']),
    );
  });

  test('An erasure that something holds up is told as unfinished, with what is left, and finishes once that is gone', async () => {
    const { id } = (await owner.post('/api/leads', { name: 'Held Up' }).then(expectStatus(201))).body;
    const release = holdReadModels(server.dataDir);
    const erasing = owner.post(`/api/leads/${id}/erase`, { confirm: 'Held Up' });
    try {
      await expect
        .poll(async () => (await listed())[0], { timeout: 10_000 })
        .toMatchObject({ recordId: id, isScrubbed: false, isComplete: false, keys: { count: 1, left: 0 } });
    } finally {
      release();
    }
    await erasing.then(expectStatus(200));
    await expect
      .poll(async () => (await listed())[0], { timeout: 30_000 })
      .toMatchObject({ recordId: id, isScrubbed: true, isPastGone: true, isComplete: true });
  });

  test('An erasure that is finished has left no earlier moment that names them', async () => {
    const { id } = (await owner.post('/api/leads', { name: 'Looked At' }).then(expectStatus(201))).body;
    const asOf = new Date().toISOString();
    await owner.get(`/api/leads-working?asOf=${asOf}`).then(expectStatus(200));
    await owner.post(`/api/leads/${id}/erase`, { confirm: 'Looked At' }).then(expectStatus(200));
    const [told] = await listed();
    expect(told).toMatchObject({ recordId: id, isPastGone: true, isComplete: true });
    expect(await filesContaining(server.dataDir, ['Looked At'])).toEqual([]);
  });

  test('An erasure is one act in the history', async () => {
    const [{ act }] = await listed();
    const told = (await owner.get(`/api/audit/acts/${act}`).then(expectStatus(200))).body;
    expect(told).toMatchObject({ act: { id: act } });
  });

  test('Erasures are told in pages, to owner and auditor alone', async () => {
    const first = await owner.get('/api/erasures?limit=3').then(expectStatus(200));
    const rest = await listed(`?limit=100&cursor=${encodeURIComponent(first.headers.get('x-next-cursor') ?? '')}`);
    expect([...first.body, ...rest]).toEqual(await listed());
    for (const [role, status] of [
      ['auditor', 200],
      ['office', 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `${role}-of-erasures`, { role });
      await client.get('/api/erasures').then(expectStatus(status));
    }
    await server.stranger.get('/api/erasures').then(expectStatus(401));
  });
});
