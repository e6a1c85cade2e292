import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { expectNoViolations, expectNoViolationsInBothThemes, sidewaysScroll } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
/** Ids of the crews and jobs, by name. */
const ids: Record<string, string> = {};

// A Monday, when the company works from 8:00 AM, four hours behind UTC.
const DAY = '2036-06-16';

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  await addCrew('Crew 1', ['Ada', 'Grace'], { skills: ['climbing'] });
  await addCrew('Crew 2', ['Edsger', 'Barbara'], {});
});
afterAll(() => browser.close());

async function addCrew(name: string, firstNames: readonly string[], person: object): Promise<void> {
  const memberIds = [];
  for (const firstName of firstNames)
    memberIds.push((await owner.post('/api/staff', { firstName, ...person }).then(expectStatus(201))).body.id);
  const homeAddress = '1 Depot Rd, Northampton, MA 01060';
  ids[name] = (await owner.post('/api/crews', { name, homeAddress, memberIds }).then(expectStatus(201))).body.id;
}

beforeEach(async () => {
  for (const { id } of (await owner.get('/api/jobs').then(expectStatus(200))).body)
    await owner.delete(`/api/jobs/${id}`).then(expectStatus(204));
});

async function addJob(title: string, body: object = {}): Promise<void> {
  const address = '3 Elm St, Northampton, MA 01060';
  ids[title] = (await owner.post('/api/jobs', { title, address, ...body }).then(expectStatus(201))).body.id;
}

/** A crew's job, from a given hour on for a number of hours. */
async function addScheduled(
  title: string,
  crew: string,
  hour: number,
  hours: number,
  body: object = {},
): Promise<void> {
  const at = (local: number) => new Date(Date.UTC(2036, 5, 16, local + 4)).toISOString();
  const visits = [{ start: at(hour), end: at(hour + hours) }];
  await addJob(title, { crewId: ids[crew], estimatedDuration: hours, visits, ...body });
}

/** A job's crew, and its start by the company's clock. */
async function placeOf(title: string): Promise<string> {
  const { crewName, visits, status } = (await owner.get(`/api/jobs/${ids[title]}`).then(expectStatus(200))).body;
  if (visits.length === 0) return status;
  return `${crewName}, ${new Date(Date.parse(visits[0].start) - 4 * 3_600_000).toISOString().slice(0, 16)}`;
}

/** Two hours of work for somebody who can climb. */
const CLIMBING = { estimatedDuration: 2, requiredSkills: ['climbing'] };

const toast = (page: Page, text: string | RegExp) => page.locator('.bp6-toast').getByText(text);

