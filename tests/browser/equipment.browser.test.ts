import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { todayIn } from '../../console/ui/format.ts';
import { addSignedIn } from '../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../support/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../support/browser-checks.ts';
import type { Client } from '../support/client.ts';
import { cases } from '../support/depth.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const drawer = (page: Page) => page.locator('.hw-drawer');
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const names = (page: Page) => page.locator('.hw-grid h2').allTextContents();

async function add(name: string, changes: object = {}): Promise<string> {
  const body = { name, category: 'Chainsaws', ...changes };
  return (await owner.post('/api/equipment', body).then(expectStatus(201))).body.id;
}

async function openEquipment(search = '', options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(`/equipment${search}`);
  await page.getByRole('heading', { name: 'Equipment Management' }).waitFor();
  return page;
}

describe('the inventory', () => {
  test('The inventory begins empty, and says how to begin', async () => {
    const page = await openEquipment();
    await page.getByText('Track and manage your tree service equipment inventory').waitFor();
    await page.getByText('No equipment found').waitFor();
    await page.getByText('Get started by adding your first piece of equipment').waitFor();
  });

  test('The inventory takes a new machine, once its name and category are filled in', async () => {
    const page = await openEquipment();
    await page.getByRole('button', { name: 'Add Equipment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Equipment' });
    const submit = dialog.getByRole('button', { name: 'Add Equipment' });
    // The company's date, which may still be yesterday in the browser's time zone.
    const today = todayIn('America/New_York');
    expect(await dialog.getByLabel('Purchase Date').inputValue()).toBe(today);
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Name').fill('Tracked grinder');
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Category').selectOption('Stump Grinders');
    await dialog.getByLabel('Purchase Price').fill('10,000,000');
    await submit.click();
    await toast(page).getByText('Failed to add equipment.').waitFor();
    await dialog.getByText(/^The purchase price must be an amount from 0/).waitFor();
    await dialog.getByLabel('Purchase Price').fill('27400');
    await dialog.getByLabel('Notes').fill('Fits through a 36-inch gate. '.repeat(12));
    await submit.click();
    await toast(page).getByText('Equipment Added').waitFor();
    await toast(page).getByText('New equipment has been added to inventory.').waitFor();
    await card(page, 'Tracked grinder').getByText('$27,400').waitFor();
    const notes = card(page, 'Tracked grinder').locator('.hw-card-note');
    const lines = await notes.evaluate((it) => it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight));
    expect(Math.round(lines)).toBe(2);
  });

  test('The inventory is searched, and filtered by category and status; all of it is in the address', async () => {
    await add('Cedar saw', { serialNumber: 'SN-7781', status: 'in_use' });
    await add('Cedar rope', { category: 'Climbing Gear', status: 'in_use' });
    const page = await openEquipment();
    await page.getByPlaceholder('Search equipment...').fill('cedar');
    await expect.poll(() => names(page)).toEqual(['Cedar rope', 'Cedar saw']);
    await page.getByLabel('Category', { exact: true }).selectOption('Chainsaws');
    await page.getByLabel('Status', { exact: true }).selectOption('In Use');
    await page.waitForURL(/q=cedar&category=Chainsaws&status=in_use/);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['Cedar saw']);
    await page.getByLabel('Status', { exact: true }).selectOption('Maintenance');
    await page.getByText('No equipment found').waitFor();
    await page.getByText('Try adjusting your filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByPlaceholder('Search equipment...').fill('sn-778');
    await expect.poll(() => names(page)).toEqual(['Cedar saw']);
  });

  test('The inventory is also a dense list, sorted by a click', async () => {
    const page = await openEquipment('?q=cedar');
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.waitForURL(/view=list&sort=-name/);
    const first = page.locator('tbody td:first-child');
    await expect.poll(() => first.allTextContents()).toEqual(['Cedar saw', 'Cedar rope']);
  });
});

test('A machine that is overdue says so by icon and words, and is shown alone where that is asked', async () => {
  await add('Late chipper', { nextMaintenance: '2020-01-31' });
  const page = await openEquipment();
  await card(page, 'Late chipper').getByText('Overdue since Jan 31, 2020').waitFor();
  expect(await card(page, 'Late chipper').locator('.hw-overdue svg').count()).toBe(1);
  await page.getByRole('button', { name: '1 overdue' }).click();
  await expect.poll(() => names(page)).toEqual(['Late chipper']);
});

