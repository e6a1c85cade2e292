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

async function newJob(): Promise<string> {
  const ada = { firstName: 'Ada', lastName: 'Hall', address: '3 Elm St' };
  const customerId = (await owner.post('/api/customers', ada).then(expectStatus(201))).body.id;
  return (await owner.post('/api/jobs', { customerId, address: '3 Elm St' }).then(expectStatus(201))).body.id;
}

test('The page of a job says whether its customer agrees to photos in public, and records it with an Undo', async () => {
  const page = await heartwood.open(`/jobs/${await newJob()}`);
  const consent = await page.part('region', 'Photos in public');
  await consent.see(/Nobody has recorded whether the customer agrees/);
  await consent.click('button', 'Customer agrees');
  await page.toast('Consent Recorded');
  await consent.see(/The customer agrees that photos of this job are shown in public, as .+ recorded on/);
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
