import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolationsInBothThemes, sidewaysScroll } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

let browser: TestBrowser;
let owner: Client;
let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'tall oaks' ? done(null, { user: username }) : done(new Error('Username and Password not accepted')),
  });
  browser = await openBrowser({ MAIL_HOLD_SECONDS: '0' });
  owner = await browser.server.signIn();
});
afterAll(async () => {
  await browser.close();
  await smtp.close();
});

const shot = (page: Page, name: string) =>
  process.env['SHOTS'] ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }) : null;

const addQuote = async () => {
  const body = {
    customerName: 'Ada Lovelace',
    customerEmail: 'ada@example.com',
    customerPhone: '413-555-0142',
    propertyAddress: '12 Elm St, Amherst',
    items: [{ service: 'tree_removal', unitPrice: '1200' }],
  };
  return (await owner.post('/api/quotes', body).then(expectStatus(201))).body;
};

test('A new company that sends its first quote is asked who it is, and told that nothing was delivered until email is set up', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/');
  await page.getByText('Start with your first lead').waitFor();
  await page.getByText('Email is not set up.').waitFor();
  await shot(page, 'home-empty');
  expect(await page.getByText(/npm run|Stop Heartwood/).count()).toBe(0);

  const { id, quoteNumber } = await addQuote();
  await page.goto(`/quotes/${id}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const first = page.getByRole('dialog', { name: 'Before you send' });
  await first.getByLabel('Company name').waitFor();
  await shot(page, 'first-send');
  await expectNoViolationsInBothThemes(page);
  await first.getByLabel('Company name').fill('Green Tree Care');
  await first.getByLabel('Phone').fill('413-555-0100');
  await first.getByLabel('Sales tax').fill('6.25');
  await first.getByRole('button', { name: 'Save and send' }).click();
  await toast(page).filter({ hasText: 'Not Delivered' }).getByText('Email is not set up.').waitFor();
  await page.getByText('Not delivered: email is not set up').waitFor();
  await shot(page, 'quote-not-delivered');
  expect(await page.getByText(/few seconds/).count()).toBe(0);
  const message = await page.getByRole('link', { name: 'Text message' }).getAttribute('href');
  const [to, body] = decodeURIComponent(message ?? '').split('?&body=');
  expect(to).toBe('sms:4135550142');
  const link = await page.getByRole('textbox', { name: "Customer's link" }).inputValue();
  expect(body).toBe(`Your quote ${quoteNumber} from Green Tree Care: ${link}`);

  await page.goto('/');
  await page.getByRole('link', { name: 'Emails not sent' }).waitFor();
  await page.getByText('Email is not set up.').waitFor();
  await shot(page, 'home');
  await page.getByRole('link', { name: 'Set up email' }).click();

  const setUp = page.getByRole('dialog', { name: 'Set up email' });
  await setUp.getByLabel('Mail server').fill('127.0.0.1');
  await setUp.getByLabel('Encryption').selectOption('starttls');
  expect(await setUp.getByLabel('Port').inputValue()).toBe('587');
  await setUp.getByLabel('Port').fill(String(smtp.port));
  await setUp.getByLabel('Account').fill('office@green.example');
  await setUp.getByLabel('Password').fill('small oaks');
  await setUp.getByLabel('Emails come from').fill('office@green.example');
  // Enter tries it, and does not save what was not tried.
  await setUp.getByLabel('Send a test email to').fill('owner@green.example');
  await setUp.getByLabel('Send a test email to').press('Enter');
  await setUp.getByText(/Not sent: .*Username and Password not accepted/).waitFor();
  await shot(page, 'set-up');
  await expectNoViolationsInBothThemes(page);
  await setUp.getByLabel('Password').fill('tall oaks');
  await setUp.getByRole('button', { name: 'Send a test' }).click();
  await setUp.getByText('Sent to owner@green.example.').waitFor();
  await setUp.getByRole('button', { name: 'Save' }).click();
  await toast(page).getByText('Email saved').waitFor();
  await page.getByText(/Email leaves through/).waitFor();
  await shot(page, 'settings');

  await page.goto(`/quotes/${id}`);
  await page.getByRole('link', { name: /Your quote .* to ada@example.com/ }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => smtp.received.map(({ to: [each] }) => each))
    .toEqual(['owner@green.example', 'ada@example.com']);
  await page.goto('/');
  await page.getByText('Recent Activity').waitFor();
  expect(await page.getByText('Emails not sent').count()).toBe(0);
  expect(await page.getByText('Email is not set up.').count()).toBe(0);
});

test('Email is set up on a phone', { tags: ['deep'] }, async () => {
  const page = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true });
  await page.goto('/settings?email=true');
  await page.getByRole('dialog', { name: 'Set up email' }).getByLabel('Mail server').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await shot(page, 'set-up-phone');
});