describe('the status on a card', () => {
  test('The status on a card is changed by its dropdown, and Undo takes it back', async () => {
    await add('Status saw');
    const page = await openEquipment();
    const status = page.getByLabel('Status of Status saw');
    await status.selectOption('Out of Service');
    await toast(page).getByText('Status Updated').waitFor();
    await toast(page).getByText('Equipment status has been updated.').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => status.inputValue()).toBe('available');
  });

  test('The status on a card goes back where the server refuses, and a message says why', {
    tags: ['deep'],
  }, async () => {
    const id = await add('Refused saw');
    const page = await openEquipment();
    await card(page, 'Refused saw').waitFor();
    await page.route(`**/api/equipment/${id}`, async (route) => {
      const message = 'This equipment was retired. Restore it to change it.';
      await route.fulfill({ status: 410, json: { message, code: 'removed' } });
    });
    await page.getByLabel('Status of Refused saw').selectOption('Maintenance');
    await toast(page).getByText('Error').waitFor();
    await toast(page).getByText('This equipment was retired. Restore it to change it.').waitFor();
    expect(await page.getByLabel('Status of Refused saw').inputValue()).toBe('available');
  });

  test('The status on a card is only read by an auditor', { tags: ['deep'] }, async () => {
    await add('Seen saw');
    await addSignedIn(browser.server, owner, 'auditing', { role: 'auditor' });
    const as = { username: 'auditing', password: 'their own password' };
    const page = await openEquipment('', { signedIn: as });
    await card(page, 'Seen saw').getByText('Available').waitFor();
    expect(await page.getByLabel('Status of Seen saw').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add Equipment' }).count()).toBe(0);
  });
});

