import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WEEKDAYS } from '../../../domain/company/terms.ts';
import { addCrew, dragTo, placeIn, visit } from '../../support/browser/board.ts';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

// The company is in New York; June 16, 2036 is a Monday.
let browser: TestBrowser;
let owner: Client;
let north: string;
let south: string;
let id: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  const workingHours = { start: '08:00', end: '16:00' };
  await owner.patch('/api/settings', { workingDays: WEEKDAYS, workingHours }).then(expectStatus(200));
  north = (await addCrew(owner, 'North', 'Grace')).id;
  const other = await addCrew(owner, 'South', 'Ada');
  south = other.id;
  const days = { startDate: '2036-06-19', endDate: '2036-06-19' };
  const request = { employeeId: other.personId, requestType: 'vacation', ...days };
  const off = (await owner.post('/api/hr/time-off', request).then(expectStatus(201))).body.id;
  await owner.patch(`/api/hr/time-off/${off}`, { status: 'approved' }).then(expectStatus(200));
  await owner.post('/api/schedule/days/2036-06-20/lock', { crewId: north }).then(expectStatus(200));
});
afterAll(() => browser.close());

beforeEach(async () => {
  for (const { id: job } of (await owner.get('/api/jobs').then(expectStatus(200))).body)
    await owner.delete(`/api/jobs/${job}`).then(expectStatus(204));
  id = await addJob('Hedge', '2036-06-16T12:00:00.000Z', '2036-06-16T18:00:00.000Z', { crewId: north, amount: 1250 });
});

async function addJob(title: string, start: string, end: string, changes: object = {}): Promise<string> {
  const body = { title, address: '3 Elm St', visits: [{ start, end }], ...changes };
  return (await owner.post('/api/jobs', body).then(expectStatus(201))).body.id;
}

async function jobOf(job = id) {
  return (await owner.get(`/api/jobs/${job}`).then(expectStatus(200))).body;
}

const cellOf = (page: Page, crew: string, day: string) =>
  page.getByRole('row', { name: new RegExp(`^${crew}`) }).locator(`[data-day="${day}"]`);

async function openWeek(options: { width?: number; height?: number; touch?: boolean; dark?: boolean } = {}) {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto('/schedule?date=2036-06-18&view=crew-week');
  await page.getByRole('grid', { name: 'Week by crews' }).waitFor();
  return page;
}

test.each([
  [1440, false],
  [1180, true],
])(
  'A week by crews says what each has to do and earns, what is locked and who is off, %i pixels wide',
  async (width, touch) => {
    const page = await openWeek({ width, touch });
    const monday = cellOf(page, 'North', '2036-06-16');
    await monday.getByText('6 h of 8 h').waitFor();
    await monday.getByText('$1,250').waitFor({ state: 'attached' });
    await monday.getByRole('button', { name: /8:00 AM to 2:00 PM Hedge/ }).waitFor();
    await cellOf(page, 'North', '2036-06-17').getByText('8 h free').waitFor();
    await cellOf(page, 'North', '2036-06-20').locator('.hw-cell-lock').waitFor();
    await cellOf(page, 'South', '2036-06-19').getByText('1 off: Ada').waitFor({ state: 'attached' });
    await cellOf(page, 'South', '2036-06-19').getByText('Off', { exact: true }).waitFor();
    await page.getByRole('row', { name: /^North 6 h of 56 h · \$1,250/ }).waitFor();
    await page.getByText('Jun 15 – 21, 2036').waitFor();
    await expectNoViolations(page);
  },
);

test('A visit is dragged by mouse to another crew and day, keeps its time, and goes back with Undo', async () => {
  const page = await openWeek();
  await dragTo(page, visit(page, 'Hedge'), await placeIn(cellOf(page, 'South', '2036-06-17'), 0.5, 0.5), false);
  await page.locator('.hw-move-where').getByText('Tue, Jun 17, 8:00 AM to 2:00 PM, South').waitFor();
  await cellOf(page, 'South', '2036-06-17').getByText('6 h of 8 h').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await cellOf(page, 'North', '2036-06-16').getByRole('button', { name: /Hedge/ }).waitFor();
  await dragTo(page, visit(page, 'Hedge'), await placeIn(cellOf(page, 'South', '2036-06-17'), 0.5, 0.5));
  await toast(page).getByText('Job scheduled successfully!').waitFor();
  await cellOf(page, 'South', '2036-06-17')
    .getByRole('button', { name: /8:00 AM to 2:00 PM Hedge/ })
    .waitFor();
  expect(await page.getByRole('dialog').count(), 'It was no click').toBe(0);
  const visits = [{ start: '2036-06-17T12:00:00.000Z', end: '2036-06-17T18:00:00.000Z' }];
  expect(await jobOf()).toMatchObject({ crewId: south, visits, pinned: true });
  await expect.poll(() => toast(page).count()).toBe(1);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await cellOf(page, 'North', '2036-06-16').getByRole('button', { name: /Hedge/ }).waitFor();
});

