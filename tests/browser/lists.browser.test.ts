import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { expectNoViolations } from '../support/browser-checks.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  for (const [name, leadSource] of [
    ['Ash', 'Referral'],
    ['Beech', 'Website'],
  ]) {
    await owner.post('/api/leads', { name, leadSource }).then(expectStatus(201));
  }
});
afterAll(() => browser.close());

test('a view keeps the filters under a name, and opens them again', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?source=Referral');
  await page.getByRole('button', { name: 'Views and export' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByLabel('Name').fill('Referrals');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Referrals” is in this menu').waitFor();

  await page.goto('/leads');
  await page.getByRole('article', { name: 'Beech' }).waitFor();
  await page.getByRole('button', { name: 'Views and export' }).click();
  await page.getByRole('menuitem', { name: 'Referrals' }).click();
  await page.getByRole('article', { name: 'Beech' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?source=Referral');
});

test('a list is exported as the page filters it', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads?source=Website');
  await page.getByRole('button', { name: 'Views and export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('leads.csv');
  let text = '';
  for await (const chunk of await file.createReadStream()) text += chunk;
  expect(text).toContain('Beech');
  expect(text).not.toContain('Ash');
});
