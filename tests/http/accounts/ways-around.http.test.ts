import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// Ways around what a role may: orders and searches by what it is not shown, and the acts of others or of another role.

type Person = { id: string; client: Client };

let server: TestServer;
let owner: Client;
let crew: Person;
let estimator: Person;
let office: Person;
let crewId: string;
let jobId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  const member = async (firstName: string, role: string, more: object = {}): Promise<Person> => {
    const personId = (await made('/api/staff', { firstName, ...more })).id;
    return addSignedIn(server, owner, firstName.toLowerCase(), { role, personId });
  };
  crew = await member('Ash', 'crew');
  estimator = await member('Elm', 'estimator');
  office = await member('Oak', 'office');
  await made('/api/staff', { firstName: 'Birch', phone: '617 555 0199', email: 'birch@example.com' });
  crewId = (await made('/api/crews', { name: 'Removal', memberIds: [crew.id] })).id;
  jobId = await madeJob();
});
afterAll(() => server.close());

const made = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
const madeJob = async (): Promise<string> =>
  (await made('/api/jobs', { title: 'Oak', address: '1 Oak Street', amount: 900, laborCost: 300, crewId })).id;

type Answer = Awaited<ReturnType<Client['post']>>;
const undo = (client: Client, category: string, id: string, act: Answer) =>
  client.post('/api/undo', { category, id, commandId: act.headers.get('x-command-id') });

describe('a list', () => {
  test('Nobody orders a list by what they are not shown: the cursor of a page would say it', async () => {
    for (const sort of ['amount', '-amount'])
      expect(await crew.client.get(`/api/jobs?sort=${sort}&limit=1`)).toMatchObject({ status: 403 });
    for (const sort of ['purchasePrice', '-purchasePrice', 'maintenanceCost'])
      expect(await estimator.client.get(`/api/equipment?sort=${sort}`)).toMatchObject({ status: 403 });
    await estimator.client.get('/api/jobs?sort=-amount&limit=1').then(expectStatus(200));
    await office.client.get('/api/equipment?sort=-purchasePrice').then(expectStatus(200));
  });

  test('What is invoiced is not found out by a filter', async () => {
    for (const { client } of [crew, estimator]) await client.get('/api/jobs?toInvoice=true').then(expectStatus(403));
    await office.client.get('/api/jobs?toInvoice=true').then(expectStatus(200));
  });

  test('Colleagues are known by name alone: neither shown with their email address nor found by phone', async () => {
    for (const { client } of [crew, estimator]) {
      for (const path of ['/api/users', '/api/staff'])
        expect(await client.get(`${path}?search=617`), path).toMatchObject({ status: 403 });
      const { body } = await client.get('/api/users').then(expectStatus(200));
      expect(body).toContainEqual({ id: expect.any(String), username: 'Birch', email: null });
    }
    expect((await office.client.get('/api/users?search=617').then(expectStatus(200))).body).toMatchObject([
      { username: 'Birch', email: 'birch@example.com' },
    ]);
  });
});

