import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { runForeignOnEvidence, unpack, verifiersAvailable } from '../../support/proof/verifiers.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const HOUR_MS = 60 * 60_000;

let browser: TestBrowser;
let owner: Client;
/** From today on: sessions of an earlier day have ended. */
let now = Date.now();
let ids: Record<'quote' | 'job' | 'invoice', string>;
const moments = {} as Record<'approved' | 'working' | 'invoiced', string>;

/** Notes the moment, and goes on some hours later. */
function laterBy(hours: number): string {
  const moment = new Date(now).toISOString();
  now += hours * HOUR_MS;
  return moment;
}

const made = (answer: Promise<Answer>, status = 200) => answer.then(expectStatus(status)).then(({ body }) => body);

beforeAll(async () => {
  browser = await openBrowser({}, undefined, () => now);
  owner = await browser.server.signIn();
  await addSignedIn(browser.server, owner, 'auditor', { role: 'auditor' });
  const { server } = browser;
  const lead = await made(owner.post('/api/leads', { name: 'Ada Lovelace', address: '3 Elm St' }), 201);
  laterBy(1);
  const items = [{ service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 }];
  const offer = { customerName: 'Ada Lovelace', propertyAddress: '3 Elm St', items, leadId: lead.id };
  const quote = await made(owner.post('/api/quotes', offer), 201);
  const { url } = await made(owner.post(`/api/quotes/${quote.id}/send`));
  const approval = { version: 1, signature: 'Ada Lovelace' };
  await made(server.stranger.post(`/api/public/quotes/${String(url).split('/').at(-1)}/approve`, approval));
  const { jobId: job } = await made(owner.get(`/api/quotes/${quote.id}`));
  moments.approved = laterBy(3);
  await made(owner.post(`/api/jobs/${job}/start`));
  moments.working = laterBy(4);
  await made(owner.post(`/api/jobs/${job}/complete`));
  const invoice = await made(owner.post('/api/invoices', { jobId: job }), 201);
  moments.invoiced = laterBy(5);
  await made(owner.post(`/api/invoices/${invoice.id}/payments`, { amount: '500', paymentMethod: 'check' }), 201);
  ids = { quote: quote.id, job, invoice: invoice.id };
});
afterAll(() => browser.close());

test('A dispute is followed from the invoice back to the request, as of three moments, and its evidence holds before a stranger', async () => {
  const page = await browser.newPage({ signedIn: { username: 'auditor', password: PASSWORD } });
  await page.goto(`/invoices?invoice=${ids.invoice}&tab=history`);
  await page.getByRole('link', { name: 'All of its events' }).click();
  await page.locator('.hw-log-line').getByRole('link', { name: 'New invoice' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Everything that this act did' }).click();
  const acts = page.locator('.hw-acts').first();
  await acts.getByText('Quote approved').waitFor();
  await acts.getByText('Payment recorded').waitFor();
  await acts.getByRole('link', { name: 'New lead' }).click();
  await page.locator('.hw-acts > [aria-current]').getByText('New lead').first().waitFor();

  const banner = page.getByRole('region', { name: 'An earlier moment' });
  await page.goto(`/quotes/${ids.quote}?heartwood.as-of=${moments.approved}`);
  await banner.waitFor();
  await page.getByText('$1,200').first().waitFor();
  await page.getByText('Approved').first().waitFor();
  await page.goto(`/jobs/${ids.job}?heartwood.as-of=${moments.working}`);
  await page.getByText('In progress').first().waitFor();
  await page.goto(`/invoices?invoice=${ids.invoice}&heartwood.as-of=${moments.invoiced}`);
  await page.getByRole('dialog').getByText('$1,200').first().waitFor();
  expect(await page.getByRole('dialog').getByText('$700').count()).toBe(0);
  await page.getByRole('button', { name: 'Back to today' }).click();
  await page.getByRole('dialog').getByText('$700').first().waitFor();

  await page.getByRole('tab', { name: 'History' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download evidence' }).click(),
  ]);
  if (!verifiersAvailable()) return;
  const folder = await tempFolder();
  await file.saveAs(join(folder.path, 'evidence.zip'));
  await unpack(join(folder.path, 'evidence.zip'), join(folder.path, 'evidence'));
  const { body: events } = await owner.get(`/api/audit/events?record=invoice:${ids.invoice}`).then(expectStatus(200));
  expect(Number(await runForeignOnEvidence(join(folder.path, 'evidence')))).toBe(events.length);
  await folder.remove();
});
