import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
let moment: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const { id } = (await owner.post('/api/leads', { name: 'Ada Nowak' }).then(expectStatus(201))).body;
  moment = new Date().toISOString();
  await vi.waitUntil(() => new Date().toISOString() !== moment);
  await owner.patch(`/api/leads/${id}`, { name: 'Ada Brandt' }).then(expectStatus(200));
});
afterAll(() => browser.close());

test('A link to an earlier moment shows every page as it was then, and nothing there can be changed', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/leads?heartwood.as-of=${moment}`);
  const banner = page.getByRole('region', { name: 'An earlier moment' });
  await banner.getByText(/^As of /).waitFor();
  await page.getByText('Ada Nowak').waitFor();
  expect(await page.getByText('Ada Brandt').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Add Lead' }).count()).toBe(0);
  expect(page.url()).not.toContain('as-of');

  const [file] = await Promise.all([
    page.waitForRequest(/format=csv/),
    page
      .getByRole('button', { name: 'Views and export' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Export as CSV' }).click()),
  ]);
  expect(new URL(file.url()).searchParams.get('asOf')).toBe(moment);

  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('heading', { name: 'Customers', exact: true }).waitFor();
  await page.reload();
  await banner.getByText(/^As of /).waitFor();

  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByRole('button', { name: 'Back to today' }).click();
  await page.getByText('Ada Brandt').waitFor();
  expect(await banner.count()).toBe(0);
});

test('An owner sees what people were paid at an earlier moment, and is offered no act there', async () => {
  const { id } = (await owner.post('/api/staff', { firstName: 'Lee', lastName: 'Park' }).then(expectStatus(201))).body;
  await owner.post(`/api/pay/${id}/rates`, { rate: '31.50', from: '2026-01-01' }).then(expectStatus(200));
  const then = new Date().toISOString();
  await vi.waitUntil(() => new Date().toISOString() !== then);
  await owner.post(`/api/pay/${id}/rates`, { rate: '38.25', from: '2026-01-01' }).then(expectStatus(200));

  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/people/${id}?heartwood.as-of=${then}`);
  await page.getByText('$31.50').waitFor();
  for (const act of ['Set rate', 'Edit', 'Mark as left', 'Invite'])
    expect(await page.getByRole('button', { name: act }).count()).toBe(0);

  await page.getByRole('button', { name: 'Back to today' }).click();
  await page.getByText('$38.25').waitFor();
  await page.getByRole('button', { name: 'Set rate' }).waitFor();
});

test('What is only known as it is now says so at an earlier moment, and is not tried again', async () => {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/400 \(Bad Request\)/] });
  await page.goto(`/settings?heartwood.as-of=${moment}`);
  await page.getByText('Only known as it is now').first().waitFor();
  await page.goto('/account');
  await page.getByText('Only known as it is now').first().waitFor();
  for (const act of ['Try again', 'Change password'])
    expect(await page.getByRole('button', { name: act }).count()).toBe(0);
});

test('A moment is chosen by the clock of the company, and none that lies ahead', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Earlier moment' }).click();
  const show = page.getByRole('button', { name: 'Show', exact: true });
  await page.getByLabel('Show everything as of').fill('2999-01-01T12:00');
  await page.getByText('This lies ahead').waitFor();
  expect(await show.isDisabled()).toBe(true);
  await page.getByLabel('Show everything as of').fill('2020-01-01T12:00');
  await show.click();
  await page.getByText('As of Wed, Jan 1, 2020, 12:00 PM').waitFor();
  await page.getByText('Total Leads').waitFor();
  expect(await page.getByText('Ada').count()).toBe(0);
});

test('Whoever may not read the history is offered no earlier moment', async () => {
  await addSignedIn(browser.server, owner, 'office-1', { role: 'office' });
  const page = await browser.newPage({ signedIn: { username: 'office-1', password: PASSWORD } });
  await page.goto('/leads');
  await page.getByText('Ada Brandt').waitFor();
  expect(await page.getByRole('button', { name: 'Earlier moment' }).count()).toBe(0);
});
