import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { ADA, CREW_PHONE, clockAct, connection, kept, widthOf } from '../../support/browser/crew-phone.ts';
import { SAID } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { treePhoto } from '../../support/samples/sample-trees.ts';
import { expectStatus } from '../../support/server.ts';

// The core of the business, end to end, as its people see it: the office, the customer, and a crew without signal.

let browser: TestBrowser;
let owner: Client;
let crewmate: string;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  await owner.patch('/api/settings', SAID).then(expectStatus(200));
  crewmate = (await addSignedIn(browser.server, owner, ADA.username)).id;
});
afterAll(() => browser.close());

const read = async (path: string) => (await owner.get(path).then(expectStatus(200))).body;

test('A lead becomes a quote from a photo, approved on a phone, and a job that a crew does without a signal', {
  tags: ['deep'],
}, async () => {
  const lead = { name: 'Grace Hopper', phone: '413-555-0142', address: '12 Elm St, Amherst, MA 01002' };
  const { id: leadId } = (await owner.post('/api/leads', lead).then(expectStatus(201))).body;

  await upload(owner, `lead/${leadId}`, await samplePhoto()).then(expectStatus(201));

  const office = await browser.newPage({ signedIn: true });
  await office.goto(`/quotes?lead=${leadId}`);
  await fillQuote(office);
  await office.getByRole('button', { name: 'Create Quote' }).click();
  await office.getByText(/^Q-\d+$/).waitFor();
  await office.locator('.hw-photo').nth(1).waitFor();
  await office.getByRole('button', { name: 'Send', exact: true }).click();
  const link = office.getByRole('textbox', { name: "Customer's link" });
  await link.waitFor();

  await approve(new URL(await link.inputValue()).pathname);

  // The office page updates by itself.
  await office.locator('.hw-quote-next').getByText('Signed by').waitFor();
  await office.getByRole('link', { name: /^Job J-\d+/ }).click();
  await office.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  await office.getByText('No date yet.').waitFor();
  await office.getByRole('link', { name: 'The signed quote' }).waitFor();
  await office.locator('.hw-photo').nth(1).waitFor();
  await office.locator('.hw-job-items').getByText('Tree Removal').waitFor();
  await office.getByRole('link', { name: 'Grace Hopper', exact: true }).click();
  // In its list, with the emails about it, and in the timeline.
  await office
    .getByRole('link', { name: /^Q-\d+$/ })
    .first()
    .waitFor();
  await office
    .getByRole('link', { name: /^J-\d+$/ })
    .first()
    .waitFor();
  const jobs = await read('/api/jobs');
  expect(jobs).toMatchObject([{ status: 'unscheduled', amount: '1200.00', quoteId: expect.any(String) }]);
  expect((await read(`/api/leads/${leadId}`)).status).toBe('Won');

  await workWithoutSignal(jobs[0], leadId);
});

async function fillQuote(page: Page): Promise<void> {
  await page.getByLabel('What to look at (optional)').fill('Dead oak, please remove it');
  const photo = { name: 'oak.jpg', mimeType: 'image/jpeg', buffer: await treePhoto('deadTree') };
  await page.getByLabel('Choose an image of the tree').setInputFiles(photo);
  await page.getByRole('button', { name: 'Analyze with AI' }).click();
  await page.getByText(/\d+% sure/).waitFor();
  const service = page.getByRole('region', { name: 'Service 1', exact: true });
  await service.getByText('From the photo').waitFor();
  await service.getByLabel('Unit Price').fill('1,200');
  const others = page.getByRole('button', { name: 'Remove Service 2' });
  for (let more = 2; (await others.count()) > 0 && more < 10; more++) await others.click();
  // What the lead came with is chosen.
  await page.getByRole('group', { name: 'Photos' }).getByRole('button', { pressed: true }).waitFor();
  await page.getByRole('textbox', { name: 'Hazards' }).fill('Power line');
}

