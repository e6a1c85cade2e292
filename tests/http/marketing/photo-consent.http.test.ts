import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const read = async (path: string, client = owner) => (await client.get(path).then(expectStatus(200))).body;
const customer = async () =>
  (await owner.post('/api/customers', { firstName: 'Ada', lastName: 'Hall' }).then(expectStatus(201))).body.id;
const newJob = async (body: object = {}): Promise<string> => {
  const job = { customerId: await customer(), address: '3 Elm St', serviceType: 'stump_grinding', ...body };
  return (await owner.post('/api/jobs', job).then(expectStatus(201))).body.id;
};
const agree = (id: string, client = owner) => client.post(`/api/jobs/${id}/give-photo-consent`);
const takeBack = (id: string, client = owner) => client.post(`/api/jobs/${id}/take-back-photo-consent`);
const undo = (id: string, commandId: string | null) => owner.post('/api/undo', { category: 'job', id, commandId });

describe('consent to photos in public', () => {
  test('What a customer says of photos of their job is recorded with who heard it and when, and undone', async () => {
    const id = await newJob();
    expect((await read(`/api/jobs/${id}`)).photoConsent).toBeNull();
    const { client: office, id: recordedBy } = await addSignedIn(server, owner, 'olga');
    const { body, headers } = await agree(id, office).then(expectStatus(200));
    expect(body.photoConsent).toEqual({ isGiven: true, recordedBy, at: expect.any(String) });
    const { body: taken } = await takeBack(id).then(expectStatus(200));
    expect(taken.photoConsent).toMatchObject({ isGiven: false });
    await agree(id).then(expectStatus(200));
    await undo(id, headers.get('x-command-id')).then(expectStatus(409));
    const history = (await read(`/api/history/job/${id}`)).map(({ type }: { type: string }) => type);
    expect(history).toEqual(['JobCreated', 'JobPhotoConsentGiven', 'JobPhotoConsentTakenBack', 'JobPhotoConsentGiven']);
  });

  test('A record of consent that was a mistake is undone as if nobody had asked', async () => {
    const id = await newJob();
    const { headers } = await agree(id).then(expectStatus(200));
    const { body } = await undo(id, headers.get('x-command-id')).then(expectStatus(200));
    expect(body.record.photoConsent).toBeNull();
  });

  test('Nobody agrees for a job without a customer, and with the customer’s erasure their consent is gone', async () => {
    const { body } = await agree(await newJob({ customerId: null, title: 'Elm' })).then(expectStatus(409));
    expect(body.message).toBe('This job has no customer who could agree to that.');
    const customerId = await customer();
    const id = await newJob({ customerId });
    await agree(id).then(expectStatus(200));
    await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Ada Hall' }).then(expectStatus(200));
    expect((await read(`/api/jobs/${id}`)).photoConsent).toBeNull();
    await agree(id).then(expectStatus(410));
  });

  test('The crew of a job records what its customer says; a crew that is not of the job, and an auditor, do not', async () => {
    const { id: personId } = (await owner.post('/api/staff', { firstName: 'Carl' }).then(expectStatus(201))).body;
    const { client: climber } = await addSignedIn(server, owner, 'carl', { role: 'crew', personId });
    const { client: other } = await addSignedIn(server, owner, 'eve', { role: 'crew' });
    const { client: auditor } = await addSignedIn(server, owner, 'ann', { role: 'auditor' });
    const crew = { name: 'Crew One', memberIds: [personId] };
    const { id: crewId } = (await owner.post('/api/crews', crew).then(expectStatus(201))).body;
    const id = await newJob({ crewId });
    await agree(id, other).then(expectStatus(404));
    await agree(id, auditor).then(expectStatus(403));
    const { body } = await agree(id, climber).then(expectStatus(200));
    expect(body.photoConsent).toMatchObject({ isGiven: true, recordedBy: personId });
  });
});

describe('a photo of before or after the work', () => {
  const attach = async (to: string) =>
    (await upload(owner, to, await samplePhoto()).then(expectStatus(201))).body as { id: string };

  test('A photo of a job is marked as of before or after the work, and that is undone', async () => {
    const { id } = await attach(`job/${await newJob()}`);
    const mark = (stage: unknown) => owner.patch(`/api/photos/${id}`, { stage });
    expect((await mark('after').then(expectStatus(200))).body).toMatchObject({ stage: 'after', caption: null });
    const { body, headers } = await mark('before').then(expectStatus(200));
    expect(body.stage).toBe('before');
    const commandId = headers.get('x-command-id');
    const undone = await owner.post('/api/undo', { category: 'photo', id, commandId }).then(expectStatus(200));
    expect(undone.body.record.stage).toBe('after');
    expect((await mark(null).then(expectStatus(200))).body.stage).toBeNull();
    expect((await mark('during').then(expectStatus(400))).body.message).toContain('before, after');
  });

  test('Only a photo of a job is of before or after the work', async () => {
    const { id } = await attach(`customer/${await customer()}`);
    const { body } = await owner.patch(`/api/photos/${id}`, { stage: 'after' }).then(expectStatus(409));
    expect(body.message).toBe('Only a photo of a job is of before or after the work.');
  });
});
