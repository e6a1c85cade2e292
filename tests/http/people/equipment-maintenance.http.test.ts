import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** 15 June, 9:00 in New York. */
const NOW = Date.parse('2026-06-15T13:00:00.000Z');
let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
});
afterAll(() => server.close());

async function add(changes: object = {}): Promise<Answer['body']> {
  const body = { name: 'Stump grinder', category: 'Stump Grinders', ...changes };
  return (await owner.post('/api/equipment', body).then(expectStatus(201))).body;
}

async function listed(after: Answer): Promise<Answer['body']> {
  const minPosition = { 'x-min-position': after.headers.get('x-position') ?? '' };
  return (await owner.get('/api/equipment', minPosition).then(expectStatus(200))).body;
}

const eventsSoFar = async () => (await owner.get('/api/health')).body.head as string;
const undo = (id: string, done: Answer) =>
  owner.post('/api/undo', { category: 'equipment', id, commandId: done.headers.get('x-command-id') });

describe('a maintenance plan', () => {
  test('A maintenance plan without a date begins today', async () => {
    expect(await add({ maintenanceInterval: 30 })).toMatchObject({ nextMaintenance: '2026-07-15', isOverdue: false });
  });

  test('A maintenance plan that is changed is taken back by its undo', async () => {
    const { id } = await add({ nextMaintenance: '2026-07-01' });
    const planned = await owner.patch(`/api/equipment/${id}`, {
      maintenanceInterval: 90,
      nextMaintenance: '2026-06-15',
    });
    expect(planned.body).toMatchObject({ isOverdue: true, maintenanceInterval: 90 });
    await undo(id, planned).then(expectStatus(200));
    const same = await owner.patch(`/api/equipment/${id}`, {}).then(expectStatus(200));
    expect(same.body).toMatchObject({ nextMaintenance: '2026-07-01', maintenanceInterval: null });
  });
});

describe('POST /api/equipment/{id}/maintenance', () => {
  test('Maintenance is recorded with what it cost, and moves the next date by the plan', async () => {
    const { id } = await add({ maintenanceInterval: 90, nextMaintenance: '2026-06-10' });
    const first = await owner
      .post(`/api/equipment/${id}/maintenance`, { doneOn: '2026-03-10', cost: '180', notes: ' Teeth turned ' })
      .then(expectStatus(200));
    expect(first.body).toMatchObject({ nextMaintenance: '2026-06-08', isOverdue: true, maintenanceCost: '180.00' });
    const second = await owner
      .post(`/api/equipment/${id}/maintenance`, { doneOn: '2026-06-15', cost: 240.5 })
      .then(expectStatus(200));
    expect(second.body).toMatchObject({
      nextMaintenance: '2026-09-13',
      isOverdue: false,
      lastMaintenance: '2026-06-15',
      maintenanceCost: '420.50',
      maintenance: [
        { doneOn: '2026-06-15', cost: '240.50', notes: null },
        { doneOn: '2026-03-10', cost: '180.00', notes: 'Teeth turned' },
      ],
    });
    expect(await listed(second)).toContainEqual(second.body);
  });

  test('Maintenance that was recorded is taken back by its undo, with the date that it moved', async () => {
    const { id } = await add({ maintenanceInterval: 30, nextMaintenance: '2026-06-01' });
    const done = await owner.post(`/api/equipment/${id}/maintenance`, { doneOn: '2026-06-15' }).then(expectStatus(200));
    await undo(id, done).then(expectStatus(200));
    const { body } = await owner.patch(`/api/equipment/${id}`, {}).then(expectStatus(200));
    expect(body).toMatchObject({ nextMaintenance: '2026-06-01', isOverdue: true, maintenance: [] });
  });

  test('Maintenance that is sent again with the same Idempotency-Key is recorded once', async () => {
    const { id } = await add();
    const key = { 'idempotency-key': randomUUID() };
    const send = () => owner.post(`/api/equipment/${id}/maintenance`, { doneOn: '2026-06-15', cost: 10 }, key);
    await send().then(expectStatus(200));
    expect((await send().then(expectStatus(200))).body.maintenance).toHaveLength(1);
  });

  test.each([
    [{}, 'doneOn', /^Enter the date it was done/],
    [{ doneOn: '2026-06-31' }, 'doneOn', '2026-06-31 is not a date. Write it as YYYY-MM-DD.'],
    [{ doneOn: '2026-06-16' }, 'doneOn', /before it is done\. Enter today or an earlier date\.$/],
    [{ doneOn: '2026-06-15', cost: -1 }, 'cost', /^The cost must be an amount from 0/],
    [{ doneOn: '2026-06-15', notes: 'x'.repeat(10_001) }, 'notes', /not be longer than 10000/],
  ])('Maintenance sent as %j is refused, and nothing is appended', async (body, path, message) => {
    const { id } = await add();
    const before = await eventsSoFar();
    const refused = await owner.post(`/api/equipment/${id}/maintenance`, body).then(expectStatus(400));
    expect(refused.body).toMatchObject({ message: expect.stringMatching(message), issues: [{ path }] });
    expect(await eventsSoFar()).toBe(before);
  });

  test('Maintenance of unknown equipment is 404', async () => {
    await owner.post(`/api/equipment/${randomUUID()}/maintenance`, { doneOn: '2026-06-15' }).then(expectStatus(404));
  });
});

