import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let now = Date.parse('2026-06-15T14:00:00.000Z');
let server: TestServer;
let owner: Client;
let ash: string;
let birch: string;

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  [ash, birch] = [await person('Ash'), await person('Birch')];
});
afterAll(() => server.close());

const person = async (firstName: string): Promise<string> =>
  (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id;
const piece = async (name = 'Climbing kit'): Promise<string> =>
  (await owner.post('/api/equipment', { name, category: 'Climbing Gear' }).then(expectStatus(201))).body.id;
const handOut = (id: string, heldBy: unknown, client = owner) =>
  client.post(`/api/equipment/${id}/hand-out`, { heldBy });
const takeBack = (id: string, client = owner) => client.post(`/api/equipment/${id}/take-back`);
const undo = (id: string, answer: Answer) =>
  owner.post('/api/undo', { category: 'equipment', id, commandId: answer.headers.get('x-command-id') });
const seen = (answer: Answer) => ({ 'x-min-position': answer.headers.get('x-position') ?? '' });

describe('equipment in somebody’s hands', () => {
  test('Equipment that is handed out says who has it and since when; the list finds it by them', async () => {
    const id = await piece();
    const { body } = await handOut(id, ash).then(expectStatus(200));
    expect(body).toMatchObject({ heldBy: ash, heldByName: 'Ash', heldSince: new Date(now).toISOString() });
    now += 3_600_000;
    const again = await handOut(id, ash).then(expectStatus(200));
    expect(again.body.heldSince, 'it is in their hands already').toBe(body.heldSince);
    const held = async (query: string) => (await owner.get(`/api/equipment?${query}`, seen(again))).body;
    expect(await held(`heldBy=${ash}&sort=name`)).toMatchObject([{ id }]);
    expect(await held(`heldBy=${birch}`)).toEqual([]);
    expect(await held('search=ash')).toMatchObject([{ id }]);
    const csv = await owner.get(`/api/equipment?heldBy=${ash}&format=csv`).then(expectStatus(200));
    expect(csv.body).toMatch(/Ash/);
    const back = await takeBack(id).then(expectStatus(200));
    expect(back.body).toMatchObject({ heldBy: null, heldByName: null, heldSince: null });
    await takeBack(id).then(expectStatus(200));
  });

  test('Of two who hand out the same piece at once one does; the other is told who has it', async () => {
    const id = await piece();
    const both = await Promise.all([handOut(id, ash), handOut(id, birch)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [done, refused] = both.toSorted((a, b) => a.status - b.status) as [Answer, Answer];
    expect(refused.body).toMatchObject({
      code: 'conflict',
      message: `${done.body.heldByName} has this in their hands. Take it back first.`,
    });
  });

  test('Whoever has left gets nothing into their hands, by an undo either, and what they have stays theirs', async () => {
    const elm = await person('Elm');
    const [kit, saw] = [await piece(), await piece('Saw')];
    await handOut(kit, elm).then(expectStatus(200));
    await handOut(saw, elm).then(expectStatus(200));
    const back = await takeBack(saw).then(expectStatus(200));
    const left = await owner.post(`/api/staff/${elm}/archive`).then(expectStatus(200));
    expect((await owner.get(`/api/equipment?heldBy=${elm}`, seen(left))).body).toMatchObject([{ id: kit }]);
    const refused = await handOut(saw, elm).then(expectStatus(409));
    expect(refused.body.message).toBe('Elm is no longer with the company.');
    expect((await undo(saw, back)).body).toMatchObject({ message: 'Elm is no longer with the company.' });
  });

  test('What was retired, somebody unknown and a wrong body are refused', async () => {
    const id = await piece();
    for (const heldBy of ['nobody', '', null, 7, ['x'], 'x'.repeat(201)])
      expect(await handOut(id, heldBy), String(heldBy)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    await handOut('nothing', ash).then(expectStatus(404));
    await owner.delete(`/api/equipment/${id}`).then(expectStatus(204));
    expect((await handOut(id, ash).then(expectStatus(410))).body.message).toMatch(/was retired/);
  });

  test('Handing out and taking back are undone, not over the head of what came later', async () => {
    const id = await piece();
    const handed = await handOut(id, ash).then(expectStatus(200));
    const back = await takeBack(id).then(expectStatus(200));
    expect((await undo(id, handed).then(expectStatus(409))).body.code).toBe('changed_since');
    const undone = await undo(id, back).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ heldBy: ash, heldSince: handed.body.heldSince });
    const { body: steps } = await owner.get(`/api/history/equipment/${id}`).then(expectStatus(200));
    const fields = steps.flatMap(({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field));
    expect(fields).toContain('heldBy');
  });
});

test('A crew member sees what is in their own hands, without its price, and hands out nothing', async () => {
  const oak = await person('Oak');
  const { client } = await addSignedIn(server, owner, 'oak', { role: 'crew', personId: oak });
  const [own, others] = [await piece('Own kit'), await piece('Other kit')];
  await owner.patch(`/api/equipment/${own}`, { purchasePrice: '1650' }).then(expectStatus(200));
  await handOut(others, birch).then(expectStatus(200));
  const handed = await handOut(own, oak).then(expectStatus(200));
  for (const query of ['', '?search=kit', '?sort=name', `?heldBy=${oak}`])
    expect((await client.get(`/api/equipment${query}`, seen(handed))).body).toMatchObject([
      { id: own, purchasePrice: null, heldByName: 'Oak' },
    ]);
  expect((await client.get(`/api/equipment?heldBy=${birch}`, seen(handed))).body).toEqual([]);
  await client.get(`/api/equipment/${own}`).then(expectStatus(200));
  await client.get(`/api/equipment/${others}`).then(expectStatus(404));
  await client.get(`/api/history/equipment/${others}`).then(expectStatus(404));
  await client.get('/api/equipment/figures').then(expectStatus(403));
  await handOut(others, oak, client).then(expectStatus(403));
  await takeBack(own, client).then(expectStatus(403));
});
