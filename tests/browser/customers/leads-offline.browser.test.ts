import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { addLead, card, column, moveByMenu, openPipeline } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let other: Client;

beforeAll(async () => {
  browser = await openBrowser();
  other = await browser.server.signIn();
});
afterAll(() => browser.close());

const open = (path?: string) =>
  openPipeline(browser, path, { expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|500/] });

const statusOf = async (id: string) => (await other.get(`/api/leads/${id}`).then(expectStatus(200))).body.status;

test('Without a network, a move whose answer was lost, taken back and made again, is a move of its own', {
  tags: ['deep'],
}, async () => {
  const id = await addLead(other, 'To and fro');
  const page = await open();
  await page.route(
    `**/api/leads/${id}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await moveByMenu(page, 'To and fro', 'Contacted');
  await toast(page).getByText('Failed to update lead status.').waitFor();
  await column(page, 'Contacted').getByText('To and fro').waitFor();
  for (const status of ['New', 'Contacted']) {
    await moveByMenu(page, 'To and fro', status);
    await expect.poll(() => statusOf(id)).toBe(status);
    await column(page, status).getByText('To and fro').waitFor();
  }
});

test('Without a network, an act that fails does not make a list that could not be read pass for current', {
  tags: ['deep'],
}, async () => {
  const id = await addLead(other, 'Changed unseen');
  await addLead(other, 'Cannot be moved');
  const page = await open();
  await page.mouse.move(700, 20);
  await page.route('**/api/leads**', (route) => route.abort());
  await other.patch(`/api/leads/${id}`, { status: 'Quoting' }).then(expectStatus(200));
  await page.getByText('Showing what was last loaded').waitFor();
  await moveByMenu(page, 'Cannot be moved', 'Contacted');
  await toast(page).getByText('Failed to update lead status.').waitFor();
  await page.getByText('Showing what was last loaded').waitFor();
  await page.unroute('**/api/leads**');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.mouse.move(700, 20);
  await column(page, 'Quoting').getByText('Changed unseen').waitFor();
});

test('Without a network, a lead that is not saved stays typed, and its repeat makes one lead', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
  await dialog.getByLabel('Name').fill('Typed offline');

  // The answer to the first try is lost on the way, after the server has stored the lead.
  const keys: (string | undefined)[] = [];
  await page.route('**/api/leads', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await toast(page).getByText('Failed to create lead.').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed offline');
  await dialog.getByRole('button', { name: 'Add Lead' }).click();
  await toast(page).getByText('New lead has been added to the pipeline.').waitFor();

  expect(new Set(keys).size).toBe(1);
  expect((await other.get('/api/leads-working?search=offline')).body).toHaveLength(1);
});

test('Without a network, what a change made old while it could not be read is read once it can', {
  tags: ['deep'],
}, async () => {
  const page = await open();
  await page.mouse.move(700, 20);
  // The notice of the change still arrives, but not the list it asks for.
  await page.route('**/api/leads-working?*', (route) => route.abort());
  await addLead(other, 'Told of, not read');
  await page.getByText('Showing what was last loaded').waitFor();
  await page.unroute('**/api/leads-working?*');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await card(page, 'Told of, not read').waitFor();
  await page.getByText('Showing what was last loaded').waitFor({ state: 'detached' });
});

test('Without a network, the console says so, keeps what it shows, and catches up', async () => {
  await addLead(other, 'There before');
  const page = await open();
  await page.context().setOffline(true);
  await card(page, 'There before')
    .getByRole('button', { name: /Convert/ })
    .click();
  await toast(page).getByText('Failed to convert lead to customer.').waitFor();
  await card(page, 'There before').waitFor();
  await addLead(other, 'Came meanwhile');
  await page.context().setOffline(false);
  await page.mouse.move(700, 20);
  await card(page, 'Came meanwhile').waitFor();
});