test('Maintenance that was recorded by mistake is taken out', async () => {
  const { id } = await add({ maintenanceInterval: 30, nextMaintenance: '2026-06-20' });
  const done = await owner.post(`/api/equipment/${id}/maintenance`, { doneOn: '2026-06-15', cost: 99 });
  const path = `/api/equipment/${id}/maintenance/${done.body.maintenance[0].id}`;
  const withdrawn = await owner.delete(path).then(expectStatus(204));
  expect((await listed(withdrawn)).find((each: { id: string }) => each.id === id)).toMatchObject({
    maintenance: [],
    maintenanceCost: '0.00',
    nextMaintenance: '2026-06-20',
  });
  const back = await undo(id, withdrawn).then(expectStatus(200));
  expect((await listed(back)).find((each: { id: string }) => each.id === id)).toMatchObject(withoutRevision(done.body));
  await owner.delete(`/api/equipment/${id}/maintenance/${randomUUID()}`).then(expectStatus(404));
});

describe('DELETE /api/equipment/{id}', () => {
  test('Equipment that is retired is out of the list, and restoring or undoing brings it back', async () => {
    const { id } = await add();
    const has = async (after: Answer) =>
      (await listed(after)).some((each: { id: string }) => each.id === id) as boolean;
    const retired = await owner.delete(`/api/equipment/${id}`).then(expectStatus(204));
    expect(await has(retired)).toBe(false);
    await owner.delete(`/api/equipment/${id}`).then(expectStatus(204));
    const gone = await owner.patch(`/api/equipment/${id}`, { status: 'in_use' }).then(expectStatus(410));
    expect(gone.body.message).toBe('This equipment was retired. Restore it to change it.');
    const restored = await owner.post(`/api/equipment/${id}/restore`).then(expectStatus(200));
    expect(await has(restored)).toBe(true);
    const again = await owner.delete(`/api/equipment/${id}`).then(expectStatus(204));
    expect(await has(await undo(id, again).then(expectStatus(200)))).toBe(true);
  });

  test('Retiring unknown equipment is 404, as is restoring it', async () => {
    await owner.delete(`/api/equipment/${randomUUID()}`).then(expectStatus(404));
    await owner.post(`/api/equipment/${randomUUID()}/restore`).then(expectStatus(404));
  });
});

test('The history of equipment tells every step with what it changed', async () => {
  const { id } = await add({ maintenanceInterval: 30 });
  await owner.patch(`/api/equipment/${id}`, { status: 'maintenance', notes: 'Belt slips' }).then(expectStatus(200));
  await owner.post(`/api/equipment/${id}/maintenance`, { doneOn: '2026-06-15', cost: 60 }).then(expectStatus(200));
  const { body } = await owner.get(`/api/history/equipment/${id}`).then(expectStatus(200));
  expect(body.map(({ type }: { type: string }) => type)).toEqual([
    'EquipmentAdded',
    'EquipmentRevised',
    'EquipmentStatusChanged',
    'MaintenanceRecorded',
  ]);
  expect(body[2].changes).toEqual([{ field: 'status', before: 'available', after: 'maintenance' }]);
  expect(body[3].changes).toContainEqual({ field: 'maintenanceCost', before: '0.00', after: '60.00' });
});

function withoutRevision({ revision: _, ...record }: Record<string, unknown>): object {
  return record;
}
