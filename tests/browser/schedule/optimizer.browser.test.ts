import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, expectNoViolationsAtDepth } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
const ids: string[] = [];

// A Monday, when the company works from 8:00 AM.
const DAY = '2036-06-16';

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const memberIds = [];
  for (const firstName of ['Ada', 'Grace'])
    memberIds.push((await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id);
  const homeAddress = '1 Depot Rd, Northampton, MA 01060';
  await owner.post('/api/crews', { name: 'Crew 1', homeAddress, memberIds }).then(expectStatus(201));
  for (const [title, address] of [
    ['Hedge', '3 Elm St, Northampton, MA 01060'],
    ['Oak', '9 Main St, Amherst, MA 01002'],
  ]) {
    const job = await owner.post('/api/jobs', { title, address, estimatedDuration: 2 }).then(expectStatus(201));
    ids.push(job.body.id);
  }
});
afterAll(() => browser.close());

const toast = (page: Page, text: string) => page.locator('.bp6-toast').getByText(text);

async function statuses(): Promise<string[]> {
  const jobs = await Promise.all(ids.map((id) => owner.get(`/api/jobs/${id}`).then(expectStatus(200))));
  return jobs.map(({ body }) => body.status);
}

describe('the optimizer', () => {
  test('The optimizer plans a day, says why, applies it and takes it back, and plans several days', {
    tags: ['more'],
  }, async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/schedule?date=${DAY}&view=crews`);
    await page.getByRole('button', { name: 'Optimize Day' }).click();
    const dialog = page.getByRole('dialog', { name: 'AI Schedule Optimizer' });
    await dialog.getByLabel('Date').fill(DAY);
    await dialog.getByLabel('Mode').selectOption({ label: 'Least driving' });
    await dialog.getByText('a minute on the road counts four times as much').waitFor();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Optimize Schedule' }).click();

    await toast(page, 'Successfully optimized 2 jobs for 1 crews').waitFor();
    await dialog.getByText('2 jobs are new on this day.').waitFor();
    await dialog.getByRole('img', { name: 'Map of the routes. A: Crew 1' }).waitFor();
    const crew = dialog.getByRole('region', { name: 'Crew 1' });
    await crew.getByText('Why here').first().click();
    await expect.poll(() => crew.locator('details[open] li').count()).toBeGreaterThan(0);

    await dialog.getByRole('button', { name: 'Apply Schedule' }).click();
    await toast(page, 'Successfully scheduled 2 jobs').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No Unscheduled Jobs').waitFor();
    expect(await statuses()).toEqual(['scheduled', 'scheduled']);
    await page.locator('.bp6-toast').getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'The change has been undone.').waitFor();
    expect(await statuses()).toEqual(['unscheduled', 'unscheduled']);
    await page.getByRole('button', { name: 'Optimize Day' }).click();
    await dialog.getByRole('button', { name: 'Optimize Schedule' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Optimize Day');

    // Several days, told day by day, with what was assumed at hand.
    await page.getByRole('button', { name: 'Optimize Day' }).click();
    const through = dialog.getByLabel('Through');
    await dialog.getByLabel('Date').fill(DAY);
    expect(await through.inputValue()).toBe(DAY);
    await through.fill('2036-06-30');
    await dialog.getByText('At most 14 days can be planned at once.').waitFor();
    await through.fill('2036-06-17');
    await dialog.getByLabel('Mode').selectOption({ label: 'Even workload' });
    const large = { title: 'Removal', address: '3 Elm St, Northampton, MA 01060', estimatedDuration: 12 };
    const { id } = (await owner.post('/api/jobs', large).then(expectStatus(201))).body;
    await dialog.getByRole('button', { name: 'Optimize Schedule' }).click();

    await dialog.getByRole('heading', { name: 'Monday, June 16 to Tuesday, June 17' }).waitFor();
    await dialog.getByText(/are new on these days/).waitFor();
    const days = dialog.locator('.hw-plan-day');
    expect(await days.count()).toBe(2);
    const tuesday = days.nth(1);
    await tuesday.getByRole('img', { name: /^Timeline\./ }).waitFor();
    await tuesday.getByText('Crews and map').click();
    await tuesday
      .getByRole('region', { name: 'Crew 1' })
      .getByText(/a part of it/)
      .waitFor();
    await dialog.getByRole('region', { name: 'Assumed' }).getByRole('listitem').first().waitFor();
    await expectNoViolationsAtDepth(page);
    await owner.delete(`/api/jobs/${id}`).then(expectStatus(204));
  });

  test('The optimizer opens a plan that waits, dismisses it, brings it back, applies it, and takes it back from the earlier plans', {
    tags: ['deep'],
  }, async () => {
    const made = await owner.post('/optimizer/schedule/optimize', { date: DAY }).then(expectStatus(200));
    await owner.post(`/api/plans/${made.body.plan_id}/keep`).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/schedule?date=${DAY}&view=crews`);
    const waiting = page.getByText('A plan for Monday, June 16 is waiting for approval');
    await waiting.waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'AI Schedule Optimizer' });
    await dialog.getByText('Waiting for approval').waitFor();
    await dialog.getByRole('region', { name: 'Crew 1' }).getByText('Why here').first().click();
    await expectNoViolationsAtDepth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await dialog.getByText('Dismissed', { exact: true }).waitFor();
    await waiting.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Bring back' }).click();
    await dialog.getByText('Waiting for approval').waitFor();
    await dialog.getByRole('button', { name: 'Apply Schedule' }).click();
    await toast(page, 'Successfully scheduled 2 jobs').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await statuses()).toEqual(['scheduled', 'scheduled']);

    await page.getByRole('button', { name: 'Optimize Day' }).click();
    await dialog.getByRole('button', { name: 'Earlier plans' }).click();
    await expectNoViolations(page);
    await dialog
      .getByRole('button', { name: /Monday, June 16.*Balanced.*Applied/ })
      .first()
      .click();
    await dialog.getByText(/applied/).waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Undone', { exact: true }).waitFor();
    expect(await statuses()).toEqual(['unscheduled', 'unscheduled']);
  });

  test('The optimizer says what made a plan stale, and plans its days again', { tags: ['deep'] }, async () => {
    const { plan_id: plan } = (await owner.post('/optimizer/schedule/optimize', { date: DAY }).then(expectStatus(200)))
      .body;
    await owner.put(`/api/jobs/${ids[0]}`, { estimatedDuration: 4 }).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/schedule?plan=${plan}`);
    const dialog = page.getByRole('dialog', { name: 'AI Schedule Optimizer' });
    await dialog.getByText('A job of the plan has changed.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Apply Schedule' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Optimize again' }).click();
    await toast(page, 'Successfully optimized 2 jobs for 1 crews').waitFor();
    await dialog.getByRole('button', { name: 'Apply Schedule' }).waitFor();
    expect(page.url()).not.toContain('plan=');
  });

  test('The optimizer says what has moved since, that it cannot be reached, and that there is nothing to plan', async () => {
    const page = await browser.newPage({ signedIn: true, expectedErrors: [/409 \(Conflict\)/, /ERR_FAILED/] });
    await page.goto(`/schedule?optimize=true`);
    const dialog = page.getByRole('dialog', { name: 'AI Schedule Optimizer' });
    const optimize = dialog.getByRole('button', { name: 'Optimize Schedule' });
    await dialog.getByLabel('Date').fill('2020-06-15');
    await dialog.getByText('This day is over. Pick today or a later day.').waitFor();
    expect(await optimize.isDisabled()).toBe(true);
    await dialog.getByLabel('Date').fill(DAY);
    // The page does not hear what has happened to its plan.
    await page.route('**/api/plans/*', (route) => route.abort());
    await optimize.click();
    await dialog.getByText('2 jobs are new on this day.').waitFor();
    await owner.put(`/api/jobs/${ids[0]}`, { estimatedDuration: 3 }).then(expectStatus(200));
    await dialog.getByRole('button', { name: 'Apply Schedule' }).click();
    await toast(page, 'Could not apply the optimized schedule. Please try again.').waitFor();
    await dialog.getByRole('alert').getByText('The schedule has changed', { exact: true }).waitFor();
    expect(await statuses()).toEqual(['unscheduled', 'unscheduled']);
    await page.unroute('**/api/plans/*');
    await dialog.getByRole('button', { name: 'Optimize again' }).click();
    await dialog.getByRole('alert').waitFor({ state: 'detached' });

    await page.route('**/optimizer/schedule/optimize', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Re-optimize' }).click();
    await optimize.click();
    await toast(page, 'Optimization Failed').waitFor();
    await page.unroute('**/optimizer/schedule/optimize');
    for (const id of ids) await owner.delete(`/api/jobs/${id}`).then(expectStatus(204));
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await toast(page, 'No Jobs to Optimize').waitFor();
    await dialog.getByRole('status').waitFor();
  });
});
