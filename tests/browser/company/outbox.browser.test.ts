import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { setUpEmail } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { leaveMails } from '../../support/samples/mails.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let browser: TestBrowser;
let owner: Client;
let smtp: TestSmtpServer;

beforeAll(async () => {
  browser = await openBrowser({ MAIL_HOLD_SECONDS: '600' });
  owner = await browser.server.signIn();
  smtp = await setUpEmail(owner);
});
afterAll(async () => {
  await browser.close();
  await smtp.close();
});

const drawer = (page: Page) => page.locator('.hw-drawer');

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

test('What waits in the outbox is read, taken back and sent, alone or all at once, each with Undo', async () => {
  const folder = await tempFolder();
  onTestFinished(() => folder.remove());
  const env = { DATA_DIR: folder.path, MAIL_HOLD_SECONDS: '600' };
  const intendedAt = new Date().toISOString();
  await leaveMails(
    env,
    ['first', 'second'].map((id) => ({ id, intendedAt, dueAt: null })),
  );
  const own = await openBrowser(env);
  onTestFinished(() => own.close());
  const ownSmtp = await setUpEmail(await own.server.signIn());
  onTestFinished(() => ownSmtp.close());
  const page = await own.newPage({ signedIn: true });
  await page.goto('/schedule');
  await page.getByText('2 messages to customers are ready').waitFor();
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('link', { name: 'About first' }).click();
  await drawer(page).getByText('Hi Ada,').waitFor();
  await drawer(page).getByText('It waits until you send it.').waitFor();
  await expectNoViolations(page);
  await drawer(page).getByRole('button', { name: 'Do not send' }).click();
  await toast(page).getByText('Cancelled').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await drawer(page).getByText('It waits until you send it.').waitFor();

  await drawer(page).getByRole('button', { name: 'Send', exact: true }).click();
  await toast(page).getByText('It goes to Ada Lovelace in a moment.').waitFor();
  await drawer(page).getByText('Held for a moment so you can undo it.').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).last().click();
  await drawer(page).getByText('It waits until you send it.').waitFor();
  await drawer(page).getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Send all 2' }).click();
  await toast(page).getByText('2 emails go out in a moment.').waitFor();
  await page.getByText('No emails found').waitFor();
  await toast(page).getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('link', { name: 'About second' }).waitFor();
  await page.getByRole('button', { name: 'Send all 2' }).waitFor();
});

test('The outbox fits a phone', { tags: ['deep'] }, async () => {
  const id = await heldMail('Grace Hopper');
  const page = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true, dark: true });
  await page.goto(`/outbox?mail=${id}`);
  await drawer(page).getByText('Hi Grace,').waitFor();
  await drawer(page).getByRole('button', { name: 'Do not send' }).waitFor();
  const acts = await drawer(page).locator('.hw-action-bar').boundingBox();
  expect((acts?.y ?? 0) + (acts?.height ?? 0), 'The lower edge of the acts').toBe(844);
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolations(page);
});
