import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { sidewaysScroll } from '../../support/browser/checks.ts';
import { OWNER } from '../../support/server.ts';

// A phone used with gloves on a network that comes and goes: fingers only, and nothing typed is lost.

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Taps a field and types with the phone's keyboard. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.tap();
  await page.keyboard.insertText(text);
}

async function goTo(page: Page, entry: string, title: string): Promise<void> {
  await button(page, 'Open menu').tap();
  await page.getByTestId(entry).tap();
  await heading(page, title).waitFor();
  await page.getByTestId(entry).waitFor({ state: 'detached' });
  expect(await sidewaysScroll(page)).toBe(0);
}

async function cutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('Offline: you cannot see what others change').waitFor({ state: 'attached' });
}

async function bringNetworkBack(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.getByText('Offline: you cannot see what others change').waitFor({ state: 'detached' });
}

test('A first day’s work is done on a phone, by touch alone, with the network cut twice', async () => {
  const page = await browser.newPage({
    width: 390,
    height: 844,
    touch: true,
    keepsConsole: true,
    expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
  });
  await page.goto('/');
  await type(page, page.getByLabel('Email or Username'), OWNER.username);
  await type(page, page.getByLabel('Password'), OWNER.password);
  await button(page, 'Sign In').tap();
  await heading(page, 'Dashboard').waitFor();

  // The first use says how to begin, and names the demo.
  await page.getByText('Start with your first lead').waitFor();
  expect(await page.locator('.hw-stat-label').allInnerTexts()).toHaveLength(4);
  await page.getByText('Email is not set up.').waitFor();
  await page.getByRole('link', { name: 'Add a lead' }).tap();

  // A lead, during the call.
  const lead = page.getByRole('dialog', { name: 'Add New Lead' });
  await type(page, lead.getByLabel('Name'), 'Ada Lovelace');
  await type(page, lead.getByLabel('Phone'), '(555) 010-0142');
  await type(page, lead.getByLabel('Estimated Value'), '$1,250.50');
  await button(lead, 'Add Lead').tap();
  await toast(page).getByText('New lead has been added to the pipeline.').waitFor();
  await lead.waitFor({ state: 'detached' });

  // The network fails in the middle of an edit: the save fails, but what was typed stays.
  await page
    .getByRole('article', { name: /Ada Lovelace/ })
    .getByText('Ada Lovelace')
    .tap();
  await page.getByRole('tab', { name: 'Details' }).waitFor();
  await button(page, 'Edit').tap();
  await type(page, page.getByLabel('Description'), 'Oak over the garage, leaning');
  await cutNetwork(page);
  await type(page, page.getByLabel('Notes'), 'Gate code 4711');
  await button(page, 'Save').tap();
  await page.locator('.hw-form-error').getByText('Heartwood cannot be reached.').waitFor();
  expect(await page.getByLabel('Description').inputValue()).toBe('Oak over the garage, leaning');
  expect(await page.getByLabel('Notes').inputValue()).toBe('Gate code 4711');
  // Even if the phone discards the page meanwhile: the lead is loaded when the network is back.
  await page.reload();
  await page.getByText('Heartwood cannot be reached.').filter({ visible: true }).first().waitFor();
  await bringNetworkBack(page);
  await page.getByText(/^Draft from .+ Not saved yet: Description, Notes/).waitFor();
  expect(await page.getByLabel('Notes').inputValue()).toBe('Gate code 4711');
  await button(page, 'Save').tap();
  await toast(page).getByText('Lead Updated').waitFor();
  await page.getByText('Oak over the garage, leaning').filter({ visible: true }).first().waitFor();
  await button(page.getByRole('dialog', { name: 'Ada Lovelace' }), 'Close').tap();

  // A customer; then a second one, while the network fails again.
  await goTo(page, 'nav-customers', 'Customers');
  await page
    .getByRole('button', { name: /^Add (First )?Customer$/ })
    .first()
    .tap();
  const customer = page.getByRole('dialog', { name: 'Add New Customer' });
  await type(page, customer.getByLabel('First name'), 'Grace');
  await type(page, customer.getByLabel('Last name'), 'Hopper');
  await button(customer, 'Add Customer').tap();
  await toast(page).getByText('Customer Created').waitFor();
  await customer.waitFor({ state: 'detached' });
  await page.getByText('Grace Hopper').filter({ visible: true }).first().waitFor();

  await button(page, 'Add Customer').first().tap();
  await type(page, customer.getByLabel('First name'), 'Alan');
  await type(page, customer.getByLabel('Last name'), 'Turing');
  await cutNetwork(page);
  await button(customer, 'Close').tap();
  await customer.waitFor({ state: 'detached' });
  await goTo(page, 'nav-equipment', 'Equipment Management');
  await goTo(page, 'nav-customers', 'Customers');
  await page.getByText('Grace Hopper').filter({ visible: true }).first().waitFor();
  await button(page, 'Add Customer').first().tap();
  await customer.getByText(/^Draft from/).waitFor();
  expect(await customer.getByLabel('Last name').inputValue()).toBe('Turing');
  await bringNetworkBack(page);
  await button(customer, 'Add Customer').tap();
  await customer.waitFor({ state: 'detached' });
  await page.getByText('Alan Turing').filter({ visible: true }).first().waitFor();

  const owner = await browser.server.signIn();
  const [saved] = (await owner.get('/api/leads-working?search=Ada')).body;
  expect(saved).toMatchObject({ estimatedValue: '1250.50', notes: 'Gate code 4711' });
  expect((await owner.get('/api/customers')).body).toHaveLength(2);
}, 180_000);
