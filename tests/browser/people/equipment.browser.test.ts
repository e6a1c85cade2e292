import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { todayIn } from '../../../console/ui/values/wall-time.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations, sidewaysScroll } from '../../support/browser/checks.ts';
import { cases } from '../../support/depth.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

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
