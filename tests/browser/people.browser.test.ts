import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, addUser, PASSWORD } from '../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../support/browser.ts';
import { expectNoViolations } from '../support/browser-checks.ts';
import type { Client } from '../support/client.ts';
import { companyDay } from '../support/company-day.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const drawer = (page: Page) => page.locator('.hw-drawer');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(path);
  return page;
}

const addPerson = async (firstName: string, rest: object = {}): Promise<string> =>
  (await owner.post('/api/staff', { firstName, ...rest }).then(expectStatus(201))).body.id;

describe('people', () => {
  test('People are added with skills and certificates; a certificate that ends before it starts is refused', async () => {
    const page = await open('/people');
    await page.getByText('No people yet').waitFor();
    await page.getByRole('button', { name: 'Add person' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add person' });
    await dialog.getByLabel('First name').fill('Grace');
    await dialog.getByRole('textbox', { name: 'Skills' }).fill('Climbing, Rigging,');
    await dialog.getByRole('button', { name: 'Add certificate' }).click();
    await page.keyboard.type('Arborist');
    await dialog.getByLabel('Arborist: issued on').fill('2026-05-02');
    await dialog.getByLabel('Arborist: expires on').fill('2026-05-01');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await dialog.getByText('The certificate Arborist expires before it was issued.').waitFor();
    await dialog.getByLabel('Arborist: expires on').fill(companyDay(30));
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await row(page, 'Grace').getByText('Climbing, Rigging').waitFor();
    await row(page, 'Grace')
      .getByText(/Arborist: expires /)
      .waitFor();
  });

  test('People show what has expired; they leave, are not listed then, and come back', async () => {
    const id = await addPerson('Walter', { certifications: [{ name: 'CDL', expiresOn: companyDay(-2) }] });
    const page = await open(`/people?person=${id}`);
    await row(page, 'Walter')
      .getByText(/CDL: expired /)
      .waitFor();
    await drawer(page).getByRole('button', { name: 'Mark as left' }).click();
    await toast(page).getByText('Walter can no longer be put on a crew.').waitFor();
    await row(page, 'Walter').waitFor({ state: 'detached' });
    await page.getByLabel('Who').selectOption('Left the company');
    await row(page, 'Walter').waitFor();
    await drawer(page).getByRole('button', { name: 'Bring back' }).click();
    await page.getByText('No one found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'Walter').waitFor();
  });

  test('People are given an account under their own id', async () => {
    const id = await addPerson('Rosa', { lastName: 'Diaz', email: 'rosa@example.com' });
    const page = await open(`/people?person=${id}`);
    await drawer(page).getByRole('link', { name: 'Create account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add User: Rosa Diaz' });
    expect(await dialog.getByLabel('Email').inputValue()).toBe('rosa@example.com');
    await dialog.getByLabel('Username').fill('rosa');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await page
      .getByRole('dialog', { name: 'Password link for Rosa Diaz' })
      .getByRole('button', { name: 'Not now' })
      .click();
    await row(page, 'rosa').waitFor();
    await page.goto(`/people?person=${id}`);
    await drawer(page).getByRole('link', { name: 'Open the account' }).click();
    await page.waitForURL(new RegExp(`/users\\?user=${id}`));
  });

  test('People are changed by one at a time: what two change is shown, and nothing typed is lost', {
    tags: ['deep'],
  }, async () => {
    const id = await addPerson('Hannah', { skills: ['Climbing'] });
    const page = await open(`/people?person=${id}&tab=edit`);
    await drawer(page).getByLabel('Phone').fill('555-0142');
    await owner.patch(`/api/staff/${id}`, { skills: ['Crane'] }).then(expectStatus(200));
    await drawer(page).getByText('This person was changed while you were editing').waitFor();
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('The changes have been saved.').waitFor();
    const { body } = await owner.get('/api/staff?search=hannah').then(expectStatus(200));
    expect(body).toMatchObject([{ phone: '555-0142', skills: ['Crane'] }]);
    await drawer(page).getByRole('tab', { name: 'History' }).click();
    await drawer(page).getByText('Person added').waitFor();
  });
});

test('The page Users lists accounts, and not everybody who works here', { tags: ['deep'] }, async () => {
  await addPerson('Accountless');
  await addUser(owner, 'somebody');
  const page = await open('/users');
  await row(page, 'somebody').first().waitFor();
  expect(await page.getByText('Accountless').count()).toBe(0);
});

describe('the settings', () => {
  test('The settings are changed by the owner, field by field, and the history takes a step back', async () => {
    const page = await open('/settings');
    await page.getByText('these are the defaults').waitFor();
    await page.getByText('7:30 AM to 4:00 PM').waitFor();
    await page.getByRole('button', { name: 'Change settings' }).click();
    await page.getByLabel('Company name').fill('Oak & Ash');
    await page.getByLabel('Sales tax (%)').fill('6.25');
    await page.locator('.hw-weekdays label').filter({ hasText: 'Sat' }).click();
    await page.getByRole('combobox', { name: 'Service area' }).selectOption('Around the home base');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A radius needs a home base with latitude and longitude.').waitFor();
    await page.getByLabel('Home base: latitude').fill('42.34');
    await page.getByLabel('Home base: longitude').fill('-72.59');
    await page.getByPlaceholder('Street, city, state, ZIP code').fill('12 Mill Lane, Hadley, MA 01035');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('Changes take effect right away.').waitFor();
    await page.locator('.hw-details').getByText('25 miles around the home base').waitFor();
    await page.locator('.hw-details').getByText('Mon, Tue, Wed, Thu, Fri, Sat').waitFor();
    await page.locator('.hw-history').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.hw-details').getByText('0%', { exact: true }).waitFor();
  });

  test('The settings hold the prices of the services, which are changed apart from the rest', async () => {
    const page = await open('/settings');
    await page.getByRole('button', { name: 'Add prices' }).click();
    await page.getByRole('button', { name: 'Add a service' }).click();
    await page.getByRole('combobox', { name: 'Service 1: service' }).selectOption('Stump Grinding');
    await page.getByLabel('Service 1: description').fill('Up to 24 in');
    await page.getByLabel('Service 1: price').fill('1,180.5');
    await page.getByRole('combobox', { name: 'Service 1: unit' }).selectOption('per stump');
    await page.getByLabel('Service 1: hours').fill('1.5');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('They show next to the services').waitFor();
    const price = page.locator('.hw-price-list li').filter({ hasText: 'Stump Grinding' });
    expect(await price.textContent()).toContain('$1,180.50 per stump');
    expect(await price.textContent()).toContain('1 h 30');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'No prices yet' }).waitFor();
  });

  test('Everybody but the owner reads the settings, and finds no way to change them', { tags: ['deep'] }, async () => {
    await addSignedIn(browser.server, owner, 'sam');
    const page = await open('/settings?edit=true', { signedIn: { username: 'sam', password: PASSWORD } });
    await page.getByText('Only the owner can change them.').waitFor();
    await page.getByText('7:30 AM to 4:00 PM').first().waitFor();
    expect(await page.getByRole('button', { name: /Save|Change settings|Undo/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  });
});
