import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

async function newJob(body: object = {}): Promise<string> {
  const ada = { firstName: 'Ada', lastName: 'Hall', address: '3 Elm St' };
  const customerId = (await owner.post('/api/customers', ada).then(expectStatus(201))).body.id;
  return (await owner.post('/api/jobs', { customerId, address: '3 Elm St', ...body }).then(expectStatus(201))).body.id;
}

test('The page of a job says whether its customer agrees to photos in public, and records it with an Undo', async () => {
  const page = await heartwood.open(`/jobs/${await newJob()}`);
  const consent = await page.part('region', 'Photos in public');
  await consent.see(/Nobody has recorded whether the customer agrees/);
  await consent.click('button', 'Customer agrees');
  await page.toast('Consent Recorded');
  await consent.see(/The customer agrees that photos of this job are shown in public/);
  await consent.see(/ recorded it on/);
  await consent.click('button', 'Customer took it back');
  const told = await page.toast('Photos of this job are not shown in public.');
  await consent.see(/does not want photos of this job shown in public/);
  await told.click('button', 'Undo');
  await consent.see(/The customer agrees that photos of this job are shown in public/);
});

test('A photo of a job is marked as of before or after the work, and says so', async () => {
  const id = await newJob();
  const photo = await samplePhoto();
  await upload(owner, `job/${id}`, photo, { caption: 'The stump' }).then(expectStatus(201));
  const page = await heartwood.open(`/jobs/${id}`);
  await page.click('button', 'The stump');
  const viewer = await page.part('dialog', 'Photo 1 of 1');
  const pressed = () => viewer.screen.getByRole('button', { name: 'Before the work' }).getAttribute('aria-pressed');
  await viewer.click('button', 'Before the work');
  await page.toast('Photo marked');
  await expect.poll(pressed).toBe('true');
  await viewer.screen.findByAltText('Before the work: The stump');
  await viewer.click('button', 'Before the work');
  await expect.poll(pressed).toBe('false');
});

/** A finished job with a photo of before and one of after the work, whose customer agreed. */
async function shownJob(): Promise<string> {
  const id = await newJob({ serviceType: 'stump_grinding' });
  await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
  for (const stage of ['before', 'after']) {
    const { body } = await upload(owner, `job/${id}`, await samplePhoto()).then(expectStatus(201));
    await owner.patch(`/api/photos/${body.id}`, { stage }).then(expectStatus(200));
  }
  await owner.post(`/api/jobs/${id}/give-photo-consent`).then(expectStatus(200));
  return id;
}

test('An idea shows the photos of a job whose customer agreed, its post carries them, and both lose them with the consent', async () => {
  const jobId = await shownJob();
  const { id } = (await owner.post('/api/marketing/campaigns', { name: 'Stumps' }).then(expectStatus(201))).body;
  const asked = { businessType: 'tree service', targetAudience: 'homeowners', contentTypes: ['before-after'] };
  await owner.post('/api/marketing/generate-content', { ...asked, platforms: ['facebook'] }).then(expectStatus(200));
  const page = await heartwood.open(`/marketing?tab=content&campaign=${id}`);
  await page.screen.findByAltText('Before the work');
  await page.screen.findByAltText('After the work');
  await page.see(/The customer of this job agreed that photos are shown/);
  await page.click('button', /^Schedule Post: Before and after/);
  await page.toast('Post Scheduled');
  await page.click('button', 'Scheduled: see the post');
  const drawer = await page.part('dialog', /Nothing to mow around/);
  await drawer.screen.findByAltText('Before the work');
  await drawer.screen.findByRole('button', { name: 'Copy text and pictures' });
  await owner.post(`/api/jobs/${jobId}/take-back-photo-consent`).then(expectStatus(200));
  await drawer.see('The pictures of this post are not shown.');
  await drawer.screen.findByRole('button', { name: 'Copy text' });
  expect(drawer.screen.queryByAltText('Before the work')).toBeNull();
});

test('Whoever chooses a picture for a post is told what its customer said, and offered none where they said no', async () => {
  const jobId = await newJob();
  await upload(owner, `job/${jobId}`, await samplePhoto(), { caption: 'The oak' }).then(expectStatus(201));
  const { jobNumber } = (await owner.get(`/api/jobs/${jobId}`).then(expectStatus(200))).body;
  const page = await heartwood.open('/marketing?tab=social');
  await page.screen
    .findAllByRole('button', { name: /^Schedule (First )?Post$/ })
    .then(([first]) => page.user.click(first ?? expect.fail()));
  const dialog = await page.part('dialog', 'Schedule Post');
  const [search] = await dialog.screen.findAllByPlaceholderText('Search the job it was taken on…');
  await page.user.type(search ?? expect.fail(), jobNumber);
  await page.click('option', new RegExp(jobNumber));
  await dialog.see(/Nobody has recorded that the customer agrees: ask them/);
  await dialog.screen.findByAltText('The oak');
  await owner.post(`/api/jobs/${jobId}/give-photo-consent`).then(expectStatus(200));
  await dialog.see('The customer agreed that photos are shown.');
  await owner.post(`/api/jobs/${jobId}/take-back-photo-consent`).then(expectStatus(200));
  await dialog.see(/The customer does not want photos of this job shown in public/);
  expect(dialog.screen.queryByAltText('The oak')).toBeNull();
});