test('A visit dropped on a locked day is asked about, and stays where it was without a reason', async () => {
  const page = await openWeek();
  await dragTo(page, visit(page, 'Hedge'), await placeIn(cellOf(page, 'North', '2036-06-20'), 0.5, 0.5));
  const dialog = page.getByRole('dialog', { name: 'Schedule it there anyway?' });
  await dialog.getByText(/locked/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await cellOf(page, 'North', '2036-06-16').getByRole('button', { name: /Hedge/ }).waitFor();
  expect(await jobOf()).toMatchObject({ crewId: north, pinned: false });
});

test('The keys 1 to 5 choose the view, and the schedule opens as its person left it', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/schedule?date=2036-06-18');
  const shown = (name: string) => page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
  await shown('Month');
  const colors = page.getByRole('list', { name: 'Colors of crews' });
  for (const name of ['North', 'South', 'Unassigned']) await colors.getByText(name).waitFor();
  for (const [key, name] of [
    ...['Week', 'Day', 'Crews', 'Crew week'].map((each, at) => [`${at + 2}`, each] as const),
    ['1', 'Month'] as const,
  ]) {
    await page.keyboard.press(key);
    await shown(name);
  }
  await page.keyboard.press('5');
  await shown('Crew week');
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
  await page.waitForURL(/customers/);
  await page.getByRole('link', { name: 'Schedule', exact: true }).first().click();
  await shown('Crew week');
  await cellOf(page, 'North', '2036-06-16').waitFor();
  await page.goto('/schedule?view=week');
  await shown('Week');
});

test('Job Details shows what is to be done, what it costs, and its priority', async () => {
  const details = { description: 'Both sides', laborCost: 300, materialCost: 40, priority: 'high' };
  await owner.put(`/api/jobs/${id}`, details).then(expectStatus(200));
  const page = await openWeek();
  await visit(page, 'Hedge').click();
  const dialog = page.getByRole('dialog', { name: 'Job Details' });
  for (const text of ['Both sides', 'High', '$1,250']) await dialog.getByText(text, { exact: true }).waitFor();
  await dialog.getByText('Labor $300 · Material $40').waitFor();
});

test('An unscheduled job is dropped on a crew and a day, and begins when the crew is free', async () => {
  const body = { title: 'Oak', address: '4 Elm St', estimatedDuration: 2 };
  const oak = (await owner.post('/api/jobs', body).then(expectStatus(201))).body.id;
  const page = await openWeek();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Oak' })
    .dragTo(cellOf(page, 'North', '2036-06-16'));
  await toast(page).getByText('Job scheduled successfully!').waitFor();
  await cellOf(page, 'North', '2036-06-16').getByText('8 h of 8 h').waitFor();
  const visits = [{ start: '2036-06-16T18:00:00.000Z', end: '2036-06-16T20:00:00.000Z' }];
  expect(await jobOf(oak)).toMatchObject({ crewId: north, visits });
});

test('Arrow keys go from cell to cell, Enter opens a visit, and M moves one', async () => {
  const page = await openWeek();
  await visit(page, 'Hedge').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => cellOf(page, 'South', '2036-06-17').evaluate((cell) => cell === document.activeElement))
    .toBe(true);
  for (const key of ['ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('dialog', { name: 'Job Details' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Job Details' }).waitFor({ state: 'detached' });
  await visit(page, 'Hedge').focus();
  for (const key of ['m', 'ArrowRight', 'ArrowDown', 'Alt+ArrowDown', 'Enter']) await page.keyboard.press(key);
  await cellOf(page, 'South', '2036-06-17')
    .getByRole('button', { name: /8:30 AM to 2:30 PM Hedge/ })
    .waitFor();
  await expect.poll(async () => (await jobOf()).crewId).toBe(south);
});

test('A finger that rests on a visit takes it to another crew and day', async () => {
  const page = await openWeek({ width: 1180, touch: true });
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', point: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [point] });
  await touch('touchStart', await placeIn(visit(page, 'Hedge'), 0.5, 0.5));
  await page.getByRole('toolbar', { name: /Move/ }).waitFor();
  await touch('touchMove', await placeIn(cellOf(page, 'South', '2036-06-18'), 0.5, 0.5));
  await page.locator('.hw-move-where').getByText('Wed, Jun 18, 8:00 AM to 2:00 PM, South').waitFor();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await cellOf(page, 'South', '2036-06-18').getByRole('button', { name: /Hedge/ }).waitFor();
  await expect.poll(async () => (await jobOf()).crewId).toBe(south);
});
