import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// What the roles with less than all of an area reach: a crew member their own work, an estimator no costs.

let server: TestServer;
let owner: Client;
let photo: Buffer;
let crew: { id: string; client: Client };
let estimator: { id: string; client: Client };
let crewId: string;
let ids: Record<'own' | 'others' | 'none', string>;
let customerIds: Record<'own' | 'others', string>;
beforeAll(async () => {
  server = await startTestServer();
  photo = await samplePhoto();
  owner = await server.signIn();
  const made = (path: string, body: object) => owner.post(path, body).then(expectStatus(201));
  const person = (await made('/api/staff', { firstName: 'Ash', phone: '413 555 0142' })).body;
  crew = await addSignedIn(server, owner, 'ash', { role: 'crew', personId: person.id });
  estimator = await addSignedIn(server, owner, 'elm', { role: 'estimator' });
  const removal = { name: 'Removal', memberIds: [person.id], homeAddress: '3 Mill Lane' };
  crewId = (await made('/api/crews', removal)).body.id;
  const otherCrew = (await made('/api/crews', { name: 'Pruning', memberIds: [] })).body.id;
  const customer = async (firstName: string) =>
    (
      await made('/api/customers', {
        firstName,
        email: `${firstName}@example.com`,
        phone: '413 555 0100',
        notes: 'Pays late',
        address: '1 Oak Street',
      })
    ).body.id;
  customerIds = { own: await customer('Own'), others: await customer('Others') };
  const job = async (more: object) =>
    (
      await made('/api/jobs', {
        address: '1 Oak Street',
        amount: 900,
        laborCost: 300,
        hazards: ['Power lines'],
        scheduledDate: '2026-07-06T12:00:00Z',
        ...more,
      })
    ).body.id;
  ids = {
    own: await job({ crewId, customerId: customerIds.own, title: 'Own oak' }),
    others: await job({ crewId: otherCrew, customerId: customerIds.others, title: 'Other oak' }),
    none: await job({ title: 'Nobody’s oak' }),
  };
  const { headers } = await made('/api/costs', { jobId: ids.own, category: 'material', amount: 50, day: '2026-07-06' });
  await owner.get('/api/jobs', { 'x-min-position': headers.get('x-position') ?? '' }).then(expectStatus(200));
});
afterAll(() => server.close());

const get = (client: Client, path: string, status: number) => client.get(path).then(expectStatus(status));