async function approve(path: string): Promise<void> {
  const page = await browser.newPage({ width: 390, height: 844, touch: true });
  await page.goto(path);
  await page.getByRole('img', { name: 'Photo 1 of 2' }).waitFor();
  await page.getByTestId('input-signature').fill('Grace Hopper');
  await page.getByTestId('button-approve').click();
  await page.getByRole('heading', { name: 'Approved. Thank you!' }).waitFor();
}

interface Job {
  id: string;
  customerId: string;
  quoteId: string;
}

/** Everything a crew does is kept, even if the page is closed, and sent once, in order, with its true times. */
async function workWithoutSignal({ id, customerId, quoteId }: Job, leadId: string): Promise<void> {
  const owners = [`category=quote&recordId=${quoteId}`, `category=lead&recordId=${leadId}`];
  const photos = await Promise.all(owners.map(async (owner) => (await read(`/api/photos?${owner}`))[0].thumbnailUrl));
  const first = await browser.newPage(CREW_PHONE);
  const context = first.context();
  await first.goto(`/jobs/${id}`);
  await first.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  await kept(first, `/api/jobs/${id}`, `/api/customers/${customerId}`, '/api/settings', ...photos);

  await context.setOffline(true);
  const before = Date.now();
  await clockAct(first, 'Start').tap();
  await first.locator('.bp6-toast').getByText('Saved on this device. It will be sent when you have signal.').waitFor();
  await expect.poll(() => first.getByRole('timer').textContent()).toMatch(/^0:00:(0[1-9]|[1-5])/);
  await first.getByLabel('New note').fill('Stump stays.');
  await first.getByRole('button', { name: 'Add note' }).tap();
  await first.getByRole('listitem').filter({ hasText: 'Stump stays.' }).getByText('Waiting for signal').waitFor();
  const photo = { name: 'stump.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() };
  await first.getByLabel('Choose photos').setInputFiles([photo]);
  await first.getByRole('list', { name: 'Photos being uploaded' }).getByText('stump.jpg').waitFor();
  await clockAct(first, 'Pause').tap();
  await clockAct(first, 'Resume').waitFor();
  await connection(first).getByText('Waiting for signal · 4').waitFor();
  await first.close();

  // Later, and still offline.
  const page = await context.newPage();
  await page.goto(`/jobs/${id}`);
  await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  expect(await page.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:4135550142');
  await page.locator('.hw-job-hazards').getByText('Power line').waitFor();
  for (const photo of await page.locator('.hw-photo img').all()) {
    await expect.poll(() => photo.evaluate(widthOf)).toBeGreaterThan(0);
  }
  expect(await page.locator('.hw-photo img').count()).toBe(2);
  await page.getByRole('listitem').filter({ hasText: 'Stump stays.' }).waitFor();
  await clockAct(page, 'Resume').tap();
  await clockAct(page, 'Pause').waitFor();
  await clockAct(page, 'Finish').tap();
  await page.getByText(/^Finished /).waitFor();
  await connection(page).getByRole('button', { name: 'Waiting for signal · 6' }).tap();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await list.getByText('Photo stump.jpg').waitFor();
  expect(await list.getByRole('region', { name: 'Waiting' }).getByRole('listitem').count()).toBe(6);
  await expectNoViolations(page);
  const back = Date.now();

  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await context.setOffline(false);
  await connection(page).getByRole('button').waitFor({ state: 'detached' });
  expect(await read(`/api/photos?category=job&recordId=${id}`)).toHaveLength(1);
  const acts = ['start', 'notes', 'pause', 'resume', 'complete'].map((name) => `/api/jobs/${id}/${name}`);
  expect(sent.filter((path) => path.startsWith('/api/jobs/'))).toEqual(acts);

  const done = await read(`/api/jobs/${id}`);
  expect(done).toMatchObject({ status: 'completed', notes: [{ note: 'Stump stays.', addedBy: crewmate }] });
  const times = done.work.flatMap(({ from, to }: { from: string; to: string }) => [Date.parse(from), Date.parse(to)]);
  expect(times).toHaveLength(4);
  expect([...times].sort((a, b) => a - b)).toEqual(times);
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times[3]).toBeLessThanOrEqual(back);
}
