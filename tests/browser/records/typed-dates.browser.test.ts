import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

// Typed key by key, as only a browser takes it: after the first digit of a year it reports `0002-01-05`, and of a part of a
// date or a time it reports nothing.

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

let id: string;
beforeEach(async () => {
  const body = { title: 'Hedge', address: '3 Elm St', estimatedDuration: 4 };
  id = (await owner.post('/api/jobs', body).then(expectStatus(201))).body.id;
});

const jobOf = async () => (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;

/** Types over a date or time from its first part on. */
async function typeOver(input: Locator, keys: string): Promise<void> {
  await input.focus();
  await input.page().keyboard.type(keys);
}

/** Takes the value out of parts of a date or time, counted from its first. */
async function empty(input: Locator, ...parts: number[]): Promise<void> {
  const { keyboard } = input.page();
  await input.focus();
  for (let part = 0; part <= Math.max(...parts); part++) {
    if (parts.includes(part)) await keyboard.press('Backspace');
    await keyboard.press('ArrowRight');
  }
}

async function openMove(page: Page): Promise<Locator> {
  await page.goto(`/schedule?date=2036-06-16&view=day&move=${id}`);
  const dialog = page.getByRole('dialog', { name: /the job$/ });
  await dialog.getByLabel('Date').waitFor();
  return dialog;
}

describe('a year', () => {
  test('A year is typed digit by digit where a job is moved on the board', async () => {
    const page = await browser.newPage({ signedIn: true });
    const dialog = await openMove(page);
    await typeOver(dialog.getByLabel('Date'), '06152037');
    expect(await dialog.getByLabel('Date').inputValue()).toBe('2037-06-15');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect.poll(async () => (await jobOf()).visits[0]?.start).toMatch(/^2037-06-15/);
  });

  test('A year is typed digit by digit on the page of a job, and one of too few digits or too many is no day', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/jobs/${id}?do=schedule`);
    const dialog = page.getByRole('dialog', { name: 'Schedule the job' });
    const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true });
    const date = dialog.getByLabel('Date');
    for (const odd of ['0615203', '061520377']) {
      await typeOver(date, odd);
      await expect.poll(() => schedule.isDisabled()).toBe(true);
      await dialog.getByLabel('Start').focus();
      expect((await date.inputValue()).slice(-6)).toBe('-06-15');
    }
    await typeOver(date, '06152037');
    await schedule.click();
    await expect.poll(async () => (await jobOf()).visits[0]?.start).toMatch(/^2037-06-15/);
  });

  test.each(['0002-01-05', '20277-01-05'])('A draft with the day %s opens its form', async (day) => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/jobs/${id}`);
    const row = { day, start: '08:00', end: '12:00' };
    await page.evaluate(
      ([board, form, job]) => {
        const typedAt = new Date().toISOString();
        const put = (key: string, held: object) =>
          sessionStorage.setItem(`heartwood.draft.job/${job}/${key}`, JSON.stringify({ typedAt, held }));
        put('place', { when: board, crew: 'none' });
        put('visits', { visits: form });
      },
      [JSON.stringify(row), JSON.stringify([row]), id] as const,
    );
    await page.goto(`/jobs/${id}?do=schedule`);
    const form = page.getByRole('dialog', { name: 'Schedule the job' });
    await form.getByText(/^Draft from/).waitFor();
    expect(await form.getByRole('button', { name: 'Schedule', exact: true }).isDisabled()).toBe(true);
    const board = await openMove(page);
    await board.getByText(/^Draft from/).waitFor();
    expect(await board.getByRole('button', { name: 'Schedule', exact: true }).isDisabled()).toBe(true);
  });

  test('A year is typed digit by digit into a start that was promised', async () => {
    await owner.put(`/api/jobs/${id}`, { promisedStart: '2036-06-16T12:30:00.000Z' }).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/jobs/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await typeOver(page.getByLabel('Promised start'), '06152037');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('Job Updated').waitFor();
    expect((await jobOf()).promisedStart).toMatch(/^2037-06-15T\d\d:30/);
  });

  test('A year is typed digit by digit where a rainy day is planned', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/schedule?date=2036-06-16&view=day&replan=rain_day');
    const dialog = page.getByRole('dialog', { name: 'Rain Day' });
    await typeOver(dialog.getByLabel('Day', { exact: true }), '061520377');
    await expect.poll(() => dialog.getByRole('button', { name: 'Plan the rain day' }).isDisabled()).toBe(true);
    await dialog.getByLabel('From').focus();
    await typeOver(dialog.getByLabel('Day', { exact: true }), '06152037');
    await expect.poll(() => dialog.getByLabel('Move it no later than').inputValue()).toBe('2037-06-22');
  });

  test('A year is typed digit by digit into the days of a list, and of how far visitors got', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/costs');
    const from = page.getByLabel('From', { exact: true });
    await typeOver(from, '01052025');
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2025-01-05');
    await page.getByLabel('To', { exact: true }).focus();
    expect(await from.inputValue()).toBe('2025-01-05');
    await typeOver(from, '03072026');
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2026-03-07');

    await page.goto('/leads?forms=true');
    const forms = page.getByRole('dialog', { name: 'Public forms' });
    await typeOver(forms.getByLabel('From'), '01052025');
    expect(await forms.getByLabel('From').inputValue()).toBe('2025-01-05');
  });
});