describe('a crew member', () => {
  test('A crew member finds the jobs of their crew alone, whatever they ask for', async () => {
    for (const query of ['', '?sort=-title', `?customerId=${customerIds.others}`, '?search=oak', `?crewId=${crewId}`]) {
      const { body } = await get(crew.client, `/api/jobs${query}`, 200);
      const found = body.map(({ id }: { id: string }) => id);
      expect(
        found.filter((id: string) => id !== ids.own),
        query,
      ).toEqual([]);
    }
    expect((await get(crew.client, '/api/jobs', 200)).body).toHaveLength(1);
    expect((await get(crew.client, '/api/jobs?limit=5&search=oak', 200)).body).toHaveLength(1);
  });

  test('A crew member sees of their work what it takes to do it, and neither prices nor costs', async () => {
    const { body } = await get(crew.client, `/api/jobs/${ids.own}`, 200);
    expect(body).toMatchObject({
      title: 'Own oak',
      hazards: ['Power lines'],
      amount: null,
      laborCost: null,
      actualCost: null,
    });
    const { body: schedule } = await get(crew.client, '/api/schedule?from=2026-07-06&to=2026-07-06', 200);
    expect(schedule.jobs).toMatchObject([{ id: ids.own, amount: null }]);
    expect(schedule.days).toMatchObject([{ jobs: 1, amount: null }]);
    expect(schedule.crews).toMatchObject([{ id: crewId }]);
    const { body: rows } = await get(crew.client, '/api/jobs?with_relations=true', 200);
    expect(rows).toMatchObject([{ job: { amount: null }, customer: { email: null, notes: null }, estimate: null }]);
  });

  test('A crew member reaches the customer of their work by phone, and no other one', async () => {
    const { body } = await get(crew.client, `/api/customers/${customerIds.own}`, 200);
    expect(body).toMatchObject({ firstName: 'Own', phone: '413 555 0100', address: '1 Oak Street', email: null });
    expect(JSON.stringify(body)).not.toContain('Pays late');
    await get(crew.client, `/api/customers/${customerIds.others}`, 404);
    await get(crew.client, '/api/customers', 403);
  });

  test('Work of others is not there for a crew member, and nothing is done to it', async () => {
    const head = (await owner.get('/api/health')).body.head;
    for (const id of [ids.others, ids.none, 'nobody']) {
      await get(crew.client, `/api/jobs/${id}`, 404);
      await get(crew.client, `/api/jobs/${id}/place`, 404);
      await crew.client.post(`/api/jobs/${id}/start`).then(expectStatus(404));
      await crew.client.post(`/api/jobs/${id}/notes`, { note: 'Hello' }).then(expectStatus(404));
      await get(crew.client, `/api/history/job/${id}`, 404);
    }
    expect((await owner.get('/api/health')).body.head).toBe(head);
  });

  test('A crew member does the work and takes back their own act, not that of the office', async () => {
    const planned = await owner.put(`/api/jobs/${ids.own}`, { title: 'Own oak, big' }).then(expectStatus(200));
    const noted = await crew.client
      .post(`/api/jobs/${ids.own}/notes`, { note: 'Gate is open' })
      .then(expectStatus(200));
    expect(noted.body).toMatchObject({ amount: null, notes: [{ note: 'Gate is open' }] });
    const undo = (answer: typeof noted) =>
      crew.client.post('/api/undo', {
        category: 'job',
        id: ids.own,
        commandId: answer.headers.get('x-command-id'),
      });
    const undone = await undo(noted).then(expectStatus(200));
    expect(undone.body.record).toMatchObject({ notes: [], amount: null });
    expect(await undo(planned)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await crew.client.put(`/api/jobs/${ids.own}`, { title: 'Mine' }).then(expectStatus(403));
  });

  test('The history that a crew member reads of their work tells no price either', async () => {
    await owner.put(`/api/jobs/${ids.own}`, { amount: 950, laborCost: 310, accessInstructions: 'Side gate' });
    const { body: steps } = await get(crew.client, `/api/history/job/${ids.own}`, 200);
    const fields = steps.flatMap(({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field));
    expect(fields).toContain('accessInstructions');
    expect(fields).not.toContain('amount');
    expect(fields).not.toContain('laborCost');
    const stale = await crew.client.post(`/api/jobs/${ids.own}/hold`, {}).then(expectStatus(200));
    expect(stale.body).toMatchObject({ status: 'on_hold', amount: null });
    await owner.post(`/api/jobs/${ids.own}/resume`).then(expectStatus(200));
  });

  test('A crew member adds photos of their work, and sees those of no other', async () => {
    const take = (client: Client, of: string) => upload(client, of, photo);
    const own = (await take(crew.client, `job/${ids.own}`).then(expectStatus(201))).body;
    const other = (await take(owner, `job/${ids.others}`).then(expectStatus(201))).body;
    expect(own).toMatchObject({ category: 'job', recordId: ids.own });
    await get(crew.client, own.thumbnailUrl, 200);
    await get(crew.client, other.thumbnailUrl, 404);
    expect((await get(crew.client, `/api/photos?ids=${own.id},${other.id}`, 200)).body).toMatchObject([{ id: own.id }]);
    expect((await get(crew.client, `/api/photos?category=job&recordId=${ids.others}`, 200)).body).toEqual([]);
    await take(crew.client, `job/${ids.others}`).then(expectStatus(404));
    await take(crew.client, `customer/${customerIds.own}`).then(expectStatus(403));
    await crew.client.delete(`/api/photos/${other.id}`).then(expectStatus(404));
    await crew.client.delete(`/api/photos/${own.id}`).then(expectStatus(204));
  });

  test('The search finds a crew member their own work, and no people or customers', async () => {
    const { body } = await get(crew.client, '/api/search?q=oak', 200);
    expect(body).toMatchObject([{ category: 'job', id: ids.own }]);
    expect((await get(crew.client, '/api/search?q=Ash', 200)).body).toEqual([]);
    const known = `job/${ids.own},job/${ids.others},customer/${customerIds.own}`;
    expect((await get(crew.client, `/api/search/known?records=${known}`, 200)).body).toMatchObject([{ id: ids.own }]);
  });

  test('Colleagues are known to a crew member by name alone', async () => {
    const elm = { firstName: 'Elm', phone: '413 555 0155', email: 'elm@example.com', startedOn: '2021-03-01' };
    const { id } = (await owner.post('/api/staff', elm).then(expectStatus(201))).body;
    const { body } = await get(crew.client, '/api/staff?status=all', 200);
    const unknown = { phone: null, email: null, startedOn: null, skills: [] };
    expect(body).toMatchObject([
      { firstName: 'Elm', ...unknown },
      { firstName: 'Ash', phone: '413 555 0142' },
    ]);
    expect((await get(crew.client, `/api/staff/${id}`, 200)).body).toMatchObject(unknown);
    for (const path of [`/api/staff/${id}/crews`, `/api/history/staff/${id}`]) await get(crew.client, path, 404);
    await get(crew.client, `/api/history/staff/${crew.id}`, 200);
    const { body: own } = await get(crew.client, `/api/staff/${crew.id}/crews`, 200);
    expect(own).toEqual([{ crewId, name: 'Removal', from: expect.any(String), to: null }]);
  });

  test('Where a crew starts from, a crew member is not told: somebody may live there', async () => {
    const asSeen = async ({ client }: typeof crew) => {
      const { body } = await get(client, '/api/crews', 200);
      const { body: steps } = await get(client, `/api/history/crew/${crewId}`, 200);
      return JSON.stringify([body, steps]);
    };
    expect(await asSeen(estimator)).toContain('3 Mill Lane');
    expect(await asSeen(crew)).not.toContain('3 Mill Lane');
  });

  test('A crew member takes no list along as a file', async () => {
    for (const path of ['/api/jobs', '/api/crews', '/api/staff'])
      expect(await crew.client.get(`${path}?format=csv`), path).toMatchObject({ status: 403 });
  });

  test('A crew member asks for their own time off and sees that alone', async () => {
    const days = { requestType: 'vacation', startDate: '2026-08-03', endDate: '2026-08-04' };
    const { body: own } = await crew.client.post('/api/hr/time-off', days).then(expectStatus(201));
    const { body: others } = await owner.post('/api/hr/time-off', days).then(expectStatus(201));
    expect((await get(crew.client, '/api/hr/time-off', 200)).body).toMatchObject([{ id: own.id }]);
    await get(crew.client, `/api/hr/time-off/${others.id}`, 404);
    await get(crew.client, `/api/history/time_off/${others.id}`, 404);
    await crew.client.patch(`/api/hr/time-off/${own.id}`, { status: 'approved' }).then(expectStatus(403));
    const forOther = { ...days, startDate: '2026-09-01', endDate: '2026-09-01', employeeId: estimator.id };
    await crew.client.post('/api/hr/time-off', forOther).then(expectStatus(403));
    await crew.client.delete(`/api/hr/time-off/${own.id}`).then(expectStatus(204));
  });

  test('Who leaves the crew no longer reaches its work', async () => {
    await owner.patch(`/api/crews/${crewId}`, { memberIds: [] }).then(expectStatus(200));
    await get(crew.client, `/api/jobs/${ids.own}`, 404);
    expect((await get(crew.client, '/api/jobs', 200)).body).toEqual([]);
    await owner.patch(`/api/crews/${crewId}`, { memberIds: [crew.id] }).then(expectStatus(200));
  });
});

describe('an estimator', () => {
  test('An estimator plans work with its price, and neither sees nor sets its costs', async () => {
    const { body } = await get(estimator.client, `/api/jobs/${ids.own}`, 200);
    expect(body).toMatchObject({ amount: '950.00', laborCost: null, actualCost: null });
    const priced = await estimator.client.put(`/api/jobs/${ids.others}`, { amount: 800 }).then(expectStatus(200));
    expect(priced.body).toMatchObject({ amount: '800.00', laborCost: null });
    expect(await estimator.client.put(`/api/jobs/${ids.others}`, { laborCost: 1 })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: 'Your role may not set this: laborCost.', issues: [{ path: 'laborCost' }] },
    });
    expect((await owner.get(`/api/jobs/${ids.others}`)).body.laborCost).toBe('300.00');
  });

  test('The timeline of a customer and what waits leave out what an estimator may not read', async () => {
    const { body } = await get(estimator.client, `/api/customers/${customerIds.own}/timeline`, 200);
    const kinds = new Set(body.map(({ category }: { category: string }) => category));
    expect(kinds).toEqual(new Set(['customer', 'job']));
    expect(JSON.stringify(body)).not.toContain('laborCost');
    await get(estimator.client, '/api/costs', 403);
    await get(estimator.client, '/api/invoices', 403);
    await get(estimator.client, '/api/mails', 403);
    expect((await get(estimator.client, '/api/settings', 200)).body.labourRate).toBeNull();
  });
});
