import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

// Where a record's drawer is placed, and where the focus goes when it, a form or a dialog is closed.

let browser: TestBrowser;
let other: Client;

beforeAll(async () => {
  browser = await openBrowser();
  other = await browser.server.signIn();
});
afterAll(() => browser.close());

async function addLead(name: string, more: object = {}): Promise<string> {
  return (await other.post('/api/leads', { name, ...more }).then(expectStatus(201))).body.id;
}

const drawer = (page: Page) => page.locator('.hw-drawer');

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

describe('the open drawer', () => {
  test('The open drawer stands beside the page where there is room, and what it lies over can be scrolled free', async () => {
    const id = await addLead('Beside the page');
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/leads');
    const add = page.getByRole('button', { name: 'Add Lead' });
    const wide = await boxOf(add);
    await page.getByRole('link', { name: 'Beside the page' }).click();
    await drawer(page).getByRole('heading', { name: 'Beside the page' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?lead=${id}`);
    const docked = await boxOf(drawer(page));
    expect([docked.width, docked.right, docked.bottom]).toEqual([460, 1440, 900]);
    expect((await boxOf(add)).right).toBe(wide.right - docked.width);
    await lostIsFree(page);
    // The account menu still opens above it.
    await page.getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'detached' });
    expect(await drawer(page).count()).toBe(1);

    await page.setViewportSize({ width: 1024, height: 900 });
    const column = await boxOf(page.locator('.hw-board'));
    expect(column.right).toBeGreaterThan((await boxOf(drawer(page))).x); // it overlaps
    await lostIsFree(page);
    for (const name of ['One saw', 'Two saw', 'Three saw'])
      await other.post('/api/equipment', { name, category: 'Chainsaws' }).then(expectStatus(201));
    await page.goto('/equipment?equipment=none');
    await drawer(page).getByText('This equipment is no longer here').waitFor();
    await page.getByRole('link', { name: 'Three saw' }).waitFor();
    await page.locator('.hw-grid-frame').evaluate((frame) => frame.scrollTo(frame.scrollWidth, 0));
    const left = (await boxOf(drawer(page))).x;
    for (const card of await page.locator('.hw-grid > li').all())
      expect((await boxOf(card)).right).toBeLessThanOrEqual(left);
  });

  test('The open drawer is a page of its own on a phone, with its acts below', async () => {
    const id = await addLead('On a phone', {
      phone: '+1 (413) 555-0100',
      email: 'phone@example.com',
      address: '12 Elm Street, Amherst',
      notes: 'Gate on the left\n'.repeat(60),
    });
    const page = await browser.newPage({ signedIn: true, width: 390, height: 844, touch: true });
    await page.goto(`/leads?lead=${id}`);
    await drawer(page).getByRole('heading', { name: 'On a phone' }).waitFor();
    expect(await boxOf(drawer(page))).toMatchObject({ x: 0, y: 0, right: 390, bottom: 844 });
    expect(await page.locator('.hw-bar').isVisible()).toBe(false);
    expect(await page.locator('.hw-board').isVisible()).toBe(false);
    await drawer(page).getByRole('button', { name: 'Edit' }).click({ trial: true });
    // The most likely actions come first; the name appears once.
    const link = (name: string) => drawer(page).getByRole('link', { name, exact: true }).getAttribute('href');
    expect([await link('Call'), await link('Text')]).toEqual(['tel:+14135550100', 'sms:+14135550100']);
    expect(await link('Email')).toBe('mailto:phone@example.com');
    expect(await link('Directions')).toMatch(/destination=12%20Elm%20Street%2C%20Amherst$/);
    expect(await drawer(page).getByText('On a phone').count()).toBe(1);
    expect((await boxOf(drawer(page).locator('.hw-action-bar'))).bottom).toBe(844);
    const acts = await drawer(page).locator('.hw-action-bar .bp6-button').all();
    expect(new Set(await Promise.all(acts.map(async (act) => (await boxOf(act)).y))).size, 'Rows of acts').toBe(1);
    await drawer(page).getByRole('button', { name: 'More actions' }).click();
    for (const name of ['Contacted', 'Delete']) await page.getByRole('menuitem', { name }).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).getByRole('button', { name: 'Edit' }).click();
    await drawer(page).getByLabel('Name').waitFor();
    const save = await boxOf(drawer(page).getByRole('button', { name: 'Save' }));
    expect(save.bottom).toBeGreaterThan(780);
    expect(save.bottom).toBeLessThan(844);
    await drawer(page).getByRole('button', { name: 'Close' }).click();
    await page.locator('.hw-board').waitFor();
  });
});

/** The board's last column can be scrolled out from under whatever is beside it. */
async function lostIsFree(page: Page): Promise<void> {
  await page.locator('.hw-board').evaluate((board) => board.scrollTo({ left: board.scrollWidth, behavior: 'instant' }));
  const lost = page.locator('.hw-column').last();
  const left = (await boxOf(drawer(page))).x;
  await expect.poll(async () => (await boxOf(lost)).right).toBeLessThanOrEqual(left);
}

describe('the focus', () => {
  test('The focus stays in a dialog that is opened by a menu, also when the menu has gone', async () => {
    const page = await browser.newPage({ signedIn: true, isAnimated: true });
    await page.goto('/schedule');
    await page.getByRole('button', { name: 'More of the schedule' }).click();
    await page.getByRole('menuitem', { name: 'Time off…' }).click();
    const request = page.getByRole('dialog').getByRole('button', { name: 'Request time off' });
    await request.focus();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expectFocus(page, request);
  });

  test('A key that is let go on a button it was not pressed on does not press it', async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/');
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.press('Enter');
    const dark = page.getByRole('menuitemradio', { name: 'Dark' });
    await dark.focus();
    // Most people hold a key for longer than the menu takes to give the focus back.
    await page.keyboard.down('Enter');
    await expect.poll(() => account.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.up('Enter');
    await dark.waitFor({ state: 'detached' });
    await account.press('Enter');
    await dark.waitFor();
  });

  test('The focus goes back to where it came from on the board, or on to the next card', async () => {
    const phone = '555-0100';
    for (const name of ['Focus four', 'Focus three', 'Focus two', 'Focus one']) await addLead(name, { phone });
    const page = await browser.newPage({ signedIn: true });
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const button = (name: string) => drawer(page).getByRole('button', { name, exact: true });
    await page.goto('/leads?q=Focus');
    await link('Focus two').focus();
    await page.keyboard.press('Enter');
    await expectFocus(page, drawer(page).getByRole('heading', { name: 'Focus two' }));
    await page.keyboard.press('Escape');
    await expectFocus(page, link('Focus two'));

    // Cancel and Save return to Edit; a refused entry stays editable, and Escape keeps working.
    await page.keyboard.press('Enter');
    await button('Edit').press('Enter');
    await expectFocus(page, drawer(page).getByLabel('Name'));
    await button('Cancel').press('Enter');
    await expectFocus(page, button('Edit'));
    await page.keyboard.press('Enter');
    await drawer(page).getByLabel('Phone').fill('555-0111');
    await button('Save').press('Enter');
    await drawer(page).getByText('555-0111').waitFor();
    await expectFocus(page, button('Edit'));
    await page.keyboard.press('Enter');
    await page.route('**/api/leads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await route.fulfill({ status: 422, json: { code: 'refused', message: 'Not now.' } });
    });
    await drawer(page).getByLabel('Phone').fill('555-0122');
    await button('Save').press('Enter');
    await drawer(page).getByText('Not now.').waitFor();
    await expectFocus(page, button('Save'));
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await expectFocus(page, link('Focus two'));
    await page.unroute('**/api/leads/*');

    // After a deleted card comes the next one; a card that moves takes the focus along.
    await page.keyboard.press('Enter');
    await button('Delete').press('Enter');
    await link('Focus two').waitFor({ state: 'detached' });
    await expectFocus(page, page.getByRole('article', { name: 'Focus three, New' }));
    await page.getByRole('button', { name: 'Delete Focus three' }).press('Enter');
    await link('Focus three').waitFor({ state: 'detached' });
    await expectFocus(page, page.getByRole('article', { name: 'Focus four, New' }));
    await page.getByRole('button', { name: 'Move to… Focus four' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Quoting' }).press('Enter');
    await expectFocus(page, page.getByRole('article', { name: 'Focus four, Quoting' }));

    // Closing the dialog returns to its button, even if a key opened it from somewhere else.
    const add = page.getByRole('button', { name: 'Add Lead', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
    await add.press('Enter');
    await dialog.getByLabel('Name').fill('Focus five');
    await dialog.getByRole('button', { name: 'Add Lead' }).press('Enter');
    await link('Focus five').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(page, add);
    await link('Focus one').press('c');
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expectFocus(page, link('Focus one'));
    // It was opened by its address, so there is nothing to return to.
    await page.goto('/leads?q=Focus&new=true');
    await expectFocus(page, dialog.getByLabel('Name'));
    await page.keyboard.press('Escape');
    await expectFocus(page, add);
  });

  test('The focus stays with a machine that is retired and restored, and with a customer and their properties', {
    tags: ['deep'],
  }, async () => {
    const machine = { name: 'Focus saw', category: 'Chainsaws' };
    const { id } = (await other.post('/api/equipment', machine).then(expectStatus(201))).body;
    const page = await browser.newPage({ signedIn: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`/equipment?equipment=${id}`);
    await button('Retire').press('Enter');
    await expectFocus(page, button('Restore'));
    await page.keyboard.press('Enter');
    await expectFocus(page, button('Edit'));

    const customer = { firstName: 'Ada', lastName: 'Lovelace', address: '12 Elm Street' };
    const added = (await other.post('/api/customers', customer).then(expectStatus(201))).body;
    await page.goto(`/customers/${added.id}`);
    await button('Edit').press('Enter');
    await page.getByLabel('Phone').fill('555-0123');
    await button('Save').press('Enter');
    await page.getByLabel('Phone').waitFor({ state: 'detached' });
    await expectFocus(page, button('Edit'));
    await button('Add property').press('Enter');
    await expectFocus(page, page.getByRole('dialog').getByLabel('Label'));
    await page.keyboard.press('Escape');
    await expectFocus(page, button('Add property'));
    await button('Erase personal data…').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).press('Enter');
    await expectFocus(page, button('Erase personal data…'));
    await button('Archive').press('Enter');
    await expectFocus(page, button('Restore'));
  });
});

/** Waits until the element has the focus; the message shows what has it instead. */
async function expectFocus(page: Page, expected: Locator): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
  await expected.waitFor();
  const wanted = await expected.evaluate((element) => element.outerHTML.slice(0, 300));
  await expect.poll(focused).toBe(wanted);
}

test('A history is quiet: what a record began with is folded, and Restore shows where it is looked for', async () => {
  const id = await addLead('Quiet', { phone: '555-0100', notes: 'As first told' });
  await other.patch(`/api/leads/${id}`, { phone: '555-0111' }).then(expectStatus(200));
  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/leads?lead=${id}&tab=history`);
  const restore = drawer(page).getByRole('button', { name: 'Restore this value' });
  const opacity = () => restore.evaluate((button) => getComputedStyle(button).opacity);
  await restore.waitFor();
  expect(await opacity()).toBe('0');
  await restore.focus();
  await expect.poll(opacity).toBe('1');
  expect(await drawer(page).getByText('As first told').isVisible()).toBe(false);
  await drawer(page).getByText('fields were filled in').click();
  await drawer(page).getByText('As first told').waitFor();
  // Who it was, and exactly when.
  await drawer(page)
    .locator('.hw-step-who')
    .getByText(/\d{4}, \d+:\d\d/)
    .first()
    .waitFor();
});
