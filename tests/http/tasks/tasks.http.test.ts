import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../domain/kit/times.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const now = Date.now();
/** Where the company is it may still be the day before. */
const TODAY = new Date(now).toISOString().slice(0, 10);
const inDays = (days: number) => addDays(TODAY, days);
let server: TestServer;
let owner: Client;
let office: Client;
let auditor: Client;
let estimator: { id: string; client: Client };
let crew: { id: string; client: Client };
let customerId: string;
beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  office = (await addSignedIn(server, owner, 'olive', { role: 'office' })).client;
  auditor = (await addSignedIn(server, owner, 'aud', { role: 'auditor' })).client;
  estimator = await addSignedIn(server, owner, 'elm', { role: 'estimator' });
  const { body: person } = await owner.post('/api/staff', { firstName: 'Ash' }).then(expectStatus(201));
  crew = await addSignedIn(server, owner, 'ash', { role: 'crew', personId: person.id });
  customerId = (await owner.post('/api/customers', { firstName: 'Ada', lastName: 'King' }).then(expectStatus(201))).body
    .id;
});
afterAll(() => server.close());

const PATH = '/api/tasks';
const TASK = { title: 'Call back', dueOn: TODAY };
const make = async (more: object = {}, client = owner) =>
  (await client.post(PATH, { ...TASK, ...more }).then(expectStatus(201))).body;
const titles = async (query: string, client = owner): Promise<string[]> =>
  (await client.get(`${PATH}?${query}`).then(expectStatus(200))).body.map(({ title }: { title: string }) => title);
const undo = (id: string, { headers }: { headers: Headers }, client = owner) =>
  client.post('/api/undo', { category: 'task', id, commandId: headers.get('x-command-id') });

