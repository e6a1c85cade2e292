import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../support/browser-checks.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function count(step: string, times: number): Promise<void> {
  const { stranger } = browser.server;
  const body = { page: 'widget', step, site: 'https://garden.example' };
  for (let done = 0; done < times; done++) await stranger.post('/api/public/funnel', body).then(expectStatus(204));
}

test('the leads page tells how far visitors of the public forms came', async () => {
  await count('opened', 4);
  await count('sent', 1);
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Public forms…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Public forms' });
  const row = dialog.getByRole('row', { name: /^Quote widget on garden\.example/ });
  await row.waitFor();
  const cells = await row.getByRole('cell').allTextContents();
  expect(cells.map((cell) => cell.trim())).toEqual(['4', '0', '0', '1 25%', '0']);
  await expectNoViolations(page);

  await dialog.getByLabel('To', { exact: true }).fill('2020-01-31');
  await dialog.getByText('Nobody opened a public form on these days.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('');
});

test('on a phone they scroll in their own frame', async () => {
  await count('opened', 1);
  const page = await browser.newPage({ signedIn: true, width: 390, height: 844 });
  await page.goto('/leads?forms=true');
  await page.getByRole('region', { name: 'Visitors by form' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolations(page);
});
