import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const REFUSED = 'Enter an amount like 1200 or 1,200.50: zero or more, with up to two decimals.';
const drawer = (page: Page) => page.locator('.hw-drawer');

async function open(address: string): Promise<{ page: Page; sent: string[] }> {
  const page = await browser.newPage({ signedIn: true });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.postData() ?? '');
  });
  await page.goto(address);
  return { page, sent };
}

/** Types it, submits, and expects a refusal beside the field, with what was typed still there. */
async function expectRefused(input: Locator, submit: Locator, typed: string): Promise<void> {
  await input.fill(typed);
  await submit.click();
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
  const about = await input.getAttribute('aria-describedby');
  expect(await input.page().locator(`[id="${about}"]`).textContent()).toBe(REFUSED);
  expect(await input.inputValue()).toBe(typed);
  expect(await input.evaluate((it) => it === document.activeElement)).toBe(true);
}

test('A malformed amount of a new lead is refused beside the field, nothing is sent, and the draft keeps it', async () => {
  const { page, sent } = await open('/leads');
  await page.getByRole('button', { name: 'Add Lead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
  const value = dialog.getByLabel('Estimated Value');
  const submit = dialog.getByRole('button', { name: 'Add Lead' });
  expect(await value.getAttribute('inputmode')).toBe('decimal');
  await dialog.getByLabel('Name').fill('Oak over the barn');
  for (const typed of ['2499.50e', '12-00', '-1', '12.345']) await expectRefused(value, submit, typed);
  await expectNoViolations(page);
  expect(sent).toEqual([]);
  expect(await toast(page).count()).toBe(0);

  await page.reload();
  expect(await value.inputValue()).toBe('12.345');
  await value.fill(' $1,200.50 ');
  expect(await dialog.getByText(REFUSED).count()).toBe(0);
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await submit.click();
  await toast(page).getByText('New lead has been added to the pipeline.').waitFor();
  expect(sent.map((body) => JSON.parse(body).estimatedValue)).toEqual(['1200.50']);
  expect((await (await answered).json()).estimatedValue).toBe('1200.50');
});

test('The price of a machine, the cost of its maintenance and a half typed date are refused too', {
  tags: ['deep'],
}, async () => {
  const said = { name: 'Grinder', category: 'Stump Grinders', purchasePrice: '27400.75' };
  const { id } = (await owner.post('/api/equipment', said).then(expectStatus(201))).body;
  const { page, sent } = await open(`/equipment?equipment=${id}&tab=edit`);
  const save = drawer(page).getByRole('button', { name: 'Save' });
  await page.getByRole('listitem').filter({ hasText: 'Grinder' }).getByText('$27,400.75').waitFor();
  await expectRefused(drawer(page).getByLabel('Purchase Price'), save, '27-400');
  await drawer(page).getByLabel('Purchase Price').fill('27,400.75');
  await drawer(page).getByLabel('Next Maintenance').focus();
  await page.keyboard.type('02');
  await save.click();
  await drawer(page).getByText('Enter the full date, or clear it.').waitFor();
  expect(sent).toEqual([]);

  await drawer(page).getByLabel('Next Maintenance').fill('2027-02-01');
  await drawer(page).getByLabel('Maintenance Interval').fill('9O');
  await save.click();
  await drawer(page)
    .getByText(/^The interval must be a whole number of days/)
    .waitFor();
  expect(await drawer(page).getByLabel('Maintenance Interval').inputValue()).toBe('9O');

  await page.goto(`/equipment?equipment=${id}`);
  await drawer(page).getByRole('button', { name: 'Record maintenance' }).click();
  const before = sent.length;
  const dialog = page.getByRole('dialog', { name: 'Record maintenance' });
  const record = dialog.getByRole('button', { name: 'Record', exact: true });
  await expectRefused(dialog.getByLabel('Cost'), record, '260.5.0');
  expect(sent.length).toBe(before);
  await dialog.getByLabel('Cost').fill('$1,260.5');
  await record.click();
  await drawer(page).getByText('done once · $1,260.50 so far').waitFor();
});
