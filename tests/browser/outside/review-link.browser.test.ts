import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, openAtRest } from '../../support/browser/checks.ts';
import { type HostSite, serveHostSite } from '../../support/browser/host-page.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { setUpEmail } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { freePort } from '../../support/requests/free-port.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';

let browser: TestBrowser;
let owner: Client;
let smtp: TestSmtpServer;
let site: HostSite;
beforeAll(async () => {
  // Links in emails need an address that is known before.
  const port = String(await freePort());
  browser = await openBrowser({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, MAIL_HOLD_SECONDS: '1' });
  owner = await browser.server.signIn();
  smtp = await setUpEmail(owner);
  const company = { postalAddress: '1 Mill Road\nHadley, MA 01035', reviewRequests: 'by_hand' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
  const loader = `<script async src="${browser.server.url}/widget.js" data-reviews="3"></script>`;
  site = await serveHostSite({ '/': `<h1>Oak Garden Center</h1>${loader}` });
});
afterAll(async () => {
  await site.close();
  await smtp.close();
  await browser.close();
});

/** A job that is finished and paid. */
async function paidJob(): Promise<string> {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', address: '3 Elm St', city: 'Hadley' };
  const customerId = (await owner.post('/api/customers', ada).then(expectStatus(201))).body.id;
  const job = { customerId, address: '3 Elm St', serviceType: 'pruning', amount: '400' };
  const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
  const invoice = (await owner.post('/api/invoices', { jobId: id }).then(expectStatus(201))).body;
  const payment = { amount: invoice.balance, paymentMethod: 'check' };
  await owner.post(`/api/invoices/${invoice.id}/payments`, payment).then(expectStatus(201));
  return id;
}

/** The path in the email that arrived, whose lines are broken anew for the way. */
async function linkSent(): Promise<string> {
  await expect.poll(() => smtp.received.length).toBe(1);
  const text = smtp.received[0]?.raw.replaceAll(/=\r?\n/g, '') ?? '';
  return text.match(/\/review\/[\w-]+/)?.[0] ?? '';
}

test('A review walks from the finished and paid job by email to its customer, and to the widget on the company’s website', async () => {
  const jobId = await paidJob();
  const office = await browser.newPage({ signedIn: true });
  await office.goto(`/jobs/${jobId}`);
  await office.getByRole('button', { name: 'Ask for a review' }).click();
  await office.getByText('Review Requested').waitFor();
  await office.getByText(/^Asked .* by an email to ada@example\.com/).waitFor();

  const path = await linkSent();
  const page = await browser.newPage({
    width: 390,
    height: 844,
    touch: true,
    expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
  });
  await openAtRest(page, path);
  await expectFitForFingers(page, 'the page of a review');
  await expectNoViolationsAtDepth(page);
  await page.getByTestId('button-send').click();
  await page.getByRole('link', { name: 'Choose a rating.' }).click();
  // By the keyboard alone.
  await page.keyboard.press('Space');
  for (const _ of [2, 3, 4, 5]) await page.keyboard.press('ArrowRight');
  await page.getByTestId('input-reviewText').fill('Great <b>work</b>');
  await page.getByText('You may publish my review, as “Ada L.”').click();
  await page.getByText('You may show photos of this work').click();
  await page.context().setOffline(true);
  await page.getByTestId('button-send').click();
  await page.getByText('What you wrote is kept on this device.').waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(() => page.getByTestId('input-reviewText').inputValue()).toBe('Great <b>work</b>');
  expect(await page.getByTestId('checkbox-mayShowPhotos').isChecked()).toBe(true);
  await page.getByTestId('button-send').click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.getByText('We may publish it, as “Ada L.”').waitFor();
  await page.getByText('We may show photos of this work.').waitFor();
  await expectNoViolationsAtDepth(page);
  await page.reload();
  await page.getByText('5 of 5 stars').waitFor();
  await page.getByText(/^We may show photos of this work/).waitFor();

  await office.getByText('They said so with their review on').waitFor();
  await office.getByRole('link', { name: 'The customer gave 5 of 5 stars' }).click();
  await office.getByRole('button', { name: 'Publish', exact: true }).click();
  await office.getByRole('button', { name: 'Unpublish' }).waitFor();

  const host = await browser.newPage({ width: 390, height: 844, touch: true });
  await host.goto(site.url);
  const widget = host.frameLocator('iframe');
  await widget.getByText('5.0 of 5 over one review').waitFor();
  await widget.getByText('Great <b>work</b>').waitFor();
  await widget.getByText(/^Ada L\., /).waitFor();
});