describe('tasks', () => {
  test('A task names who is to do it and what it is about, with the title of today, is done, and is undone', async () => {
    const task = await make({
      notes: 'About the oak',
      assignedTo: crew.id,
      about: { kind: 'customer', id: customerId },
    });
    expect(task).toMatchObject({
      assignedTo: crew.id,
      assignedToName: 'Ash',
      about: { kind: 'customer', id: customerId, label: 'Ada King', removed: false },
      status: 'open',
      isOverdue: false,
      doneBy: null,
      doneAt: null,
    });
    await owner.patch(`/api/customers/${customerId}`, { lastName: 'Lovelace' }).then(expectStatus(200));
    const done = await office.post(`${PATH}/${task.id}/done`).then(expectStatus(200));
    expect(done.body).toMatchObject({
      status: 'done',
      doneByName: 'olive',
      doneAt: new Date(now).toISOString(),
      about: { label: 'Ada Lovelace' },
    });
    await owner.post(`${PATH}/${task.id}/done`).then(expectStatus(200));
    const reopened = await owner.post(`${PATH}/${task.id}/not-done`).then(expectStatus(200));
    expect(reopened.body).toMatchObject({ status: 'open', doneBy: null });
    await undo(task.id, reopened).then(expectStatus(200));
    expect((await owner.get(`${PATH}/${task.id}`)).body).toMatchObject({ status: 'done', doneByName: 'olive' });

    const removed = await owner.delete(`${PATH}/${task.id}`).then(expectStatus(204));
    expect(await owner.post(`${PATH}/${task.id}/not-done`)).toMatchObject({ status: 410, body: { code: 'removed' } });
    await undo(task.id, removed).then(expectStatus(200));
    const revised = await owner.patch(`${PATH}/${task.id}`, { title: 'Call', assignedTo: '' }).then(expectStatus(200));
    expect(revised.body).toMatchObject({ title: 'Call', assignedTo: null, assignedToName: null, dueOn: TASK.dueOn });
    await undo(task.id, revised).then(expectStatus(200));
    expect((await owner.get(`${PATH}/${task.id}`)).body).toMatchObject({ title: 'Call back', assignedTo: crew.id });
    const history = await owner.get(`/api/history/task/${task.id}`).then(expectStatus(200));
    expect(history.body.length).toBeGreaterThan(7);
    expect((await owner.get(`/api/customers/${customerId}/timeline`)).body).toContainEqual(
      expect.objectContaining({ type: 'TaskDone' }),
    );
  });

  test('Tasks are listed by their day, and narrowed to those that are open, due, overdue, done, of somebody or about a record', async () => {
    const { body: saw } = await owner
      .post('/api/equipment', { name: 'Saw', category: 'Chainsaws', status: 'available' })
      .then(expectStatus(201));
    const about = { kind: 'equipment', id: saw.id };
    await make({ title: 'Third', dueOn: inDays(5), about });
    const first = await make({ title: 'First', dueOn: inDays(-3), about });
    await make({ title: 'Second', dueOn: inDays(-2), about, assignedTo: estimator.id });
    const of = `about=equipment/${saw.id}`;
    expect(await titles(of)).toEqual(['First', 'Second', 'Third']);
    expect(await titles(`${of}&sort=-dueOn`)).toEqual(['Third', 'Second', 'First']);
    expect(await titles(`${of}&status=due`)).toEqual(['First', 'Second']);
    expect(await titles(`${of}&status=overdue`)).toEqual(['First', 'Second']);
    expect(await titles(`${of}&assignedTo=${estimator.id}`)).toEqual(['Second']);
    expect((await owner.get(`${PATH}/${first.id}`)).body).toMatchObject({ isOverdue: true });
    await owner.post(`${PATH}/${first.id}/done`).then(expectStatus(200));
    expect((await owner.get(`${PATH}/${first.id}`)).body).toMatchObject({ isOverdue: false });
    expect(await titles(`${of}&status=open`)).toEqual(['Second', 'Third']);
    expect(await titles(`${of}&status=done`)).toEqual(['First']);
    await owner.delete(`${PATH}/${first.id}`).then(expectStatus(204));
    expect(await titles(`${of}&removed=true`)).toEqual(['First']);
    expect((await owner.get(`${PATH}?format=csv&${of}`)).status).toBe(200);
    expect((await owner.get('/api/search?q=Third')).body).toContainEqual(
      expect.objectContaining({ category: 'task', title: 'Third' }),
    );
  });

  test('A task that says nothing, is due on no day, or names nobody and nothing that is there is refused with its field', async () => {
    const refused = async (more: object, path: string) =>
      expect(await owner.post(PATH, { ...TASK, ...more }), JSON.stringify(more)).toMatchObject({
        status: 400,
        body: { issues: [{ path }] },
      });
    await refused({ title: ' ' }, 'title');
    await refused({ dueOn: 'soon' }, 'dueOn');
    await refused({ dueOn: inDays(400) }, 'dueOn');
    await refused({ assignedTo: 'nobody' }, 'assignedTo');
    await refused({ about: { kind: 'customer', id: 'nobody' } }, 'about');
    await refused({ about: { kind: 'performance_review', id: 'x' } }, 'about.kind');
    expect(await owner.post(PATH, { ...TASK, isDone: true })).toMatchObject({ status: 400 });
    expect(await owner.get(`${PATH}?status=late`)).toMatchObject({ status: 400 });
    expect(await owner.get(`${PATH}?about=customer`)).toMatchObject({ status: 400 });
    const { id } = await make();
    expect(await owner.patch(`${PATH}/${id}`, { about: null })).toMatchObject({ status: 400 });
    expect(await owner.patch(`${PATH}/${id}`, { title: '' })).toMatchObject({ status: 400 });
    expect(await owner.post(`${PATH}/none/done`)).toMatchObject({ status: 404 });
  });

  test('A crew reads and finishes what it is to do, and takes that back: nothing else, and nobody else’s', async () => {
    const { body: invoice } = await owner
      .post('/api/invoices', { customerId, lines: [{ description: 'Oak', unitPrice: 5 }] })
      .then(expectStatus(201));
    const theirs = await make({
      title: 'Theirs',
      dueOn: inDays(-2),
      assignedTo: crew.id,
      about: { kind: 'customer', id: customerId },
    });
    const paid = await make({ title: 'Paid?', assignedTo: crew.id, about: { kind: 'invoice', id: invoice.id } });
    const others = await make({ title: 'Others', assignedTo: estimator.id });
    expect(await titles('status=open', crew.client)).toEqual(expect.arrayContaining(['Theirs', 'Paid?']));
    expect(await titles(`assignedTo=${estimator.id}`, crew.client)).toEqual([]);
    expect((await crew.client.get(`${PATH}/${theirs.id}`)).body.about.label).toBe('Ada Lovelace');
    expect((await crew.client.get(`${PATH}/${paid.id}`)).body.about).toMatchObject({ kind: 'invoice', label: null });
    expect((await owner.get(`${PATH}/${paid.id}`)).body.about.label).toBeTruthy();
    for (const path of [`${PATH}/${others.id}`, `/api/history/task/${others.id}`])
      expect(await crew.client.get(path)).toMatchObject({ status: 404 });
    expect(await crew.client.post(`${PATH}/${others.id}/done`)).toMatchObject({ status: 404 });

    const { groups } = (await crew.client.get('/api/dashboard/attention')).body;
    const due = groups.find(({ id }: { id: string }) => id === 'tasks-due');
    expect(due.records.map(({ title }: { title: string }) => title)).not.toContain('Others');
    expect(due.page).toBe('/tasks?status=due');

    const done = await crew.client.post(`${PATH}/${theirs.id}/done`).then(expectStatus(200));
    expect(done.body).toMatchObject({ status: 'done', doneByName: 'Ash' });
    await undo(theirs.id, done, crew.client).then(expectStatus(200));
    await crew.client.post(`${PATH}/${theirs.id}/done`).then(expectStatus(200));
    await crew.client.post(`${PATH}/${theirs.id}/not-done`).then(expectStatus(200));
    for (const refused of [
      await crew.client.post(PATH, TASK),
      await crew.client.patch(`${PATH}/${theirs.id}`, { title: 'Mine' }),
      await crew.client.delete(`${PATH}/${theirs.id}`),
      await auditor.post(`${PATH}/${theirs.id}/done`),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await titles('status=open', auditor)).toEqual(expect.arrayContaining(['Theirs', 'Others']));
    expect(await server.stranger.get(PATH)).toMatchObject({ status: 401 });
  });

  test('Home names the tasks that are due, the oldest first, and no longer those that are done', async () => {
    const late = await make({ title: 'Late', dueOn: '2020-01-02' });
    const due = async () =>
      (await owner.get('/api/dashboard/attention?limit=100')).body.groups.find(
        ({ id }: { id: string }) => id === 'tasks-due',
      ).records;
    expect((await due())[0]).toMatchObject({ title: 'Late', note: 'Due', day: '2020-01-02' });
    await owner.post(`${PATH}/${late.id}/done`).then(expectStatus(200));
    expect((await due())[0].title).not.toBe('Late');
  });

  test('A task about a person who works here is erased with them, and nobody waits for it any more', async () => {
    const { body: person } = await owner
      .post('/api/staff', { firstName: 'Wilma', lastName: 'Quercus' })
      .then(expectStatus(201));
    const mark = 'Zelkovatask';
    const { id } = await make({ title: mark, notes: mark, about: { kind: 'staff', id: person.id } });
    await owner.post(`/api/staff/${person.id}/archive`).then(expectStatus(200));
    await owner.post(`/api/staff/${person.id}/erase`, { confirm: 'Wilma Quercus' }).then(expectStatus(200));
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({
      title: '[erased]',
      notes: '[erased]',
      status: 'erased',
      erased: true,
      about: { label: '[erased]' },
    });
    expect(await titles('status=open')).not.toContain('[erased]');
    expect(await owner.post(`${PATH}/${id}/done`)).toMatchObject({ status: 410, body: { code: 'erased' } });
    expect(await filesContaining(server.dataDir, [mark, mark.toLowerCase()])).toEqual([]);
  });
});
