import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import { expectStatus } from '../../support/server.ts';

/** The evening before the clocks go back in New York. */
let now = Date.parse('2037-10-31T20:00:00Z');
let browser: TestBrowser;
let jobId: string;

beforeAll(async () => {
  browser = await openBrowser({}, undefined, () => now);
  const owner = await browser.server.signIn();
  const ash = (await owner.post('/api/staff', { firstName: 'Ash' }).then(expectStatus(201))).body.id;
  await addSignedIn(browser.server, owner, 'ash', { role: 'crew', personId: ash });
  const crew = await owner.post('/api/crews', { name: 'North', memberIds: [ash] }).then(expectStatus(201));
  const job = { title: 'Storm', address: '3 Elm St', crewId: crew.body.id };
  jobId = (await owner.post('/api/jobs', job).then(expectStatus(201))).body.id;
});
afterAll(() => browser.close());

/** The same time for the server and for the page. */
async function at(page: Page, time: string): Promise<void> {
  now = Date.parse(time);
  await page.clock.setSystemTime(now);
}

/** Sends an act of the clock by its button, and waits until it is recorded: the page shows it before. */
async function clock(page: Page, act: 'Start' | 'Pause'): Promise<void> {
  const recorded = page.waitForResponse((answer) => answer.url().endsWith(`/${act.toLowerCase()}`) && answer.ok());
  await page.getByRole('button', { name: act, exact: true }).first().tap();
  await recorded;
}

test('A week goes from the clock on a phone to the file for payroll, to the minute, over the night with 25 hours', async () => {
  const phone = await browser.newPage({
    signedIn: { username: 'ash', password: PASSWORD },
    width: 390,
    height: 844,
    touch: true,
  });
  await at(phone, '2037-11-01T02:00:10Z');
  await phone.goto(`/jobs/${jobId}`);
  await clock(phone, 'Start');
  await phone.getByRole('button', { name: 'Pause', exact: true }).first().waitFor();
  // Six and a half hours later the clock on the wall shows only half past three.
  await at(phone, '2037-11-01T08:30:40Z');
  await clock(phone, 'Pause');
  await phone.getByRole('button', { name: 'Resume', exact: true }).first().waitFor();

  await phone.goto('/timesheets');
  await phone.getByText('6:30').first().waitFor();
  await phone.getByRole('button', { name: 'Add hours' }).tap();
  const dialog = phone.getByRole('dialog', { name: 'Add Hours' });
  await dialog.getByLabel(/^Hours/).fill('1:30');
  await dialog.getByLabel(/^What for/).selectOption('yard');
  await expectNoViolations(phone);
  await dialog.getByRole('button', { name: 'Add', exact: true }).tap();
  await toast(phone).getByText('8:00 this week').waitFor();
  await phone.getByRole('button', { name: 'Submit' }).tap();
  await phone.getByText('Submitted', { exact: true }).first().waitFor();

  const desk = await browser.newPage({ signedIn: true });
  await desk.clock.setSystemTime(now);
  await desk.goto('/timesheets');
  await desk.getByRole('link', { name: 'Ash', exact: true }).click();
  await desk.getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.getByText('The hours are locked.').waitFor();
  await desk.getByRole('button', { name: 'All people' }).click();
  const href = await desk.getByRole('button', { name: 'Payroll CSV' }).getAttribute('href');
  const file = await desk.request.get(String(href));
  expect(await file.text()).toContain(',Ash,2037-10-26,2037-11-01,regular,8.00,480,hours,');
});