describe('the drawer', () => {
  test('The drawer of a machine records maintenance: the cost adds up, the next date moves, and Undo puts it back', async () => {
    const id = await add('Kept chipper', { maintenanceInterval: 90, nextMaintenance: '2020-02-01' });
    await owner.post(`/api/equipment/${id}/maintenance`, { doneOn: '2019-11-03', cost: 100 }).then(expectStatus(200));
    const page = await openEquipment(`?equipment=${id}`);
    await drawer(page).getByText('Every 90 days · done once · $100 so far').waitFor();
    await drawer(page).getByRole('button', { name: 'Record maintenance' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record maintenance' });
    await dialog.getByLabel('Cost').fill('260.50');
    await dialog.getByLabel('What was done').fill('New knives');
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await toast(page).getByText('Maintenance recorded').waitFor();
    await drawer(page).getByText('done 2 times · $360.50 so far').waitFor();
    await drawer(page).getByText('New knives').waitFor();
    expect(await drawer(page).getByText('Overdue').count()).toBe(0);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await drawer(page).getByText('done once · $100 so far').waitFor();
    await drawer(page).getByRole('button', { name: 'Remove the maintenance of Nov 3, 2019' }).click();
    await drawer(page).getByText('nothing recorded yet').waitFor();
  });

  test('The drawer of a machine gives it to a crew by name, also one added in place, and the history names the crew', async () => {
    await owner.post('/api/crews', { name: 'Ridge crew' }).then(expectStatus(201));
    const id = await add('Given saw');
    const page = await openEquipment(`?equipment=${id}&tab=edit`);
    const assigned = drawer(page).getByRole('combobox', { name: 'Assigned To' });
    await assigned.fill('ridge');
    await drawer(page).getByRole('option', { name: 'Ridge crew' }).waitFor();
    await assigned.press('Enter');
    expect(await assigned.inputValue()).toBe('Ridge crew');
    // A missing crew can be added in place, as a person can.
    await assigned.fill('valley');
    await drawer(page).getByRole('option', { name: 'Add a new person' }).waitFor();
    await drawer(page).getByRole('option', { name: 'Add a new crew' }).click();
    const crew = page.getByRole('dialog', { name: 'Add New Crew' });
    await crew.getByLabel('Name').fill('Valley crew');
    await crew.getByRole('button', { name: 'Add Crew' }).click();
    await crew.waitFor({ state: 'detached' });
    await expect.poll(() => assigned.inputValue()).toBe('Valley crew');
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('Equipment Updated').waitFor();
    await card(page, 'Given saw').getByText('Valley crew').waitFor();
    await drawer(page).getByRole('tab', { name: 'History' }).click();
    await drawer(page).locator('.hw-step').filter({ hasText: 'Assigned' }).getByText('Valley crew').waitFor();
  });

  test('The drawer of a machine says where another machine has the same serial number', {
    tags: ['deep'],
  }, async () => {
    await add('First twin', { serialNumber: 'TW-1' });
    const id = await add('Second twin', { serialNumber: 'tw 1' });
    const page = await openEquipment(`?equipment=${id}`);
    await drawer(page).getByText('The same serial number').waitFor();
    await drawer(page).getByRole('link', { name: 'First twin' }).click();
    await drawer(page).getByRole('heading', { name: 'First twin' }).waitFor();
  });

  test('The drawer of a machine retires it without a question, and Undo brings it back', async () => {
    const id = await add('Old saw');
    const page = await openEquipment(`?equipment=${id}`);
    await drawer(page).getByRole('button', { name: 'Retire' }).click();
    await toast(page).getByText('Equipment Retired').waitFor();
    await card(page, 'Old saw').waitFor({ state: 'detached' });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Old saw').waitFor();
  });
});

describe('retired equipment', () => {
  test.each(cases(390, 1440))(
    'Retired equipment is listed after its toast is gone, and restored from there at %d pixels',
    { tags: ['more'] },
    async (width) => {
      const id = await add(`Worn saw ${width}`, { serialNumber: `W-${width}` });
      await owner.delete(`/api/equipment/${id}`).then(expectStatus(204));
      const page = await openEquipment('', { width, height: 844 });
      await page.getByLabel('Which equipment').selectOption('Retired');
      await card(page, `Worn saw ${width}`).waitFor();
      expect(await page.getByLabel(`Status of Worn saw ${width}`).count()).toBe(0);
      await expectNoViolations(page);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByRole('link', { name: `Worn saw ${width}` }).click();
      await drawer(page).getByText('Retired', { exact: true }).waitFor();
      expect(
        await drawer(page)
          .getByRole('button', { name: /Edit|Retire$|Record maintenance/ })
          .count(),
      ).toBe(0);
      await drawer(page).getByRole('button', { name: 'Restore', exact: true }).click();
      await toast(page).getByText('Equipment Restored').waitFor();
      await drawer(page).getByRole('button', { name: 'Close' }).click();
      await card(page, `Worn saw ${width}`).waitFor({ state: 'detached' });
      await page.goto(`/equipment?removed=true&view=list&equipment=${id}`);
      await drawer(page).getByRole('button', { name: 'Retire' }).click();
      await drawer(page).getByRole('button', { name: 'Restore', exact: true }).waitFor();
      await drawer(page).getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: `Restore Worn saw ${width}` }).click();
      await page.getByRole('button', { name: `Restore Worn saw ${width}` }).waitFor({ state: 'detached' });
    },
  );

  test('Retired equipment is read, and not restored, by an auditor', { tags: ['deep'] }, async () => {
    const id = await add('Worn and seen');
    await owner.delete(`/api/equipment/${id}`).then(expectStatus(204));
    await addSignedIn(browser.server, owner, 'watching', { role: 'auditor' });
    const as = { username: 'watching', password: 'their own password' };
    const page = await openEquipment(`?removed=true&equipment=${id}`, { signedIn: as });
    await card(page, 'Worn and seen').waitFor();
    await drawer(page).getByText('Retired', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  });
});

test('Equipment comes page by page as one scrolls, and a machine further down opens by its address', async () => {
  const ids = await Promise.all(Array.from({ length: 45 }, (_, index) => add(`Paged ${index}`)));
  for (let index = 45; index < 75; index++) ids.push(await add(`Paged ${index}`, { status: 'maintenance' }));
  const page = await openEquipment(`?q=paged&equipment=${ids[74]}`);
  await drawer(page).getByRole('heading', { name: 'Paged 74' }).waitFor();
  await expect.poll(() => names(page).then((all) => all.slice(0, 3))).toEqual(['Paged 0', 'Paged 1', 'Paged 2']);
  await expect.poll(() => names(page).then((all) => all.length)).toBe(60);
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await page.locator('.hw-grid > li').last().scrollIntoViewIfNeeded();
  await expect.poll(() => names(page).then((all) => all.length)).toBe(75);
  await page.getByLabel('Status of Paged 74').selectOption('In Use');
  await toast(page).getByText('Status Updated').waitFor();
  await expect.poll(() => page.getByLabel('Status of Paged 74').inputValue()).toBe('in_use');
  await page.getByLabel('Status', { exact: true }).selectOption('Maintenance');
  await expect.poll(() => names(page).then((all) => all.length)).toBe(29);
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  const first = page.locator('tbody td:first-child').first();
  await expect.poll(() => first.textContent()).toBe('Paged 73');
});

test('The form for a maintenance has no accessibility violation', { tags: ['deep'] }, async () => {
  const page = await openEquipment(`?equipment=${await add('Audited chipper')}`);
  await drawer(page).getByRole('button', { name: 'Record maintenance' }).click();
  await page.getByRole('dialog', { name: 'Record maintenance' }).waitFor();
  await expectNoViolations(page);
});
