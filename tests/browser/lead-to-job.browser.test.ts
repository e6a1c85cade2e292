import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { treePhoto } from '../support/sample-trees.ts';
import { expectStatus } from '../support/server.ts';

// The middle of the business, from end to end, as those who take part in it see it.

let browser: TestBrowser;
let owner: Client;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

test('a lead is quoted from a photo, the customer approves on a phone, and a job without a date is there', async () => {
  const lead = { name: 'Ada Lovelace', phone: '413-555-0142', address: '12 Elm St, Amherst, MA 01002' };
  const { id: leadId } = (await owner.post('/api/leads', lead).then(expectStatus(201))).body;
  const photo = { name: 'oak.jpg', mimeType: 'image/jpeg', buffer: await treePhoto('deadTree') };

  const office = await browser.newPage({ signedIn: true });
  await office.goto(`/quotes?lead=${leadId}`);
  await office.getByLabel('What should be looked at (optional)').fill('Dead oak, please remove it');
  await office.getByLabel('Choose an image of the tree').setInputFiles(photo);
  await office.getByRole('button', { name: 'Analyze with AI' }).click();
  await office.getByText(/\d+ % sure/).waitFor();
  const service = office.getByRole('region', { name: 'Service 1', exact: true });
  await service.getByText('From the photo').waitFor();
  await service.getByLabel('Unit Price').fill('1,200');
  for (
    let more = 2;
    (await office.getByRole('button', { name: 'Remove Service 2' }).count()) > 0 && more < 10;
    more++
  ) {
    await office.getByRole('button', { name: 'Remove Service 2' }).click();
  }
  await office.getByRole('button', { name: 'Create Quote' }).click();
  await office.getByText(/^Q-\d+$/).waitFor();
  await office.locator('.hw-photo').waitFor();
  await office.getByRole('button', { name: 'Send', exact: true }).click();
  const link = office.getByRole('textbox', { name: "Customer's link" });
  await link.waitFor();

  const customer = await browser.newPage({ width: 390, height: 844, touch: true });
  await customer.goto(new URL(await link.inputValue()).pathname);
  await customer.getByRole('img', { name: 'Photo 1 of 1' }).waitFor();
  await customer.getByTestId('input-signature').fill('Ada Lovelace');
  await customer.getByTestId('button-approve').click();
  await customer.getByRole('heading', { name: 'Approved. Thank you!' }).waitFor();

  // It shows by itself at the office.
  await office.locator('.hw-quote-next').getByText('Signed by').waitFor();
  await office.getByRole('link', { name: /^Job J-\d+/ }).click();
  await office.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  await office.getByText('No date yet.').waitFor();
  await office.getByRole('link', { name: 'The quote that was signed' }).waitFor();
  await office.locator('.hw-photo').waitFor();
  await office.locator('.hw-job-items').getByText('Tree Removal').waitFor();
  await office.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
  await office.getByRole('link', { name: /^Q-\d+$/ }).waitFor();
  await office.getByRole('link', { name: /^J-\d+$/ }).waitFor();
  const { body: jobs } = await owner.get('/api/jobs').then(expectStatus(200));
  expect(jobs).toMatchObject([{ status: 'unscheduled', amount: '1200.00', quoteId: expect.any(String) }]);
  const { body } = await owner.get(`/api/leads/${leadId}`).then(expectStatus(200));
  expect(body.status).toBe('Won');
});
