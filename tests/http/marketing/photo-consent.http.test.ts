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

  test('What was heard without signal counts from then, and is refused where something else was heard since', async () => {
    const id = await newJob();
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const said = (act: string, at: string) =>
      owner.post(`/api/jobs/${id}/${act}`, { at, sentAt: new Date().toISOString() });
    const at = ago(30);
    const { body } = await said('give-photo-consent', at).then(expectStatus(200));
    expect(Math.abs(Date.parse(body.photoConsent.at) - Date.parse(at))).toBeLessThan(5_000);
    const late = await said('take-back-photo-consent', ago(60));
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('said later') } });
    await said('take-back-photo-consent', ago(10)).then(expectStatus(200));
    expect((await read(`/api/jobs/${id}`)).photoConsent).toMatchObject({ isGiven: false });
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

describe('what consent decides', () => {
  const IDEAS = '/api/marketing/content-ideas';
  const POSTS = '/api/marketing/social-posts';
  const ASKED = {
    businessType: 'tree service company',
    targetAudience: 'homeowners',
    platforms: ['facebook'],
    contentTypes: ['before-after'],
  };

  interface Idea {
    id: string;
    beforePhotoId: string | null;
    photoId: string | null;
    content: string;
    note: string;
  }

  /** A finished job with a photo of before and one of after the work. */
  async function finishedJob(serviceType: string) {
    const id = await newJob({ serviceType });
    await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
    const marked = async (stage: string): Promise<string> => {
      const photo = (await upload(owner, `job/${id}`, await samplePhoto()).then(expectStatus(201))).body.id;
      await owner.patch(`/api/photos/${photo}`, { stage }).then(expectStatus(200));
      return photo;
    };
    return { id, beforePhotoId: await marked('before'), photoId: await marked('after') };
  }

  const ideas = async (): Promise<Idea[]> =>
    (await owner.post('/api/marketing/generate-content', ASKED).then(expectStatus(200))).body.contentIdeas;
  /** Asks until an idea shows that photo: others come in between. */
  async function ideaWith(photoId: string): Promise<Idea> {
    for (let time = 0; time < 6; time++) {
      const idea = (await ideas()).find((each) => each.photoId === photoId);
      if (idea) return idea;
    }
    return expect.fail('No idea shows the photo.');
  }
  const postOf = ({ id: ideaId, beforePhotoId, photoId, content }: Idea) => ({
    platform: 'facebook',
    content,
    scheduledDate: new Date().toISOString(),
    ideaId,
    beforePhotoId,
    photoId,
  });
  const picture = async (id: string, which = 'picture') =>
    (await server.stranger.get(`/api/public/social-posts/${id}/${which}`)).status;
  const feed = async () => (await server.stranger.get('/social.atom').then(expectStatus(200))).body as string;

  test('An idea of before and after shows the photos of a finished job once its customer agrees, and its post does', async () => {
    const job = await finishedJob('stump_grinding');
    expect((await ideas()).map(({ photoId }) => photoId)).toEqual([null]);
    await agree(job.id).then(expectStatus(200));
    const idea = await ideaWith(job.photoId);
    expect(idea).toMatchObject({ beforePhotoId: job.beforePhotoId, note: expect.stringContaining('agreed') });
    const { body: post } = await owner.post(POSTS, postOf(idea)).then(expectStatus(201));
    expect(post).toMatchObject({
      beforePictureUrl: `/api/photos/${job.beforePhotoId}/image`,
      pictureUrl: `/api/photos/${job.photoId}/image`,
      withheld: null,
    });
    await expect.poll(feed).toContain(`/${post.id}/before-picture"`);
    expect([await picture(post.id), await picture(post.id, 'before-picture')]).toEqual([200, 200]);
  });

  test('Once the customer takes it back, no idea offers the photos, no post shows them, and nobody chooses them', async () => {
    const job = await finishedJob('pruning');
    await agree(job.id).then(expectStatus(200));
    const idea = await ideaWith(job.photoId);
    const { body: post } = await owner.post(POSTS, postOf(idea)).then(expectStatus(201));
    await expect.poll(() => picture(post.id)).toBe(200);
    await takeBack(job.id).then(expectStatus(200));
    await expect.poll(() => picture(post.id)).toBe(404);
    expect(await picture(post.id, 'before-picture')).toBe(404);
    expect(await feed()).not.toContain(`/${post.id}/`);
    expect(await read(`${POSTS}/${post.id}`)).toMatchObject({
      pictureUrl: null,
      beforePictureUrl: null,
      withheld: expect.stringContaining('does not want photos of this job shown'),
    });
    const kept = (await read(IDEAS)).contentIdeas.find(({ id }: Idea) => id === idea.id);
    expect(kept).toMatchObject({
      photoId: null,
      beforePhotoId: null,
      note: expect.stringContaining('ask its customer'),
    });
    for (const by of [postOf(idea), { ...postOf(idea), ideaId: null, beforePhotoId: null }]) {
      const { body } = await owner.post(POSTS, by).then(expectStatus(400));
      expect(body.message).toContain('does not want photos of this job shown');
    }
    for (let time = 0; time < 4; time++) expect((await ideas())[0]?.photoId).not.toBe(job.photoId);
  });

  test('Photos that an idea brought along need the consent itself; of those that somebody chose nobody may have said no', async () => {
    const job = await finishedJob('tree_removal');
    const { headers } = await agree(job.id).then(expectStatus(200));
    const idea = await ideaWith(job.photoId);
    const { body: post } = await owner.post(POSTS, postOf(idea)).then(expectStatus(201));
    const chosen = { ...postOf(idea), ideaId: null };
    const { body: byHand } = await owner.post(POSTS, chosen).then(expectStatus(201));
    await expect.poll(() => picture(post.id)).toBe(200);
    // As if nobody had asked.
    await undo(job.id, headers.get('x-command-id')).then(expectStatus(200));
    await expect.poll(() => picture(post.id)).toBe(404);
    expect((await read(`${POSTS}/${post.id}`)).withheld).toContain('Nobody has recorded any more');
    expect(await picture(byHand.id)).toBe(200);
    await owner.post(POSTS, postOf(idea)).then(expectStatus(400));
    await owner.post(POSTS, chosen).then(expectStatus(201));
  });
});
