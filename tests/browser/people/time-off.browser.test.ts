import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCrew } from '../../support/browser/board.ts';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
let personId: string;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
  ({ personId } = await addCrew(owner, 'Crew 1', 'Grace'));
  await addCrew(owner, 'Crew 2', 'Ada');
});
afterAll(() => browser.close());

beforeEach(async () => {
  for (const { id } of (await owner.get('/api/hr/time-off').then(expectStatus(200))).body)
    await owner.delete(`/api/hr/time-off/${id}`).then(expectStatus(204));
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Time off', exact: true });

async function approved(days: object): Promise<void> {
  const body = { requestType: 'vacation', employeeId: personId, ...days };
  const { id } = (await owner.post('/api/hr/time-off', body).then(expectStatus(201))).body;
  await owner.patch(`/api/hr/time-off/${id}`, { status: 'approved' }).then(expectStatus(200));
}

test('Time off is asked for, approved, shown on the board, taken back and withdrawn', async () => {
  const page = await browser.newPage({ signedIn: true });
  await page.goto('/schedule?date=2036-06-16&view=crews');
  await page.getByRole('button', { name: 'More of the schedule' }).click();
  await page.getByRole('menuitem', { name: 'Time off…' }).click();
  await dialog(page).getByText('Nobody is off').waitFor();
  await dialog(page).getByRole('button', { name: 'Request Time Off' }).click();
  const form = page.getByRole('dialog', { name: 'Request Time Off' });
  await form.getByLabel('Who').fill('Grace');
  await page.getByRole('option', { name: /Grace/ }).click();
  await form.getByLabel('Type').selectOption('Vacation');
  await form.getByLabel('First day').fill('2036-06-16');
  await form.getByLabel('Last day').fill('2036-06-17');
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await toast(page).getByText('Request Submitted').waitFor();

  const row = dialog(page).getByRole('listitem').filter({ hasText: 'Grace' });
  await row.getByText('Mon, Jun 16 to Tue, Jun 17').waitFor();
  await row.getByText('Crew 1').waitFor();
  await expectNoViolations(page);
  await row.getByRole('button', { name: 'Approve' }).click();
  const approving = page.getByRole('dialog', { name: 'Approve Time Off' });
  await approving.getByText('Crew 1 has no visits on these days.').waitFor();
  await approving.getByRole('button', { name: 'Approve' }).click();
  await row.getByText('Approved').waitFor();
  const lane = page.locator('.hw-lane-head').filter({ hasText: 'Crew 1' });
  await lane.getByText('1 off: Grace').waitFor();
  expect(await page.locator('.hw-lane-head').filter({ hasText: 'Crew 2' }).getByText('off').count()).toBe(0);
  await toast(page).filter({ hasText: 'Request Updated' }).getByRole('button', { name: 'Undo' }).click();
  await row.getByText('Pending').waitFor();
  await lane.getByText('1 off').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Withdraw' }).click();
  await dialog(page).getByText('Nobody is off').waitFor();
});

test('The days of a phone say who is off', { tags: ['deep'] }, async () => {
  await approved({ startDate: '2036-06-16', endDate: '2036-06-17' });
  const phone = await browser.newPage({ signedIn: true, width: 390, height: 800, touch: true });
  await phone.goto('/schedule?date=2036-06-17');
  await phone.getByRole('region', { name: 'Crew 1' }).getByText('1 off: Grace').waitFor();
  await phone.getByRole('button', { name: 'More of the schedule' }).click();
  await phone.getByRole('menuitem', { name: 'Time off…' }).click();
  await dialog(phone).getByText('Grace').waitFor();
});

test('HR Management takes a request on a phone, approves one and denies another', async () => {
  const phone = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true });
  await phone.goto('/hr-management');
  await phone.getByText('No time off requests found').waitFor();
  await expectNoViolations(phone);
  const ask = async (type: string, day: string) => {
    await phone.getByRole('button', { name: 'Request Time Off' }).first().tap();
    const form = phone.getByRole('dialog', { name: 'Request Time Off' });
    await form.getByLabel('Who').fill('Grace');
    await phone.getByRole('option', { name: /Grace/ }).tap();
    await form.getByLabel('Type').selectOption(type);
    await form.getByLabel('First day').fill(day);
    await form.getByLabel('Last day').fill(day);
    await form.getByRole('button', { name: 'Submit Request' }).tap();
    await toast(phone).getByText('Request Submitted').waitFor();
  };
  const decide = async (card: Locator, act: 'Approve' | 'Deny') => {
    await card.getByRole('button', { name: act }).tap();
    const dialog = phone.getByRole('dialog', { name: `${act} Time Off` });
    await dialog.getByLabel('Reason').fill('As agreed');
    await expectNoViolations(phone);
    await dialog.getByRole('button', { name: act }).tap();
    await toast(phone).getByText('Request Updated').waitFor();
  };
  await ask('Sick', '2036-07-07');
  const card = phone.getByRole('listitem').filter({ hasText: 'Grace' });
  await card.getByText('Pending').waitFor();
  await decide(card, 'Approve');
  // “Approve” and “Deny” side by side begin like it.
  await card.getByText('Approved', { exact: true }).waitFor();
  expect(await card.getByRole('button').count()).toBe(0);

  await ask('Personal', '2036-08-04');
  const other = card.filter({ hasText: 'Aug 4, 2036' });
  await decide(other, 'Deny');
  await other.getByText('Denied').waitFor();
  await toast(phone).filter({ hasText: 'Grace stays' }).getByRole('button', { name: 'Undo' }).tap();
  await other.getByText('Pending').waitFor();
  await phone.getByRole('tab', { name: 'Analytics' }).tap();
  await phone.getByText('Nobody was off in the last twelve months').waitFor();
});
