import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { expectFitForFingers } from '../../support/browser/targets.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await browser.server.signIn();
  const hazards = ['Power line over the drive'];
  const job = await owner.post('/api/jobs', { title: 'Rowan', address: '3 Elm St', hazards }).then(expectStatus(201));
  for (const firstName of ['Grace', 'Ada']) {
    const { body } = await owner.post('/api/staff', { firstName }).then(expectStatus(201));
    const worked = { personId: body.id, day: '2026-02-03', hours: 6.5 };
    await owner.post(`/api/jobs/${job.body.id}/hours`, worked).then(expectStatus(200));
  }
});
afterAll(() => browser.close());

/** Creates a review, as far as its figures are shown. */
async function fill(page: Page, name: string) {
  await page.goto('/hr-management?tab=performance');
  await page.getByRole('button', { name: 'Create Review' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create Review' });
  await form.getByLabel('Person').fill(name);
  await page.getByRole('option', { name }).click();
  await form.getByLabel('Period from').fill('2026-01-01');
  await form.getByLabel('Period to').fill('2026-03-31');
  await form.getByLabel('Overall rating').selectOption('4 · Exceeds Expectations');
  await form.getByText('Safety notes').click();
  await form.getByText('Power line over the drive').waitFor();
  return form;
}

test('A performance review is created with the figures of its period beside the form', async () => {
  const page = await browser.newPage({ width: 1440, signedIn: true });
  const form = await fill(page, 'Grace');
  const [fields, figures] = await Promise.all(
    [form.locator('.hw-form-fields'), form.getByRole('region', { name: 'Figures of the period' })].map((part) =>
      part.boundingBox(),
    ),
  );
  expect(figures?.x).toBeGreaterThan((fields?.x ?? 0) + (fields?.width ?? 0));
  expect(Math.abs((figures?.y ?? 0) - (fields?.y ?? 0))).toBeLessThan(20);
  await expectNoViolations(page);
  const create = form.getByRole('button', { name: 'Create Review' });
  await form.getByLabel('Overall rating').selectOption('Choose a rating');
  await create.click();
  const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf(form.getByText('Choose a rating.'))).not.toBe(await colorOf(form.getByText('Jobs that these')));
  await form.getByLabel('Overall rating').selectOption('4 · Exceeds Expectations');
  await create.click();
  await toast(page).getByText('Review Created').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Grace' });
  await row.getByText('No account').waitFor();
  await row.getByRole('link', { name: 'Grace' }).click();
  const drawer = page.getByRole('dialog', { name: 'Review of Grace' });
  await drawer.getByText('4 · Exceeds Expectations').waitFor();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('performance');
  const tops = await page
    .locator('.hw-stats .hw-stat')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size, 'Rows of figures beside an open record').toBe(1);
});

test('A performance review is created on a phone, with the figures below the form', async () => {
  const page = await browser.newPage({ width: 390, touch: true, signedIn: true });
  const form = await fill(page, 'Ada');
  const top = async (part: string) => (await form.locator(part).boundingBox())?.y ?? 0;
  expect(await top('.hw-review-figures')).toBeGreaterThan(await top('[data-field="goals"]'));
  expect(await sidewaysScroll(page)).toBe(0);
  await expectFitForFingers(page, 'a new performance review');
  await form.getByRole('button', { name: 'Create Review' }).click();
  await toast(page).getByText('Review Created').waitFor();
});
