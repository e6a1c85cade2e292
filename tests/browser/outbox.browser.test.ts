import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../support/browser-checks.ts';
import type { Client } from '../support/client.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser({ MAIL_HOLD_SECONDS: '600' });
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const drawer = (page: Page) => page.locator('.hw-drawer');
const toast = (page: Page) => page.locator('.bp6-toast');

/** Sends a quote, whose mail is held. @returns the mail's id once it is in the list */
async function heldMail(customerName: string): Promise<string> {
  const items = [{ service: 'pruning', description: 'The oak', unitPrice: '300', quantity: 1 }];
  const details = { customerName, customerEmail: 'ada@example.com', propertyAddress: '3 Elm St', items };
  const { body: quote } = await owner.post('/api/quotes', details).then(expectStatus(201));
  await owner.post(`/api/quotes/${quote.id}/send`).then(expectStatus(200));
  for (;;) {
    const { body } = await owner.get(`/api/mails?category=quote&recordId=${quote.id}`).then(expectStatus(200));
    if (body.length > 0) return body[0].id;
  }
}

test('the outbox begins empty; what is held can be taken back, and sent again to another address', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/outbox');
  await page.getByText('No emails yet').waitFor();

  await heldMail('Ada Lovelace');
  await page.getByRole('link', { name: /^Your quote Q-/ }).click();
  await drawer(page).getByText('Hi Ada Lovelace,').waitFor();
  await drawer(page).getByText('Held so that it can be taken back.').waitFor();
  await expectNoViolations(page);
  await drawer(page).getByRole('button', { name: 'Do not send' }).click();
  await toast(page).getByText('Taken back').waitFor();
  await drawer(page).getByText('Taken back on').waitFor();

  await drawer(page).getByLabel('Send to').fill('ada@example.org');
  await drawer(page).getByRole('button', { name: 'Send again' }).click();
  await toast(page).getByText('It goes to ada@example.org in a moment.').waitFor();
  await drawer(page).getByText('Held so that it can be taken back.').waitFor();
  // The toast's Undo takes it back once more.
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await drawer(page).getByText('Taken back on').waitFor();

  await page.getByLabel('Status').selectOption({ label: 'Cancelled' });
  await page.getByRole('link', { name: /^Your quote Q-/ }).waitFor();
  await page.getByLabel('Status').selectOption({ label: 'Need a person' });
  await page.getByText('No emails found').waitFor();
});

test('fits a phone', async () => {
  const id = await heldMail('Grace Hopper');
  const page = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true, dark: true });
  await page.goto(`/outbox?mail=${id}`);
  await drawer(page).getByText('Hi Grace Hopper,').waitFor();
  await drawer(page).getByRole('button', { name: 'Do not send' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolations(page);
});