describe('what others did', () => {
  test('A crew member removes their own notes, not those of others', async () => {
    const { body } = await owner.post(`/api/jobs/${jobId}/notes`, { note: 'Beware of the dog' });
    const own = await crew.client.post(`/api/jobs/${jobId}/notes`, { note: 'Done' }).then(expectStatus(200));
    await crew.client.delete(`/api/jobs/${jobId}/notes/${body.notes[0].id}`).then(expectStatus(403));
    await crew.client.delete(`/api/jobs/${jobId}/notes/${own.body.notes[1].id}`).then(expectStatus(204));
    await crew.client.delete(`/api/jobs/${jobId}/notes/nothing`).then(expectStatus(204));
    expect((await owner.get(`/api/jobs/${jobId}`)).body.notes).toMatchObject([{ note: 'Beware of the dog' }]);
  });

  test('A crew member enters hours of their crew, and removes their own and what they entered, not what others did', async () => {
    const path = `/api/jobs/${jobId}/hours`;
    const outsider = await made('/api/staff', { firstName: 'Out' });
    const refused = await crew.client.post(path, { personId: outsider.id, hours: 1 }).then(expectStatus(400));
    expect(refused.body.issues).toMatchObject([{ path: 'personId' }]);
    const mate = await made('/api/staff', { firstName: 'Mate' });
    await owner.patch(`/api/crews/${crewId}`, { memberIds: [crew.id, mate.id] }).then(expectStatus(200));
    const entered = async (client: Client, personId: string) => {
      const { body } = await client.post(path, { personId, hours: 1 }).then(expectStatus(200));
      return body.hours.find((each: { hours: number; personId: string }) => each.personId === personId);
    };
    const ofMate = await entered(owner, mate.id);
    const message = 'Somebody else entered these hours. Ask them, or the office, to remove them.';
    expect(await crew.client.delete(`${path}/${ofMate.id}`)).toMatchObject({ status: 403, body: { message } });
    await owner.delete(`${path}/${ofMate.id}`).then(expectStatus(204));
    const own = await entered(owner, crew.id);
    await crew.client.delete(`${path}/${own.id}`).then(expectStatus(204));
    const forMate = await entered(crew.client, mate.id);
    expect(forMate).toMatchObject({ enteredBy: crew.id });
    await crew.client.delete(`${path}/${forMate.id}`).then(expectStatus(204));
  });

  test('A crew member takes back that they withdrew their time off, not that an owner did', async () => {
    const days = { requestType: 'vacation', startDate: '2026-08-03', endDate: '2026-08-04' };
    const path = `/api/hr/time-off/${(await crew.client.post('/api/hr/time-off', days).then(expectStatus(201))).body.id}`;
    const id = path.split('/').at(-1) as string;
    const approved = await owner.patch(path, { status: 'approved' }).then(expectStatus(200));
    expect(await undo(crew.client, 'time_off', id, approved)).toMatchObject({ status: 403 });
    const withdrawn = await crew.client.delete(path).then(expectStatus(204));
    await undo(crew.client, 'time_off', id, withdrawn).then(expectStatus(200));
    const taken = await owner.delete(path).then(expectStatus(204));
    expect(await undo(crew.client, 'time_off', id, taken)).toMatchObject({ status: 403 });
    await crew.client.post(`${path}/restore`).then(expectStatus(403));
  });

  test('An estimator does not take back a photo of a machine', async () => {
    const machine = await made('/api/equipment', { name: 'Chipper', category: 'Chippers' });
    const taken = await upload(owner, `equipment/${machine.id}`, await samplePhoto()).then(expectStatus(201));
    expect(await undo(estimator.client, 'photo', taken.body.id, taken)).toMatchObject({ status: 403 });
    await undo(office.client, 'photo', taken.body.id, taken).then(expectStatus(200));
  });

  test('An estimator neither empties nor puts back the costs that they are not shown', async () => {
    const costed = await owner.put(`/api/jobs/${jobId}`, { laborCost: 310 }).then(expectStatus(200));
    expect(await undo(estimator.client, 'job', jobId, costed)).toMatchObject({ status: 403 });
    const shown = (await estimator.client.get(`/api/jobs/${jobId}`)).body;
    expect(shown.laborCost).toBeNull();
    await estimator.client
      .put(`/api/jobs/${jobId}`, { title: 'Old oak', laborCost: shown.laborCost })
      .then(expectStatus(200));
    expect((await owner.get(`/api/jobs/${jobId}`)).body).toMatchObject({ title: 'Old oak', laborCost: '310.00' });
  });

  test('The history of the settings tells an estimator no rate, not even that before the first change', async () => {
    await owner.patch('/api/settings', { labourRate: '70.00', phone: '413 555 0123' }).then(expectStatus(200));
    const { body } = await estimator.client.get('/api/history/company/main').then(expectStatus(200));
    expect(body).toMatchObject([{ changes: [{ field: 'phone' }] }]);
  });

  test('Whoever was reviewed by mistake no longer reads the review once it is removed', async () => {
    const path = '/api/hr/performance-reviews';
    const days = { reviewPeriodStart: '2026-01-01', reviewPeriodEnd: '2026-02-01' };
    const review = await made(path, { employeeId: crew.id, overallRating: 2, ...days });
    await crew.client.get(`${path}/${review.id}`).then(expectStatus(200));
    await owner.delete(`${path}/${review.id}`).then(expectStatus(204));
    expect((await crew.client.get(`${path}?removed=true`).then(expectStatus(200))).body).toEqual([]);
    await crew.client.get(`${path}/${review.id}`).then(expectStatus(404));
    await crew.client.get(`/api/history/performance_review/${review.id}`).then(expectStatus(404));
  });
});

test('Who now works on a crew no longer takes back what they did in the office', async () => {
  const { client, id } = office;
  const other = await madeJob();
  const priced = await client.put(`/api/jobs/${other}`, { amount: 1000 }).then(expectStatus(200));
  const added = await client.post('/api/staff', { firstName: 'Fir' }).then(expectStatus(201));
  await owner.patch(`/api/users/${id}`, { role: 'crew' }).then(expectStatus(200));
  await owner.patch(`/api/crews/${crewId}`, { memberIds: [crew.id, id] }).then(expectStatus(200));
  expect(await undo(client, 'job', other, priced)).toMatchObject({ status: 403 });
  expect(await undo(client, 'staff', added.body.id, added)).toMatchObject({ status: 403 });
  const noted = await client.post(`/api/jobs/${other}/notes`, { note: 'Here' }).then(expectStatus(200));
  await undo(client, 'job', other, noted).then(expectStatus(200));
  expect((await owner.get(`/api/jobs/${other}`)).body.amount).toBe('1000.00');
});
