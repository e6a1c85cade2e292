import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WEEKDAYS } from '../../../domain/company/terms.ts';
import { addCrew, cell, dragTo, placeIn, visit } from '../../support/browser/board.ts';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
let crewId: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  // Today may be a Saturday.
  await owner.patch('/api/settings', { workingDays: WEEKDAYS }).then(expectStatus(200));
  crewId = (await addCrew(owner, 'Crew 1', 'Grace')).id;
  await addCrew(owner, 'Crew 2', 'Ada');
});
afterAll(() => browser.close());

let id: string;
beforeEach(async () => {
  for (const { id: job } of (await owner.get('/api/jobs').then(expectStatus(200))).body)
    await owner.delete(`/api/jobs/${job}`).then(expectStatus(204));
  const body = { title: 'Hedge', address: '3 Elm St', estimatedDuration: 2 };
  id = (await owner.post('/api/jobs', body).then(expectStatus(201))).body.id;
});

async function jobOf() {
  return (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
}

describe('the unscheduled jobs on an upright tablet', () => {
  const folded = (page: Page) => page.getByRole('button', { name: 'Unscheduled Jobs 1' });
  const panel = (page: Page) => page.getByRole('region', { name: /Unscheduled Jobs/ });

  test('On an upright tablet the week has the whole width, and the unscheduled jobs open over it and close again', async () => {
    const page = await browser.newPage({ signedIn: true, width: 820, height: 1180, touch: true });
    const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
    await page.clock.setFixedTime(`${today}T15:10:00Z`);
    await page.goto('/schedule?view=week&date=2036-06-16');
    await folded(page).waitFor();
    expect(await panel(page).count()).toBe(0);
    const days = await page.locator('.rbc-time-header-cell .rbc-header').all();
    expect(days).toHaveLength(7);
    for (const day of days) {
      const [name, lock] = await Promise.all(
        [day.locator('.hw-day-number'), day.locator('.hw-day-lock')].map((part) => part.boundingBox()),
      );
      if (!name || !lock) throw new Error('It is not on the page.');
      expect((await day.boundingBox())?.width).toBeGreaterThan(60);
      expect(lock.x >= name.x + name.width || lock.y >= name.y + name.height, 'The lock is beside the day').toBe(true);
    }
    await expectNoViolations(page);

    await folded(page).tap();
    await panel(page).waitFor();
    await expectNoViolations(page);
    await panel(page).getByRole('button', { name: 'Close the unscheduled jobs' }).focus();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => folded(page).evaluate((button) => button === document.activeElement)).toBe(true);

    await folded(page).tap();
    await page.getByRole('button', { name: 'Actions for Hedge' }).tap();
    await page.getByRole('menuitem', { name: 'Schedule today' }).tap();
    await toast(page).getByText('Job scheduled successfully!').waitFor();
    await panel(page).getByText('No Unscheduled Jobs').waitFor();
    expect((await jobOf()).visits).toEqual([{ start: `${today}T15:30:00.000Z`, end: `${today}T17:30:00.000Z` }]);
    await panel(page).getByRole('button', { name: 'Close the unscheduled jobs' }).tap();
    await panel(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Unscheduled Jobs 0' }).waitFor();
  });

  test('A job is dragged out of the unscheduled jobs to a day that they cover', async () => {
    const page = await browser.newPage({ signedIn: true, width: 820, height: 1180 });
    await page.goto('/schedule?date=2036-06-10');
    await folded(page).click();
    const card = page.getByRole('listitem').filter({ hasText: 'Hedge' });
    await dragTo(page, card, await placeIn(cell(page, 15), 0.5, 0.5));
    await toast(page).getByText('Job scheduled successfully!').waitFor();
    await visit(page, 'Mon, Jun 16, 8:00 AM.*Hedge').waitFor();
    await panel(page).waitFor({ state: 'detached' });
  });

  test('On a narrow tablet the unscheduled jobs are counted too, and open as a sheet', { tags: ['deep'] }, async () => {
    const page = await browser.newPage({ signedIn: true, width: 768, height: 1024, touch: true });
    await page.goto('/schedule?date=2036-06-16');
    await folded(page).tap();
    const sheet = page.getByRole('dialog', { name: 'Unscheduled Jobs' });
    await sheet.getByRole('button', { name: 'Hedge', exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await sheet.waitFor({ state: 'detached' });
    await folded(page).waitFor();
  });
});

describe('the board', () => {
  test.each(cases([820, true], [820, false], [1180, true], [1180, false], [1440, false]))(
    'Each day of a week has its name on one line, with the lock of a locked one beside it or below, %i pixels wide, by touch: %s',
    { tags: ['more'] },
    async (width, touch) => {
      const page = await browser.newPage({ signedIn: true, width, height: 1180, touch });
      await page.goto('/schedule?view=week&date=2036-09-24');
      await page.getByRole('button', { name: 'Lock Wed, Sep 24', exact: true }).click();
      const unlock = page.getByRole('button', { name: 'Unlock Wed, Sep 24' });
      await unlock.waitFor();
      const days = await page.locator('.rbc-time-header-cell .hw-day-number').evaluateAll((buttons) =>
        buttons.map((button) => {
          const text = document.createRange();
          text.selectNodeContents(button);
          const lines = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom)));
          return { words: (button as HTMLElement).innerText, lines: lines.size };
        }),
      );
      const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
      const words = names.map((name, index) => `${name}${width < 1440 ? '' : ', Sep'} ${21 + index}`);
      expect(days).toEqual(words.map((each) => ({ words: each, lines: 1 })));
      const [day, lock] = await Promise.all(
        [page.getByRole('button', { name: /^Wed(, Sep)? 24$/ }), unlock].map((part) => part.boundingBox()),
      );
      if (!day || !lock) throw new Error('It is not on the page.');
      expect(lock.x >= day.x + day.width || lock.y >= day.y + day.height).toBe(true);
      await unlock.click();
      await page.getByRole('button', { name: 'Lock Wed, Sep 24', exact: true }).waitFor();
    },
  );

  test('A week that is narrow keeps visits at the same time apart, each with its name along it', {
    tags: ['deep'],
  }, async () => {
    for (const title of ['Ash', 'Birch', 'Cedar']) {
      const job = (await owner.post('/api/jobs', { title, address: '3 Elm St' }).then(expectStatus(201))).body.id;
      const visits = [{ start: '2036-06-16T12:00:00.000Z', end: '2036-06-16T16:00:00.000Z' }];
      await owner.put(`/api/jobs/${job}`, { visits, status: 'scheduled' }).then(expectStatus(200));
    }
    const page = await browser.newPage({ signedIn: true, width: 1024, height: 900 });
    await page.goto('/schedule?view=week&date=2036-06-16');
    let end = 0;
    for (const title of ['Ash', 'Birch', 'Cedar']) await visit(page, title).waitFor();
    const frames = await page.locator('.hw-visit.rbc-event').all();
    for (const frame of frames) {
      const [box, name] = await Promise.all([frame.boundingBox(), frame.locator('.hw-visit-name').boundingBox()]);
      if (!box || !name) throw new Error('It is not on the page.');
      expect(box.x, 'Where a visit begins').toBeGreaterThanOrEqual(end);
      end = box.x + box.width;
      expect(Math.abs(name.x + name.width / 2 - (box.x + box.width / 2)), 'How far aside').toBeLessThan(5);
      expect(name.height, 'Its height').toBeGreaterThan(name.width);
      const turned = await frame
        .locator('button, .hw-visit-name')
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).writingMode));
      expect(turned, 'Not the button: other browsers than Chromium leave its text as it is').toEqual([
        'horizontal-tb',
        'vertical-rl',
      ]);
    }
  });

  test('The board says what its colors mean; takes a job by mouse onto a day, then to another one, and undoes it, wherever its viewer is', async () => {
    // June 2036 begins on a Sunday; the company is in New York.
    const page = await browser.newPage({ signedIn: true, zone: 'Asia/Tokyo' });
    await page.goto('/schedule?date=2036-06-10');
    await page.getByText('View and manage your job schedule with our interactive calendar').waitFor();
    await page.getByRole('heading', { name: 'Job Schedule Calendar' }).waitFor();
    const words = await page.getByRole('list', { name: 'Legend' }).getByRole('listitem').allInnerTexts();
    expect(words).toEqual(['Scheduled', 'In Progress', 'Completed', 'Cancelled', 'On Hold']);
    const card = page.getByRole('listitem').filter({ hasText: 'Hedge' });
    await page.getByText('Drag jobs to the calendar to schedule them').waitFor();
    await card.dragTo(cell(page, 15));
    await toast(page).getByText('Job scheduled successfully!').waitFor();
    await visit(page, 'Mon, Jun 16, 8:00 AM to 10:00 AM Hedge.*Unassigned, Scheduled, pinned').waitFor();
    await card.waitFor({ state: 'detached' });
    const panel = page.getByRole('region', { name: /Unscheduled Jobs/ });
    await panel.getByText('No Unscheduled Jobs').waitFor();
    await panel.getByText('All approved jobs have been scheduled').waitFor();
    expect(await page.locator('.hw-visit-dragged').count()).toBe(0);
    const { visits, pinned, status } = await jobOf();
    expect({ visits, pinned, status }).toEqual({
      visits: [{ start: '2036-06-16T12:00:00.000Z', end: '2036-06-16T14:00:00.000Z' }],
      pinned: true,
      status: 'scheduled',
    });

    // Of two toasts with the same text, one is leaving and one is arriving.
    await expect.poll(() => toast(page).count()).toBe(1);
    await toast(page).getByRole('button', { name: 'Close' }).click();
    await toast(page).waitFor({ state: 'detached' });
    const target = await placeIn(cell(page, 17), 0.5, 0.5);
    await dragTo(page, visit(page, 'Hedge'), target, false);
    await page.locator('.hw-move-where').getByText('Wed, Jun 18, 8:00 AM to 10:00 AM, Unassigned').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await visit(page, 'Mon, Jun 16.*Hedge').waitFor();
    await dragTo(page, visit(page, 'Hedge'), target);
    await visit(page, 'Wed, Jun 18, 8:00 AM.*Hedge').waitFor();
    const placed = toast(page).filter({ hasText: 'successfully!' });
    await placed.waitFor();
    await expect.poll(() => toast(page).count()).toBe(1); // the one before it moves it as it goes
    await placed.getByRole('button', { name: 'Undo' }).click();
    await toast(page).getByText('Undone', { exact: true }).waitFor();
    await visit(page, 'Mon, Jun 16.*Hedge').waitFor();
  });

  test('The board takes a visit by mouse to a crew and a time, and by keyboard to another one', async () => {
    await owner.put(`/api/jobs/${id}`, { scheduledDate: '2036-06-16' }).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/schedule?date=2036-06-16&view=crews');
    const lane = page.locator('.rbc-day-slot').first();
    // From five in the morning to seven in the evening is fourteen hours: the top of the visit moves to nine.
    const from = await placeIn(visit(page, 'Hedge'), 0.5, 0);
    const to = await placeIn(lane, 0.5, 0);
    const hour =
      ((await lane.boundingBox())?.height ?? 0) /
      (await page.locator('.rbc-day-slot').first().locator('.rbc-timeslot-group').count());
    await page.mouse.move(from.x, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 30, { steps: 3 });
    await page.mouse.move(to.x, from.y + 20 + hour + 4, { steps: 8 });
    await page.locator('.hw-move-where').getByText('9:00 AM to 11:00 AM, Crew 1').waitFor();
    await page.mouse.up();
    await visit(page, '9:00 AM to 11:00 AM Hedge.*Crew 1').waitFor();
    await expect.poll(async () => (await jobOf()).crewId).toBe(crewId);

    await visit(page, 'Hedge').focus();
    await page.keyboard.press('m');
    await page.getByRole('toolbar', { name: /Move/ }).waitFor();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await page.locator('.hw-move-where').getByText('10:00 AM to 12:30 PM, Crew 2').waitFor();
    await page.locator('.hw-visit-carried .hw-visit-time').filter({ hasText: '10:00 AM to 12:30 PM' }).waitFor();
    await page.keyboard.press('Escape');
    await visit(page, '9:00 AM to 11:00 AM Hedge.*Crew 1').waitFor();
    await page.keyboard.press('m');
    for (const key of ['ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await visit(page, '8:30 AM to 10:30 AM Hedge.*Crew 2').waitFor();
    await expect.poll(async () => (await jobOf()).visits[0].start).toBe('2036-06-16T12:30:00.000Z');
  });

  test('The board says before a visit is let go what stands against a place, and asks why it is to be there all the same', async () => {
    const other = { title: 'Oak', address: '4 Elm St', crewId, scheduledDate: '2036-06-16' };
    await owner.post('/api/jobs', other).then(expectStatus(201));
    await owner.put(`/api/jobs/${id}`, { scheduledDate: '2036-06-17', crewId }).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/schedule?date=2036-06-16');
    await dragTo(page, visit(page, 'Hedge'), await placeIn(cell(page, 15), 0.5, 0.5), false);
    await page.locator('.hw-visit-against').getByText('Crew 1 is at').waitFor();
    await page.locator('.hw-move-where').getByText('warning').waitFor();
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Schedule it there anyway?' });
    await dialog.getByText(/Crew 1 is at .* then, 8:00 AM to 12:00 PM/).waitFor();
    await dialog.getByRole('button', { name: 'Schedule anyway' }).click();
    await dialog.getByText('Why anyway is required.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await visit(page, 'Tue, Jun 17.*Hedge').waitFor();

    await visit(page, 'Hedge').focus();
    for (const key of ['m', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await dialog.getByLabel('Why anyway').fill('Two houses, one street');
    await dialog.getByRole('button', { name: 'Schedule anyway' }).click();
    await visit(page, 'Mon, Jun 16.*Hedge').waitFor();
    await expect.poll(async () => (await jobOf()).scheduledDate).toBe('2036-06-16T12:00:00.000Z');
  });

  test('The reason typed for one place is not the reason for another, and there again at its own', async () => {
    for (const scheduledDate of ['2036-06-16', '2036-06-17']) {
      const other = { title: 'Oak', address: '4 Elm St', crewId, scheduledDate };
      await owner.post('/api/jobs', other).then(expectStatus(201));
    }
    await owner.put(`/api/jobs/${id}`, { scheduledDate: '2036-06-18', crewId }).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    const refusal = { code: 'refused', message: 'Not today.' };
    const job = `**/api/jobs/${id}`;
    await page.route(job, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: refusal }) : route.continue(),
    );
    await page.goto('/schedule?date=2036-06-16');
    const dialog = page.getByRole('dialog', { name: 'Schedule it there anyway?' });
    const reason = dialog.getByLabel('Why anyway');
    const moveBy = async (days: number) => {
      await visit(page, 'Wed, Jun 18.*Hedge').focus();
      for (const key of ['m', ...Array(days).fill('ArrowLeft'), 'Enter']) await page.keyboard.press(key);
      await dialog.waitFor();
    };
    await moveBy(1);
    await reason.fill('Two houses, one street');
    await dialog.getByRole('button', { name: 'Schedule anyway' }).click();
    await toast(page).getByText('Not today.').waitFor();

    await moveBy(2);
    expect(await reason.inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await moveBy(1);
    expect(await reason.inputValue()).toBe('Two houses, one street');
    await page.unroute(job);
    await dialog.getByRole('button', { name: 'Schedule anyway' }).click();
    await toast(page).getByText('Job scheduled successfully!').waitFor();
    const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('/override')));
    expect(kept).toEqual([]);
  });

  test('The board opens all visits of a full day, by keyboard too, and what is done with each', {
    tags: ['deep'],
  }, async () => {
    for (let number = 1; number <= 6; number++) {
      const body = { title: `Oak ${number}`, address: '4 Elm St', scheduledDate: '2036-06-16' };
      await owner.post('/api/jobs', body).then(expectStatus(201));
    }
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/schedule?date=2036-06-16');
    const more = page.getByRole('button', { name: /^\+\d more$/ });
    await more.focus();
    await page.keyboard.press('Enter');
    const inPopup = page.locator('.rbc-overlay').getByRole('button');
    await expect.poll(() => inPopup.first().evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await inPopup.count()).toBe(6);
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);

    await visit(page, 'Oak 1').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pin' }).click();
    await toast(page).getByText('The job keeps its day and crew.').waitFor();
    await visit(page, 'Oak 1.*pinned').click();
    const details = page.getByRole('dialog', { name: 'Job Details' });
    for (const text of ['4 h (assumed), at least 2 people', 'Normal'])
      await details.getByText(text, { exact: true }).waitFor();
    expect(await details.getByRole('definition').filter({ hasText: 'N/A' }).count(), 'Amount and costs').toBe(2);
    await details.getByRole('button', { name: 'Unschedule' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Oak 1' }).getByText('4 Elm St').waitFor();
  });

  test('The board locks a day, so that what is put there is asked about, and unlocks it by Undo', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/schedule?date=2036-06-16&view=day');
    await page.getByRole('button', { name: 'Lock the day' }).click();
    await page.getByRole('button', { name: 'Locked' }).waitFor();
    await toast(page).getByText('Day Locked').waitFor();
    await page.getByRole('button', { name: 'Actions for Hedge' }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule the job' });
    await dialog.getByLabel('Date').fill('2036-06-16');
    await dialog.getByText('Mon, Jun 16 is locked.').waitFor();
    await dialog.getByLabel('Date').fill('2036-06-17');
    await dialog.getByText('Mon, Jun 16 is locked.').waitFor({ state: 'detached' });
    await dialog.getByLabel('Crew').selectOption('Unassigned');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await toast(page).filter({ hasText: 'Day Locked' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Lock the day' }).waitFor();
  });
});

test('On a phone a day is a list per crew, and a job is given its day, time and crew by touch', async () => {
  await owner.put(`/api/jobs/${id}`, { scheduledDate: '2036-06-16', crewId }).then(expectStatus(200));
  const page = await browser.newPage({ width: 390, height: 844, touch: true, signedIn: true });
  await page.goto('/schedule?date=2036-06-15');
  await page.getByRole('button', { name: 'Next day' }).tap();
  const crew = page.getByRole('region', { name: 'Crew 1' });
  const stop = crew.getByRole('button', { name: /Hedge/ });
  expect((await stop.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await stop.tap();
  const details = page.getByRole('dialog', { name: 'Job Details' });
  const acts = details.locator('.hw-action-bar .bp6-button');
  await acts.nth(2).waitFor();
  const tops = await acts.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  expect(new Set(tops).size, 'Rows of acts').toBe(1);
  await details.getByRole('button', { name: 'More actions' }).tap();
  for (const name of ['Unschedule', 'Open the job']) await page.getByRole('menuitem', { name }).waitFor();
  await page.getByRole('menuitem', { name: 'Pin' }).tap();
  await details.getByText('Pinned').waitFor();
  await details.getByRole('button', { name: 'More actions' }).tap();
  await page.getByRole('menuitem', { name: 'Unpin' }).tap();
  await details.getByText('Pinned').waitFor({ state: 'detached' });
  await details.getByRole('button', { name: 'Move to…' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Move the job' });
  await dialog.getByLabel('Start').fill('10:00');
  await dialog.getByLabel('End').fill('12:00');
  await dialog.getByLabel('Crew').selectOption('Unassigned');
  await dialog.getByRole('button', { name: 'Move', exact: true }).tap();
  await page.getByRole('region', { name: 'Unassigned' }).getByText('10:00 AM to 12:00 PM').waitFor();
  await expect.poll(async () => (await jobOf()).crewId).toBeNull();
});

test.each(cases([1180, 820], [820, 1180]))(
  'On a tablet of %i × %i every visit of a month is reached by touch',
  {
    tags: ['more'],
  },
  async (width, height) => {
    // August 2036 has six weeks, the last of a single day.
    for (const scheduledDate of ['2036-08-26', '2036-08-31'])
      for (let number = 1; number <= 5; number++) {
        const body = { title: `Oak ${number}`, address: '4 Elm St', scheduledDate };
        await owner.post('/api/jobs', body).then(expectStatus(201));
      }
    const page = await browser.newPage({ width, height, touch: true, signedIn: true });
    await page.goto('/schedule?date=2036-08-10');
    await visit(page, 'Aug 31.*Oak 1').waitFor();
    const hidden = (rows: Element[]) => rows.map((row) => row.scrollHeight - row.clientHeight);
    const weeks = await page.locator('.rbc-month-row').evaluateAll(hidden);
    expect(Math.max(...weeks), 'Pixels of a week that nobody can scroll to').toBeLessThanOrEqual(1);
    const details = page.getByRole('dialog', { name: 'Job Details' });
    for (const [index, day] of ['Tue, Aug 26', 'Sun, Aug 31'].entries()) {
      await page.getByRole('button', { name: /^\+\d/ }).nth(index).tap();
      const inPopup = page.locator('.rbc-overlay').getByRole('button');
      await expect.poll(() => inPopup.count()).toBe(5);
      const popup = await page.locator('.rbc-overlay').boundingBox();
      expect((popup?.y ?? 0) + (popup?.height ?? 0), 'Its lower edge').toBeLessThanOrEqual(height);
      await inPopup.filter({ hasText: 'Oak 5' }).tap();
      await details.getByText(day).waitFor();
      await details.getByRole('button', { name: 'Close' }).tap();
      await details.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Sun, Aug 31', exact: true }).tap();
    await page.locator('.hw-calendar-crews').waitFor();
    await visit(page, 'Sun, Aug 31.*Oak 5').waitFor();
  },
);

test('On a tablet a long press picks a visit up, and a finger takes it to another crew and time', {
  tags: ['deep'],
}, async () => {
  await owner.put(`/api/jobs/${id}`, { scheduledDate: '2036-06-16', crewId }).then(expectStatus(200));
  const page = await browser.newPage({ width: 1024, height: 768, touch: true, signedIn: true });
  await page.goto('/schedule?date=2036-06-16&view=crews');
  await visit(page, '8:00 AM to 10:00 AM Hedge.*Crew 1').waitFor();
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', { x, y }: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  const lane = page.locator('.rbc-day-slot').nth(1);
  const slot = page.locator('.rbc-day-slot').first().locator('.rbc-timeslot-group').first();
  const hour = (await slot.boundingBox())?.height ?? 0;
  const from = await placeIn(visit(page, 'Hedge'), 0.5, 0.3);
  const to = { x: (await placeIn(lane, 0.5, 0)).x, y: from.y + hour };
  const lift = () => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

  // A finger that moves at once scrolls; one that only rests opens the menu.
  await touch('touchStart', from);
  await touch('touchMove', { x: from.x, y: from.y - 60 });
  await page.waitForTimeout(400);
  expect(await page.locator('.hw-visit-carried').count()).toBe(0);
  await lift();
  await page.locator('.rbc-time-content').evaluate((hours) => hours.scrollTo(0, 0));
  await touch('touchStart', from);
  await page.locator('.hw-visit-carried').waitFor();
  await lift();
  await page.getByRole('menuitem', { name: 'Move to…' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Move to…' }).waitFor({ state: 'detached' });

  await touch('touchStart', from);
  await page.locator('.hw-visit-carried').waitFor();
  for (const part of [0.1, 0.4, 0.7, 1])
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  await page.locator('.hw-move-where').getByText('9:00 AM to 11:00 AM, Crew 2').waitFor();
  await lift();
  await visit(page, '9:00 AM to 11:00 AM Hedge.*Crew 2').waitFor();
  await expect.poll(async () => (await jobOf()).visits[0].start).toBe('2036-06-16T13:00:00.000Z');
});
