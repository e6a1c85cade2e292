import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { GHOST_KEY, leaveRefusedSteps } from '../../support/samples/refused-steps.ts';
import { expectStatus } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let browser: TestBrowser;
beforeAll(async () => {
  folder = await tempFolder();
  await leaveRefusedSteps(folder.path);
  browser = await openBrowser({ DATA_DIR: folder.path });
});
afterAll(async () => {
  await browser.close();
  await folder.remove();
});

test('An owner is told on every page what was not done and why, and tries it again', async () => {
  const owner = await browser.server.signIn();
  const known = async () => (await owner.get('/api/dead-steps').then(expectStatus(200))).body.length;
  await expect.poll(known, { timeout: 30_000 }).toBe(2);

  const page = await browser.newPage({ signedIn: true });
  await page.goto('/equipment');
  const banner = page.getByRole('status').filter({ hasText: '2 steps were not done' });
  await banner.getByText('There is no such customer.').waitFor();
  await expectNoViolations(page);
  await banner.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.bp6-toast').getByText('Not all done').waitFor();

  await owner.post('/api/customers', { firstName: 'Ada' }, { 'idempotency-key': GHOST_KEY }).then(expectStatus(201));
  await banner.getByRole('button', { name: 'Try again' }).click();
  await banner.waitFor({ state: 'detached' });
  await page.locator('.bp6-toast').getByText('Everything is done now.').waitFor();
});