describe('a place in what is scheduled', () => {
  test('A place in what is scheduled is found for an emergency, taken with all that moves for it, and given up again', async () => {
    await addScheduled('Hedge', 'Crew 1', 8, 4, { promisedStart: `${DAY}T12:00:00.000Z` });
    await addScheduled('Maple', 'Crew 2', 8, 8);
    await addJob('Storm oak', { ...CLIMBING, priority: 'urgent', timeWindow: { start: '08:00', end: '09:00' } });
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/schedule?date=${DAY}&view=crews`);
    await page.getByRole('button', { name: 'More of the schedule' }).click();
    await page.getByRole('menuitem', { name: 'Emergency…' }).click();
    // The menu returns the focus when it closes.
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const dialog = page.getByRole('dialog', { name: 'Emergency' });
    await dialog.getByRole('combobox', { name: 'Job' }).click();
    await dialog.getByRole('option', { name: /Storm oak/ }).click();
    await dialog.getByRole('button', { name: 'Today', pressed: true }).waitFor();
    await dialog.getByLabel('First day').fill(DAY);
    const [first, second, third] = [0, 1, 2].map((index) => dialog.getByRole('listitem', { name: /Crew/ }).nth(index));
    await first?.getByText('Mon, Jun 16, 8:00 AM to 10:00 AM').waitFor();
    await first?.getByText('begins 2 h later, at 10:00 AM').waitFor();
    await first?.getByText('Promised').waitFor();
    await second?.getByText('What it would take').waitFor();
    await third?.getByText('Nobody there from Crew 2 can do “climbing”.').waitFor();
    await expectNoViolationsInBothThemes(page);

    await first?.getByRole('button', { name: /^Put it here/ }).click();
    await toast(page, 'Storm oak: Mon, Jun 16, 8:00 AM to 10:00 AM, Crew 1. 1 other job begins later.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await placeOf('Storm oak')).toBe(`Crew 1, ${DAY}T08:00`);
    expect(await placeOf('Hedge')).toBe(`Crew 1, ${DAY}T10:00`);
    await page.locator('.bp6-toast').getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'The change has been undone.').waitFor();
    expect(await placeOf('Storm oak')).toBe('unscheduled');
    expect(await placeOf('Hedge')).toBe(`Crew 1, ${DAY}T08:00`);
  });

  test('A place in what is scheduled is asked of another crew by keyboard: why not, and all the same, with a reason', async () => {
    await addScheduled('Hedge', 'Crew 1', 8, 2, CLIMBING);
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/schedule?date=${DAY}&view=crews`);
    const visit = page.locator('.hw-calendar').getByRole('button', { name: /Hedge/ });
    await visit.press('Enter');
    await page.getByRole('button', { name: 'Another crew or time…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Another crew or time' });
    await dialog.getByText('Now Mon, Jun 16, 8:00 AM to 10:00 AM, Crew 1').waitFor();
    expect(await dialog.getByLabel('Last day').inputValue()).toBe(DAY);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => visit.evaluate((element) => element === document.activeElement)).toBe(true);

    await visit.press('Enter');
    await page.getByRole('button', { name: 'Another crew or time…' }).press('Enter');
    await dialog.getByLabel('Crew', { exact: true }).selectOption('Why not Crew 2?');
    await dialog.getByText('Crew 2 has no room for it as things stand.').waitFor();
    await dialog.getByText('Nobody there from Crew 2 can do “climbing”. Even so, Crew 2 could').waitFor();
    await dialog.getByRole('button', { name: /^Put it here/ }).press('Enter');
    await page.getByText('Why anyway?').waitFor();
    await expectNoViolations(page);
    await page.getByRole('menuitem', { name: 'The crew agreed.' }).press('Enter');
    await toast(page, /^Hedge: Mon, Jun 16, .* Crew 2\./).waitFor();
    expect(await placeOf('Hedge')).toContain('Crew 2, 2036-06-16T');
    const { overrideReason } = (await owner.get(`/api/jobs/${ids['Hedge']}`).then(expectStatus(200))).body;
    expect(overrideReason).toBe('The crew agreed.');
  });

  test('A place in what is scheduled is taken on a phone by touch', { tags: ['deep'] }, async () => {
    await addScheduled('Maple', 'Crew 2', 8, 4);
    await addJob('Storm oak', CLIMBING);
    const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
    await page.goto(`/schedule?date=${DAY}`);
    await page.getByRole('button', { name: 'Unscheduled Jobs' }).tap();
    await page.getByRole('button', { name: 'Actions for Storm oak' }).tap();
    await page.getByRole('menuitem', { name: 'Fit in now…' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Fit in the job' });
    await dialog.getByRole('button', { name: 'Next 7 days', pressed: true }).waitFor();
    await dialog.getByLabel('First day').fill(DAY);
    const put = dialog.getByRole('button', { name: /^Put it here: Crew 1, Mon, Jun 16/ }).first();
    await put.waitFor();
    // Once it has grown to its full size.
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390);
    expect((await put.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await sidewaysScroll(page)).toBe(0);
    await expectNoViolationsInBothThemes(page);
    await put.tap();
    await toast(page, /^Storm oak: Mon, Jun 16/).waitFor();
    expect(await placeOf('Storm oak')).toContain('Crew 1, 2036-06-16T');
  });
});
