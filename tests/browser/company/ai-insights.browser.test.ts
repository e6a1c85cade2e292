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
