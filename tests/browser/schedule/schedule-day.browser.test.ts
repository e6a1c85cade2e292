import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
const jobs: Record<string, string> = {};

// A Monday, when the company works from 8:00 AM.
const DAY = '2036-06-16';

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  for (const [name, people] of [
    ['Crew 1', ['Ada', 'Grace']],
    ['Crew 2', ['Linus', 'Edsger']],
  ] as const) {
    const memberIds = [];
    for (const firstName of people)
      memberIds.push((await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id);
    const homeAddress = '1 Depot Rd, Northampton, MA 01060';
    await owner.post('/api/crews', { name, homeAddress, memberIds }).then(expectStatus(201));
  }
  for (const [firstName, address] of [
    ['Hedge', '3 Elm St, Northampton, MA 01060'],
    ['Oak', '9 Main St, Amherst, MA 01002'],
    ['Stump', '4 Oak St, Easthampton, MA 01027'],
  ] as const) {
    const person = { firstName, lastName: 'Owner', phone: '413 555 0100', email: 'person@example.com' };
    const customer = await owner.post('/api/customers', person).then(expectStatus(201));
    const body = { title: firstName, customerId: customer.body.id, address, estimatedDuration: 2 };
    jobs[firstName] = (await owner.post('/api/jobs', body).then(expectStatus(201))).body.id;
  }
});
afterAll(() => browser.close());

const toast = (page: Page, text: string) => page.locator('.bp6-toast').filter({ hasText: text });
const visit = (page: Page, name: string) =>
  page.locator('.hw-calendar').getByRole('button', { name: new RegExp(name) });

async function jobOf(name: string) {
  return (await owner.get(`/api/jobs/${jobs[name]}`).then(expectStatus(200))).body;
}

const placesOf = () =>
  Promise.all(
    Object.keys(jobs).map(async (name) => {
      const { status, crewId, visits } = await jobOf(name);
      return { name, status, crewId, visits };
    }),
  );

async function takeBack(page: Page, done: string): Promise<void> {
  await toast(page, done).getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'The change has been undone.').waitFor();
}

/** Drags onto an hour in a crew's lane. */
async function dragOnto(what: Locator, lane: Locator): Promise<void> {
  const height = (await lane.boundingBox())?.height ?? 0;
  await what.dragTo(lane, { targetPosition: { x: 60, y: Math.round(height * 0.4) } });
}

test('A dispatcher plans a day by mouse, by keyboard and by the optimizer, and clears it for rain', {
  tags: ['deep'],
  timeout: 180_000,
}, async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/schedule?date=${DAY}&view=crews`);

  // With the mouse: onto the day, in Crew 1's lane.
  const panel = page.getByRole('region', { name: /Unscheduled Jobs/ });
  await dragOnto(panel.getByRole('listitem').filter({ hasText: 'Hedge' }), page.locator('.rbc-day-slot').first());
  await toast(page, 'Job scheduled successfully!').waitFor();
  await visit(page, 'Hedge Owner.*Crew 1').waitFor();
  expect(await jobOf('Hedge')).toMatchObject({ status: 'scheduled', pinned: true });

  // By keyboard: out of the panel onto the day, and from there to the lane of Crew 2.
  await panel.getByRole('button', { name: 'Actions for Oak Owner' }).focus();
  await page.keyboard.press('Enter');
  const moveTo = page.getByRole('menuitem', { name: 'Move to…' });
  await moveTo.focus();
  await page.keyboard.press('Enter');
  const schedule = page.getByRole('dialog', { name: 'Schedule the job' });
  await schedule.getByLabel('Date').fill(DAY);
  await schedule.getByLabel('Start').fill('13:00');
  await schedule.getByLabel('End').fill('15:00');
  await schedule.getByLabel('Crew').selectOption('Crew 1');
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).press('Enter');
  await visit(page, '1:00 PM to 3:00 PM Oak Owner.*Crew 1').focus();
  for (const key of ['m', 'ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await visit(page, '12:30 PM to 2:30 PM Oak Owner.*Crew 2').waitFor();
  await expect.poll(async () => (await jobOf('Oak')).visits[0]?.start).toBe('2036-06-16T16:30:00.000Z');
  await page.keyboard.press('Escape');

  // The optimizer leaves what was placed by hand, finds a place for the third, and says why.
  const before = await placesOf();
  await page.getByRole('button', { name: 'Optimize Day' }).click();
  const optimizer = page.getByRole('dialog', { name: 'AI Schedule Optimizer' });
  await optimizer.getByLabel('Date').fill(DAY);
  await optimizer.getByRole('button', { name: 'Optimize Schedule' }).click();
  await optimizer.getByText('1 job is new on this day.').waitFor();
  await optimizer.getByRole('listitem').filter({ hasText: 'Hedge Owner' }).getByText('Stays').waitFor();
  await optimizer.getByText('Why here').first().click();
  await expect.poll(() => optimizer.locator('.hw-plan-why[open] li').count()).toBeGreaterThan(0);
  await optimizer.getByRole('button', { name: 'Apply Schedule' }).click();
  await toast(page, 'Successfully scheduled 1 jobs').waitFor();
  await visit(page, 'Stump Owner').waitFor();
  expect(await jobOf('Stump')).toMatchObject({ status: 'scheduled' });
  await takeBack(page, 'Successfully scheduled 1 jobs');
  expect(await placesOf()).toEqual(before);

  // It rains.
  await page.getByRole('button', { name: 'Rain day…' }).first().click();
  const rain = page.getByRole('dialog', { name: 'Rain Day' });
  expect(await rain.getByLabel('Day', { exact: true }).inputValue()).toBe(DAY);
  await rain.getByRole('button', { name: 'Plan the rain day' }).click();
  await rain.getByText('2 jobs move to another day.').waitFor();
  const tell = rain.getByRole('region', { name: 'Who to tell' });
  expect(await tell.getByRole('link', { name: '413 555 0100' }).first().getAttribute('href')).toBe('tel:4135550100');
  expect(await tell.getByRole('link', { name: 'person@example.com' }).count()).toBe(2);
  await expectNoViolationsAtDepth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await rain.getByRole('button', { name: 'Move 2 jobs' }).click();
  await toast(page, '2 jobs were moved.').waitFor();
  // The list of people to call stays open.
  await rain.waitFor({ state: 'detached' });
  await optimizer.getByText('Applied', { exact: true }).waitFor();
  await optimizer.getByRole('region', { name: 'Who to tell' }).waitFor();
  for (const name of ['Hedge', 'Oak']) {
    const { status, visits, pinned } = await jobOf(name);
    expect({ status, pinned }).toEqual({ status: 'scheduled', pinned: true });
    expect(visits[0].start > '2036-06-17').toBe(true);
  }
  await takeBack(page, '2 jobs were moved.');
  expect(await placesOf()).toEqual(before);
  await optimizer.getByText('Undone', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await visit(page, 'Hedge Owner.*Crew 1').waitFor();
});
