import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import {
  expectNoViolations,
  expectNoViolationsAtDepth,
  openAtRest,
  sidewaysScroll,
} from '../../support/browser/checks.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  await owner.patch('/api/settings', { serviceArea: { zipCodes: ['01035'] } }).then(expectStatus(200));
});
afterAll(() => browser.close());

async function count(step: string, times: number): Promise<void> {
  const { stranger } = browser.server;
  const body = { page: 'widget', step, site: 'https://garden.example' };
  for (let done = 0; done < times; done++) await stranger.post('/api/public/funnel', body).then(expectStatus(204));
}

test('The leads page tells how far visitors of the public forms came, on a phone from the menu and in a frame of its own', async () => {
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

  await dialog.getByLabel('To', { exact: true }).fill('2020-01-31');
  await dialog.getByText('Nobody opened a public form on these days.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Views and export' }).click();
  await page.getByRole('menuitem', { name: 'Public forms…' }).click();
  await page.getByRole('region', { name: 'Visitors by form' }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolations(page);
});

test('The owner chooses how the quote widget looks, sees it, and copies the line for the website', {
  tags: ['more'],
}, async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/settings');
  await page.getByRole('link', { name: /How it looks/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Quote Widget' }).waitFor();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('textbox', { name: 'Color of the quote widget', exact: true }).fill('#ffee00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Choose a darker color').first().waitFor();
  await page.getByRole('textbox', { name: 'Color of the quote widget', exact: true }).fill('#1f4e79');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();

  await page.getByLabel('Theme').selectOption('dark');
  await page.getByLabel('Compact').check({ force: true });
  const line = page.getByLabel('Line for your website');
  expect(await line.inputValue()).toBe(
    `<script src="${browser.server.url}/widget.js" data-theme="dark" data-compact="true" async></script>`,
  );
  const widget = page.frameLocator('iframe[title="Quote widget"]');
  await widget.getByRole('heading', { name: 'Get a free tree quote' }).waitFor();
  const owner = await browser.server.signIn();
  const { body } = await owner.get('/api/leads/funnel?from=2020-01-01&to=2999-12-31').then(expectStatus(200));
  expect(body.rows.map(({ site }: { site: string | null }) => site)).not.toContain(null);
  await expectNoViolationsAtDepth(page);
});

/** A request from the widget. @param name the sender's @param more for example the field that no person sees */
const ask = (name: string, more: object = {}) =>
  browser.server.stranger
    .post('/api/public/submit-lead', {
      name,
      email: `${name.toLowerCase()}@example.com`,
      phone: '555-0101',
      address: '3 Elm St, Hadley, MA 01035',
      description: 'The old oak',
      urgency: 'normal',
      source: 'website_widget',
      status: 'new',
      ...more,
    })
    .then(expectStatus(201));

test('Whoever has the console open is told of a request as it comes in', { tags: ['deep'] }, async () => {
  const page = await browser.newPage({ signedIn: true });
  await openAtRest(page, '/customers');
  await ask('Ada');
  const notice = page.locator('.bp6-toast', { hasText: 'New request from the quote widget' });
  await notice.getByText('Ada').waitFor();
  await notice.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(/\/leads\?lead=/);

  // Once is enough: a page opened later does not announce it again.
  await openAtRest(page, '/customers');
  expect(await notice.count()).toBe(0);
});

test('A request that is held is taken or thrown away, from the leads page', { tags: ['more'] }, async () => {
  const page = await browser.newPage({ signedIn: true });
  await ask('Grace', { company_website: 'https://spam.example' });
  await ask('Spammer', { company_website: 'https://spam.example' });
  await page.goto('/leads');
  await page.getByRole('link', { name: 'Held requests (2)' }).click();
  await page.getByRole('heading', { name: 'Held Requests' }).waitFor();
  const held = page.getByRole('listitem').filter({ hasText: 'Held because:' });
  await held.filter({ hasText: 'Spammer' }).waitFor();
  await expectNoViolationsAtDepth(page);

  await page.getByRole('button', { name: 'Throw away: Spammer' }).click();
  await page.getByRole('button', { name: 'Throw away for good: Spammer' }).click();
  await page.getByText('The request is gone for good.').waitFor();
  await page.getByRole('button', { name: 'Not spam, accept it: Grace' }).click();
  await page.getByText('It is now in the lead pipeline.').waitFor();
  await page.getByText('Nothing is held').waitFor();
  const owner = await browser.server.signIn();
  const { body } = await owner.get('/api/leads-working?search=Grace').then(expectStatus(200));
  expect(body).toMatchObject([{ name: 'Grace', request: { page: 'widget' } }]);
});
