import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolations } from '../../support/browser/checks.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const HOUSE = { address: '3 Elm St', city: 'Hadley', state: 'MA', zipCode: '01035' };

async function register(details: object): Promise<Answer['body']> {
  return (await owner.post('/api/customers', details).then(expectStatus(201))).body;
}

async function open(path: string): Promise<Page> {
  const page = await browser.newPage({ signedIn: true });
  await page.goto(path);
  return page;
}

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

describe('the customers', () => {
  test('The customers begin with “No customers found” and Add First Customer', async () => {
    const page = await open('/customers');
    await page.getByText('No customers found').waitFor();
    await page.getByText('Get started by adding your first customer.').waitFor();
    await page.getByRole('button', { name: 'Add First Customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    await dialog.getByRole('button', { name: 'Add Customer' }).click();
    await dialog.getByText('Enter a first or a last name.').waitFor();
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('Last name').fill('King');
    await dialog.getByLabel('Phone').fill('(413) 555-0142');
    await dialog.getByLabel('City').fill('Hadley');
    await page.reload();
    expect(await dialog.getByLabel('City').inputValue()).toBe('Hadley');
    await dialog.getByRole('button', { name: 'Add Customer' }).click();
    await toast(page).getByText('Customer Created').waitFor();
    await card(page, 'Ada King').getByText('AK', { exact: true }).waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Get started by adding your first customer.').waitFor();
  });

  test('Customers come page by page as the person scrolls, and what others add appears', async () => {
    for (let index = 0; index < 70; index++) await register({ firstName: `Tree ${index}`, lastName: 'Scrolled' });
    const page = await open('/customers?q=scrolled');
    await card(page, 'Tree 69 Scrolled').waitFor();
    // Cards out of sight are drawn after the others, so the end may move meanwhile.
    const cards = page.locator('.hw-grid > li');
    const scrolled = () => cards.last().scrollIntoViewIfNeeded();
    await expect.poll(() => scrolled().then(() => cards.count())).toBe(70);
    await register({ firstName: 'Late', lastName: 'Scrolled' });
    await card(page, 'Late Scrolled').waitFor();
    expect(await cards.count()).toBe(71);
  });
});

describe('a customer’s page', () => {
  test('A customer’s page is edited, with Undo, beside one timeline with their lead and job', async () => {
    const lead = (await owner.post('/api/leads', { name: 'Dora Lead', description: 'Beech leans over' })).body;
    const { body } = await owner.post(`/api/leads/${lead.id}/convert`).then(expectStatus(200));
    const job = { customerId: body.customerId, address: '2 Oak Street, Amherst' };
    const { jobNumber } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
    const page = await open('/customers?q=dora');
    await card(page, 'Dora Lead').getByRole('link', { name: 'View Details' }).click();
    await page.waitForURL(`**/customers/${body.customerId}`);
    await page.locator('.hw-step').filter({ hasText: 'Lead added' }).locator('summary').click();
    for (const step of ['Lead added', 'Converted to a customer', 'Customer added', 'Beech leans over'])
      await page.getByText(step, { exact: true }).waitFor();
    await page
      .locator('.hw-step')
      .filter({ hasText: 'Job created' })
      .getByRole('link', { name: jobNumber, exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Notes').fill('Ring twice');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('Customer Updated').waitFor();
    await page.getByText('Details changed').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undo: Details changed').waitFor();
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'their lead' }).click();
    await page.waitForURL(`**/leads?lead=${lead.id}`);
  });

  test('A customer’s page has properties, which are added, changed and removed', async () => {
    const { id } = await register({ firstName: 'Elena', ...HOUSE });
    const page = await open(`/customers/${id}`);
    await page.getByRole('button', { name: 'Add property' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('Orchard');
    const topOf = async (label: string) => (await dialog.getByLabel(label).boundingBox())?.y;
    await expect.poll(async () => (await topOf('Longitude')) === (await topOf('Latitude'))).toBe(true);
    await dialog.getByLabel('Latitude').fill('95');
    await dialog.getByLabel('Longitude').fill('-72.5');
    await dialog.getByRole('button', { name: 'Add property' }).click();
    await dialog.getByText('The latitude must be a number of degrees from -90 to 90, like 42.3732.').waitFor();
    await dialog.getByLabel('Latitude').fill('42.35');
    await dialog.getByRole('button', { name: 'Add property' }).click();
    await page.getByText('42.35, -72.5').first().waitFor();
    await page.getByRole('button', { name: 'Photos of Orchard' }).click();
    await page.getByRole('dialog', { name: 'Photos of Orchard' }).getByText('No photos yet').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('region', { name: 'Photos' }).waitFor();

    await page.getByRole('button', { name: 'Edit Orchard' }).click();
    await dialog.getByLabel('Access notes').fill('Gate 4711');
    // Somebody else changes the customer meanwhile: what was typed here is saved anyway.
    await owner.patch(`/api/customers/${id}`, { notes: 'Has a dog' }).then(expectStatus(200));
    await page.getByText('Has a dog').first().waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.hw-property-access').getByText('Gate 4711').waitFor();
    await page.getByRole('button', { name: 'Remove Orchard' }).click();
    await toast(page).getByText('Property Removed').waitFor();
    await page.getByRole('button', { name: 'Edit Orchard' }).waitFor({ state: 'detached' });
    await toast(page).filter({ hasText: 'Removed' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Edit Orchard' }).waitFor();
  });

  test('A customer’s page tells of those with the same name apart from those who are likely the same', {
    tags: ['deep'],
  }, async () => {
    const joan = await register({ firstName: 'Joan', lastName: 'Namesake', phone: '413 555 0171' });
    await register({ firstName: 'Joan', lastName: 'Namesake', ...HOUSE, address: '88 Far Rd' });
    const page = await open(`/customers/${joan.id}`);
    await page.locator('.hw-duplicates').filter({ hasText: 'Same name' }).getByText('88 Far Rd').waitFor();
    expect(await page.getByText('Possible duplicate of').count()).toBe(0);
    await register({ firstName: 'Jo', phone: '413 555 0171' });
    await page.locator('.hw-duplicates.bp6-intent-warning').getByRole('link', { name: 'Jo', exact: true }).waitFor();
    await page.locator('.hw-duplicates').filter({ hasText: 'Same name' }).getByText('88 Far Rd').waitFor();
    await expectNoViolations(page);
  });
});
