import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, openAtRest } from '../../support/browser/checks.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('Reviews and suppressed addresses are told by month and rating, and each figure opens its rows', async () => {
  const page = await browser.newPage({ signedIn: true });
  await openAtRest(page, '/marketing-automation?tab=analytics');
  await page.getByText('No campaigns sent yet').waitFor();

  const owner = await browser.server.signIn();
  for (const [customer, rating, reviewText] of [
    ['Ada Oak', 5, 'Great'],
    ['Bea Elm', 5, 'Good'],
    ['Cleo Fir', 1, 'Late'],
  ] as const)
    await owner
      .post('/api/marketing/reviews', { customer, platform: 'google', rating, reviewText })
      .then(expectStatus(201));
  for (const [address, reason] of [
    ['dora@example.com', 'unsubscribed'],
    ['eve@example.com', 'bounced'],
  ] as const)
    await owner.post('/api/marketing/suppressions', { address, reason }).then(expectStatus(201));

  const byRating = page.getByRole('region', { name: 'Reviews by Rating' });
  await byRating.waitFor();
  await expectNoViolationsAtDepth(page);
  await byRating.getByRole('link', { name: '5 of 5' }).click();
  await page.getByRole('link', { name: 'Ada Oak' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Cleo Fir' }).count()).toBe(0);
  expect(await page.getByLabel('Rating', { exact: true }).inputValue()).toBe('5');

  await page.getByRole('tab', { name: 'Analytics' }).click();
  const byMonth = page.getByRole('region', { name: 'Reviews by Month' });
  await byMonth.getByRole('link', { name: '1', exact: true }).click();
  await page.getByRole('link', { name: 'Cleo Fir' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Ada Oak' }).count()).toBe(0);
  expect(await page.getByLabel('Sentiment', { exact: true }).inputValue()).toBe('negative');

  await page.goBack();
  const suppressed = page.getByRole('region', { name: 'Suppressed Addresses by Month' });
  await suppressed.getByRole('link', { name: '1', exact: true }).first().click();
  await page.getByRole('link', { name: 'dora@example.com' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'eve@example.com' }).count()).toBe(0);
});
