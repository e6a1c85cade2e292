import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CampaignBrowser, openCampaignBrowser } from '../../support/browser/campaign-browser.ts';
import { expectNoViolationsAtDepth, openAtRest } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';

let browser: CampaignBrowser;
let owner: Client;
let smtp: TestSmtpServer;
beforeAll(async () => {
  browser = await openCampaignBrowser();
  ({ owner, smtp } = browser);
});
afterAll(() => browser.close());

test('A campaign goes to the customers who meet its conditions, who are counted and named before it is sent', async () => {
  const people = [
    ['Ada', 'ada@example.com', 'Hadley'],
    ['Bea', 'bea@example.com', 'Amherst'],
    ['Cleo', 'cleo@example.com', 'Hadley'],
  ] as const;
  for (const [firstName, email, city] of people)
    await owner.post('/api/customers', { firstName, lastName: 'Hall', email, city }).then(expectStatus(201));

  const page = await browser.newPage({ signedIn: true });
  await openAtRest(page, '/marketing-automation?new=true');
  const dialog = page.getByRole('dialog', { name: 'Create Campaign' });
  await dialog.getByText('3 emails').waitFor();
  await dialog.getByText('Only customers who meet these conditions').click();
  await dialog.getByLabel('Cities').fill('hadley,');
  await dialog.getByText('2 emails').waitFor();
  await dialog.getByText('to Cleo Hall, Ada Hall').waitFor();
  await expectNoViolationsAtDepth(page);
  await dialog.getByLabel(/^Campaign Name/).fill('Hadley alone');
  await dialog.getByLabel('Subject', { exact: true }).fill('Your street');
  await dialog.getByLabel('Content', { exact: true }).fill('We are in Hadley this week.');
  await dialog.getByRole('button', { name: 'Create Campaign' }).click();
  await page.getByText('Campaign Created').waitFor();

  await page.getByRole('link', { name: 'Hadley alone' }).click();
  const drawer = page.getByRole('dialog', { name: 'Hadley alone' });
  await drawer.getByText('In hadley', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Send…' }).click();
  const send = page.getByRole('dialog', { name: 'Send Hadley alone' });
  await send.getByText('Cleo Hall, Ada Hall').waitFor();
  await send.getByRole('button', { name: 'Send to 2' }).click();
  await drawer.getByText('2 of 2 recipients done').waitFor();
  expect(smtp.received.map(({ to }) => to.join()).sort()).toEqual(['ada@example.com', 'cleo@example.com']);
});