describe('a part of a date or a time', () => {
  test('A promised start without its hour is refused beside it, and so is a time window of two half times', async () => {
    const said = { promisedStart: '2036-06-16T12:30:00.000Z', timeWindow: { start: '08:00', end: '12:00' } };
    await owner.put(`/api/jobs/${id}`, said).then(expectStatus(200));
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/jobs/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const promised = page.getByLabel('Promised start');
    await empty(promised, 3);
    await empty(page.getByLabel('Time window: start'), 0);
    await empty(page.getByLabel('Time window: end'), 1);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter the full date and time, or clear it.').waitFor();
    await page.getByText('Enter the full time, or clear it.').waitFor();
    expect(await page.getByLabel('Time window: start').evaluate((input) => input === document.activeElement)).toBe(
      true,
    );
    expect(await jobOf()).toMatchObject(said);

    // Cleared, it is meant.
    await promised.fill('');
    await page.getByLabel('Time window: start').fill('09:00');
    await page.getByLabel('Time window: end').fill('12:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('Job Updated').waitFor();
    expect(await jobOf()).toMatchObject({ promisedStart: null, timeWindow: { start: '09:00', end: '12:00' } });
  });

  test('A certificate whose last day has no year, or a part of one, is not saved as one that never expires', async () => {
    const certifications = [{ name: 'CDL', issuedOn: null, expiresOn: '2036-06-16' }];
    const person = { firstName: 'Walter', certifications };
    const { body } = await owner.post('/api/staff', person).then(expectStatus(201));
    const page = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true });
    await page.goto(`/people?person=${body.id}&tab=edit`);
    const until = page.getByLabel('CDL: expires on');
    const refused = page.getByText('Enter the full date, or clear it.');
    await empty(until, 2);
    await page.getByRole('button', { name: 'Save' }).click();
    await refused.waitFor();
    await typeOver(until, '0616203');
    await refused.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await refused.waitFor();
    const { body: people } = await owner.get('/api/staff?search=walter').then(expectStatus(200));
    expect(people).toMatchObject([{ certifications }]);
    await typeOver(until, '06162037');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('The changes have been saved.').waitFor();
  });

  test('A day that was left half typed over is the last full one when the form is opened again', async () => {
    const certifications = [{ name: 'CDL', issuedOn: null, expiresOn: '2036-06-16' }];
    const person = { firstName: 'Wilma', certifications };
    const { id: personId } = (await owner.post('/api/staff', person).then(expectStatus(201))).body;
    const machine = { name: 'Old grinder', category: 'Stump Grinders', purchaseDate: '2030-06-16' };
    const { id: machineId } = (await owner.post('/api/equipment', machine).then(expectStatus(201))).body;
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/people?person=${personId}&tab=edit`);
    const until = page.getByLabel('CDL: expires on');
    await typeOver(until, '06162');
    await page.reload();
    await page.getByLabel('Phone').fill('555-0100');
    expect(await until.inputValue()).toBe('2036-06-16');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('The changes have been saved.').waitFor();
    const { body: people } = await owner.get('/api/staff?search=wilma').then(expectStatus(200));
    expect(people).toMatchObject([{ phone: '555-0100', certifications }]);

    await page.goto(`/equipment?equipment=${machineId}&tab=edit`);
    const bought = page.getByLabel('Purchase Date');
    await bought.fill('2031-06-16');
    await empty(bought, 2);
    await page.reload();
    await page.getByText(/^Draft from|Not saved yet/).waitFor();
    expect(await bought.inputValue()).toBe('2031-06-16');
    // Cleared, it is meant.
    await bought.fill('');
    await page.reload();
    await page.getByText(/^Draft from|Not saved yet/).waitFor();
    expect(await bought.inputValue()).toBe('');
  });

  test('Maintenance without a full day, or with a year that is none, says so', async () => {
    const machine = { name: 'Grinder', category: 'Stump Grinders' };
    const { body } = await owner.post('/api/equipment', machine).then(expectStatus(201));
    const page = await browser.newPage({ signedIn: true });
    await page.goto(`/equipment?equipment=${body.id}`);
    await page.getByRole('button', { name: 'Record maintenance' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record maintenance' });
    await empty(dialog.getByLabel('Done on'), 2);
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await dialog.getByText('Enter the full date.').waitFor();
    await typeOver(dialog.getByLabel('Done on'), '110172027');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await dialog.getByText('72027 is not a year: enter its four digits.').waitFor();
  });
});

describe('the start of a visit', () => {
  test.each([
    { from: '13:00', to: '17:00', keys: ['9', 'ArrowRight', 'ArrowRight', 'a'], becomes: ['09:00', '13:00'] },
    { from: '08:00', to: '16:00', keys: ['Backspace', '9'], becomes: ['09:00', '17:00'] },
    { from: '13:00', to: '17:00', keys: ['1', '1'], becomes: ['23:00', '03:00'] },
    { from: '22:00', to: '06:00', keys: ['9'], becomes: ['21:00', '05:00'] },
  ])('A visit from $from to $to keeps its length when $keys are typed into its start', async (visit) => {
    const page = await browser.newPage({ signedIn: true });
    const dialog = await openMove(page);
    const [start, end] = [dialog.getByLabel('Start'), dialog.getByLabel('End')];
    await start.fill(visit.from);
    await end.fill(visit.to);
    await start.focus();
    for (const key of visit.keys) await page.keyboard.press(key);
    expect([await start.inputValue(), await end.inputValue()]).toEqual(visit.becomes);
  });
});

test('What was typed to move a job is there again if the server did not take it, and gone once it did', async () => {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/ERR_FAILED/] });
  let dialog = await openMove(page);
  await dialog.getByLabel('Date').fill('2036-06-16');
  await dialog.getByLabel('Start').fill('10:00');
  await page.route(`**/api/jobs/${id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await toast(page).getByText('Failed to schedule job.').waitFor();

  await page.unroute(`**/api/jobs/${id}`);
  dialog = await openMove(page);
  await dialog.getByText(/^Draft from/).waitFor();
  expect(await dialog.getByLabel('Start').inputValue()).toBe('10:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await toast(page).getByText('Job scheduled successfully!').waitFor();
  dialog = await openMove(page);
  expect(await dialog.getByText(/^Draft from/).count()).toBe(0);
});
