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

test('A campaign by email is created, previewed, sent to each customer by their own name, and watched until it is sent', async () => {
  const people = [
    ['Ada', 'ada@example.com'],
    ['Bea', 'bea@example.com'],
    ['Cleo', 'cleo@nowhere.example'],
    ['Dora', 'dora@example.com'],
  ] as const;
  for (const [firstName, email] of people)
    await owner.post('/api/customers', { firstName, lastName: 'Hall', email }).then(expectStatus(201));
  await owner
    .post('/api/marketing/suppressions', { address: 'dora@example.com', reason: 'unsubscribed' })
    .then(expectStatus(201));

  const page = await browser.newPage({ signedIn: true });
  await openAtRest(page, '/marketing-automation');
  await page.getByText('No campaigns found').waitFor();
  await page.getByRole('button', { name: 'Create Campaign' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Campaign' });
  await dialog.getByLabel('Start from a template').selectOption('follow_up');
  await dialog.getByLabel(/^Campaign Name/).fill('How are they?');
  await dialog.getByLabel('Subject', { exact: true }).fill('Hello ');
  await dialog.getByLabel('Subject', { exact: true }).press('End');
  await dialog.getByRole('button', { name: 'Insert a field: Subject' }).click();
  await page.getByRole('menuitem', { name: /First name/ }).click();
  await expect.poll(() => dialog.getByLabel('Subject', { exact: true }).inputValue()).toBe('Hello {{firstName|there}}');
  await dialog.getByLabel('Preview as').fill('Ada');
  await page.getByRole('option', { name: /Ada Hall/ }).click();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByText('Hello Ada').waitFor();
  const html = preview.frameLocator('iframe');
  await html.getByText('Unsubscribe').waitFor();
  // It has its look, and leads nowhere.
  expect(await html.getByText('Unsubscribe').evaluate((link) => getComputedStyle(link).color)).toBe('rgb(31, 92, 58)');
  expect(await html.getByRole('link').count()).toBe(0);
  await preview.getByRole('button', { name: 'Plain text' }).click();
  await preview.getByText(/Unsubscribe: http/).waitFor();
  await expectNoViolationsAtDepth(page);
  await dialog.getByRole('button', { name: 'Create Campaign' }).click();
  await page.getByText('Campaign Created').waitFor();

  await page.getByRole('link', { name: 'How are they?' }).click();
  const drawer = page.getByRole('dialog', { name: 'How are they?' });
  await drawer.getByRole('button', { name: 'Send…' }).click();
  const send = page.getByRole('dialog', { name: 'Send How are they?' });
  await send.getByText('3 emails').waitFor();
  await send.getByText('office@green.example').waitFor();
  await expectNoViolationsAtDepth(page);
  // Turned to its side and back: the acts of the drawer move, and what they opened stays.
  for (const [width, height] of [
    [1_440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await send.getByText('3 emails').waitFor();
  }
  await send.getByRole('button', { name: 'Send to 3' }).click();
  await page.getByText('Campaign Sent').waitFor();
  await drawer.getByText('3 of 3 recipients done').waitFor();
  await drawer.getByText('Refused, 550').waitFor();
  await expect.poll(() => drawer.getByText('Sent', { exact: true }).count()).toBeGreaterThan(1);
  await expectNoViolationsAtDepth(page);

  expect(smtp.received.map(({ to }) => to.join()).sort()).toEqual(['ada@example.com', 'bea@example.com']);
  const toBea = smtp.received.find(({ to }) => to.includes('bea@example.com'))?.raw ?? '';
  expect(toBea).toContain('Subject: Hello Bea');
  expect(toBea).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  await drawer.getByLabel('Show recipients').selectOption('refused');
  await expect.poll(() => drawer.getByRole('link', { name: 'Ada Hall' }).count()).toBe(0);
  await drawer.getByRole('link', { name: 'Cleo Hall' }).click();
  const step = page.getByRole('listitem').filter({ hasText: 'Email campaign' });
  await step.getByText('Refused').waitFor();
  await step.getByRole('link', { name: 'How are they?' }).waitFor();
});
