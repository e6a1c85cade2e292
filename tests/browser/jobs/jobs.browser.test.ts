import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** A customer with one property. */
async function addCustomer(firstName: string): Promise<string> {
  const body = { firstName, lastName: 'Lovelace', phone: '413 555 0142', address: '3 Elm St', city: 'Amherst' };
  return (await owner.post('/api/customers', body).then(expectStatus(201))).body.id;
}

async function addJob(changes: object = {}): Promise<string> {
  return (await owner.post('/api/jobs', { address: '3 Elm St', ...changes }).then(expectStatus(201))).body.id;
}

/** @returns the most entries of lists that had the text at once since it was called */
async function watchHowOften(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const seen = { most: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const entries = [...document.querySelectorAll('.hw-job-notes li')].filter((entry) =>
        entry.textContent?.includes(wanted),
      );
      seen.most = Math.max(seen.most, entries.length);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, text);
  return () => page.evaluate(() => (window as unknown as { seen: { most: number } }).seen.most);
}

async function jobOf(id: string) {
  return (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
}

test('A note is shown once also where an answer that was asked for before holds it already', async () => {
  const id = await addJob({ title: 'Oak' });
  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/jobs/${id}`);
  await page.getByLabel('New note').fill('Stump stays.');
  const sent = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(`**/api/jobs/${id}`, async (route) => {
    asked.resolve();
    await sent.promise;
    await route
      .fetch()
      .then((response) => route.fulfill({ response }))
      // The page no longer waits for it.
      .catch(() => undefined);
    answered.resolve();
  });
  await page.route(`**/api/jobs/${id}/notes`, async (route) => {
    const response = await route.fetch();
    sent.resolve();
    await answered.promise;
    // Time to show it.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    await route.fulfill({ response });
  });
  // The page hears of another's change, and asks.
  await owner.put(`/api/jobs/${id}`, { title: 'Elm' }).then(expectStatus(200));
  await asked.promise;
  const timesShown = await watchHowOften(page, 'Stump stays.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await toast(page).getByText('Note Added').waitFor();
  expect(await timesShown()).toBe(1);
});

describe('the list of jobs', () => {
  test('The list of jobs makes a job for a customer who is picked, counts it, and finds it by its filters; all of it is in the address', async () => {
    await addCustomer('Bea');
    const cancelled = await addJob({ title: 'Never mind', priority: 'low' });
    await owner.post(`/api/jobs/${cancelled}/cancel`, { reason: 'Sold' }).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/jobs');
    await page.getByRole('button', { name: 'New Job' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New Job' });
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('bea');
    await dialog.getByRole('option', { name: /Bea Lovelace/ }).click();
    // The only one is chosen automatically.
    await expect.poll(() => dialog.getByLabel('Property').inputValue()).not.toBe('');
    await dialog.getByLabel('Service').selectOption('Tree Removal');
    await dialog.getByLabel('Priority').selectOption('Urgent');
    await dialog.getByLabel('Estimated duration').fill('3.5');
    await dialog.getByLabel('Date').fill('2036-06-16');
    await dialog.getByRole('button', { name: 'Create Job' }).click();
    await toast(page).getByText('Job Created').waitFor();
    await page.waitForURL(/\/jobs\/[^/?]+$/);
    await page.getByRole('link', { name: 'Jobs', exact: true }).last().click();

    const row = page.getByRole('row').filter({ hasText: 'Bea Lovelace' });
    for (const text of ['3 Elm St, Amherst', 'Scheduled', 'Urgent', 'Tree Removal', '3.5h', 'Unassigned'])
      await row.getByText(text, { exact: true }).waitFor();
    await row.getByText('Mon, Jun 16, 2036, 8:00 AM').waitFor();
    await page.getByRole('heading', { name: 'Active Jobs' }).waitFor();
    expect(await page.getByText('Never mind').count()).toBe(0);

    await page.getByRole('link', { name: 'Scheduled 1' }).click();
    await page.getByRole('heading', { name: 'Scheduled Jobs' }).waitFor();
    await row.waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('Cancelled');
    await page.getByText('Never mind').waitFor();
    await page.getByLabel('Priority', { exact: true }).selectOption('High');
    await page.waitForURL(/status=cancelled&priority=high/);
    await page.getByText('No jobs found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByLabel('From', { exact: true }).fill('2036-06-17');
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('From', { exact: true }).fill('2036-06-16');
    await row.waitFor();

    // The same filters in the column headers, with the keyboard.
    await page.getByRole('button', { name: 'Filter by Priority' }).press('Enter');
    const filter = page.getByRole('group', { name: 'Filter by Priority' });
    await filter.getByLabel('Priority').selectOption('Urgent');
    await page.waitForURL(/priority=urgent/);
    await expect.poll(() => page.locator('.hw-toolbar').getByLabel('Priority').inputValue()).toBe('urgent');
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await filter.waitFor({ state: 'detached' });
    const inUse = page.getByRole('button', { name: 'Filter by Priority, in use' });
    await expect.poll(() => inUse.evaluate((button) => button === document.activeElement)).toBe(true);
    await inUse.click();
    await filter.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL((url) => !url.search.includes('priority'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Customer' }).click();
    await page.waitForURL(/sort=customerName/);
    await page.reload();
    await row.waitFor();
  });

  test('A list of jobs that could not be loaded says so, and loads the page again', async () => {
    await addJob({ title: 'Elm at the gate' });
    const page = await browser.newPage({ signedIn: true, expectedErrors: [/503/] });
    // Until the page is reloaded: a notice may reload the list at any time.
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route('**/api/jobs?*', (route) =>
      loads < 2 ? route.fulfill({ status: 503, json: { message: 'Broken', code: 'broken' } }) : route.continue(),
    );
    await page.goto('/jobs');
    await toast(page).getByText('Failed to load jobs. Please try again.').waitFor();
    await page.getByText('Failed to fetch jobs: 503 Service Unavailable').waitFor();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('row').filter({ hasText: 'Elm at the gate' }).waitFor();
  });
});

test('The page of a job leads a crew through the day on a phone: directions, call, hazards, the clock, notes, hours and costs', async () => {
  const customerId = await addCustomer('Ada');
  const addPerson = async (firstName: string, lastName: string): Promise<string> =>
    (await owner.post('/api/staff', { firstName, lastName }).then(expectStatus(201))).body.id;
  const memberIds = [await addPerson('Edsger', 'Dijkstra'), await addPerson('Barbara', 'Liskov')];
  await addPerson('Grace', 'Hopper');
  const crew = (await owner.post('/api/crews', { name: 'Removal', memberIds }).then(expectStatus(201))).body;
  const id = await addJob({
    customerId,
    title: 'Oak over the garage',
    description: 'Leave the wood by the fence.',
    hazards: ['Power line'],
    accessInstructions: 'Gate code 4412',
    estimatedDuration: 4,
    scheduledDate: '2036-06-16',
    crewId: crew.id,
  });
  const page = await browser.newPage({ width: 360, height: 780, touch: true, signedIn: true });
  await page.goto(`/jobs/${id}`);
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  expect(await page.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:4135550142');
  expect(await page.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain('3%20Elm%20St');
  const first = page.locator('.hw-section').first();
  await first.getByText('Power line').waitFor();
  await first.getByText('Gate code 4412').waitFor();
  await page.locator('.hw-job-text').getByText('Leave the wood by the fence.').waitFor();

  // The next action is sized for a glove, within reach of the thumb.
  const start = page.getByRole('button', { name: 'Start' });
  const box = await start.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(56);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(780);
  await start.tap();
  await toast(page).getByText('Job Started').waitFor();
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^0:00:0[1-9]|^0:00:[1-5]/);
  await page.getByRole('button', { name: 'Pause' }).tap();
  await toast(page).getByText('Job Paused').waitFor();
  const clockTop = (await page.locator('.hw-job-clock').boundingBox())?.y ?? 0;
  await expect
    .poll(async () => {
      const box = await toast(page).filter({ hasText: 'Job Paused' }).boundingBox();
      return box && box.y + box.height;
    })
    .toBeLessThanOrEqual(clockTop);
  await page.getByRole('button', { name: 'Resume' }).tap();
  await toast(page).getByText('Job Resumed').waitFor();
  await page.getByRole('button', { name: 'Finish' }).tap();
  await toast(page).getByText('Job Finished').waitFor();
  await page.getByText(/^Finished /).waitFor();
  await toast(page).filter({ hasText: 'Job Finished' }).getByRole('button', { name: 'Undo' }).tap();
  await toast(page).getByText('Undone', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Finish' }).waitFor();
  expect((await jobOf(id)).work).toHaveLength(2);

  const timesShown = await watchHowOften(page, 'Stump stays.');
  await page.getByLabel('New note').fill('Stump stays.');
  await page.getByRole('button', { name: 'Add note' }).tap();
  await page.getByRole('listitem').filter({ hasText: 'Stump stays.' }).waitFor();
  await toast(page).getByText('Note Added').waitFor();
  expect(await timesShown(), 'while it was sent').toBe(1);
  await expect.poll(() => page.getByLabel('New note').inputValue()).toBe('');

  await page.getByRole('button', { name: 'Add hours' }).tap();
  const who = page.getByRole('combobox', { name: 'Who' });
  await expect.poll(() => who.evaluate((input) => input === document.activeElement)).toBe(true);
  const [whoBox, clockBox] = [await who.boundingBox(), await page.locator('.hw-job-clock').boundingBox()];
  expect((whoBox?.y ?? 0) + (whoBox?.height ?? 0)).toBeLessThanOrEqual(clockBox?.y ?? 844);
  await page.getByRole('button', { name: 'Remove Edsger Dijkstra' }).tap();
  await page.getByRole('combobox', { name: 'Who' }).fill('grace');
  await page.getByRole('option', { name: 'Grace Hopper' }).tap();
  await page.getByRole('textbox', { name: 'Hours' }).fill('3.5');
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await toast(page).getByText('Hours Added').waitFor();
  // The costs include the same hours, at their price.
  for (const name of ['Barbara Liskov', 'Grace Hopper']) {
    const rows = page.getByRole('listitem').filter({ hasText: name });
    await rows.filter({ hasNotText: 'From hours' }).getByText('3 h 30 min').waitFor();
    await rows.filter({ hasText: 'From hours' }).waitFor();
  }
  expect(await page.getByRole('button', { name: /^Remove the cost/ }).count()).toBe(0);
  const { hours } = await jobOf(id);
  expect(hours.map((entry: { personId: string }) => entry.personId)).not.toContain(memberIds[0]);
  expect(hours).toHaveLength(2);

  await page.getByRole('button', { name: 'Add cost' }).tap();
  await page.getByLabel('Category').selectOption('Disposal');
  await page.getByLabel('Amount').last().fill('85');
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await page.getByRole('listitem').filter({ hasText: 'Disposal' }).getByText('$85').waitFor();
});
