import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, sidewaysScroll } from '../../support/browser/checks.ts';
import { NARROW } from '../../support/browser/demo-pages.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('The AI Dashboard of the sidebar has four cards, four tabs and Generate Insights, and says so where it has no insights or cannot fetch them', async () => {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/500/], readsByItself: false });
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'AI Dashboard' }).click();
  await page.getByRole('heading', { name: 'AI Dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Generate Insights' }).first().waitFor();
  await page.getByText('No AI insights available').waitFor();
  for (const card of ['Unread', 'Critical', 'Confidence', 'Action taken'])
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${card}`) })
      .waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'AI Insights',
    'Predictions',
    'Analytics',
    'Automation',
  ]);
  await page.route('**/api/ai/insights?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await page.getByText('Failed to fetch AI insights').waitFor();
});

test('On a phone, insights are generated, one is read and acted on, its notes are displayed, and all is undone', async () => {
  const page = await browser.newPage({ signedIn: true, width: NARROW, height: 844 });
  await page.goto('/ai-dashboard');
  await page.getByText('No AI insights available').waitFor();
  await page.getByRole('button', { name: 'Generate Insights' }).first().click();
  await toast(page).getByText('AI Insights Generated').waitFor();

  const card = page
    .locator('.hw-grid > li')
    .filter({ has: page.getByText('Unread') })
    .first();
  const title = (await card.getByRole('heading').textContent()) ?? '';
  const one = page.locator('.hw-grid > li').filter({ has: page.getByRole('heading', { name: title }) });
  await one.getByText('Sample', { exact: true }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolationsAtDepth(page);

  await one.getByRole('button', { name: 'Mark Read' }).click();
  await toast(page).getByText('Marked as Read').waitFor();
  await expect.poll(() => one.getByText('Unread').count()).toBe(0);

  await one.getByRole('button', { name: 'Take Action' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record Action Taken' });
  const record = dialog.getByRole('button', { name: 'Record Action' });
  await dialog.getByRole('textbox', { name: 'Action notes' }).fill('  ');
  expect(await record.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Action notes' }).fill('Asked the dealer');
  await expectNoViolationsAtDepth(page);
  await record.click();
  await toast(page).getByText('Action Recorded').waitFor();
  await one.getByText('Asked the dealer').waitFor();

  await toast(page).filter({ hasText: 'Action Recorded' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => one.getByText('Asked the dealer').count()).toBe(0);
  await one.getByRole('button', { name: 'Take Action' }).waitFor();
  await one.getByRole('link', { name: title }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Action taken back').waitFor();
  const owner = await browser.server.signIn();
  const { body } = await owner.get('/api/ai/insights').then(expectStatus(200));
  expect(body.find((each: { title: string }) => each.title === title)).toMatchObject({
    isRead: true,
    isActionTaken: false,
    isSample: true,
  });
});
