import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../support/accounts.ts';
import { openBrowser, type PageOptions, type TestBrowser, toast } from '../support/browser.ts';
import { expectNoViolations } from '../support/browser-checks.ts';
import type { Client } from '../support/client.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const drawer = (page: Page) => page.locator('.hw-drawer');
const card = (page: Page, name: string) =>
  page.locator('.hw-grid > li').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** By its label, as a person finds it. */
const members = (of: Locator) => of.getByRole('combobox', { name: 'Members' });
async function pick(of: Locator, name: string): Promise<void> {
  await members(of).fill(name);
  await of.getByRole('option', { name }).click();
  await members(of).press('Escape');
}

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(path);
  return page;
}

const addPerson = async (firstName: string, rest: object = {}): Promise<string> =>
  (await owner.post('/api/staff', { firstName, ...rest }).then(expectStatus(201))).body.id;
const addCrew = async (name: string, rest: object = {}): Promise<string> =>
  (await owner.post('/api/crews', { name, ...rest }).then(expectStatus(201))).body.id;

describe('crews', () => {
  test('Before anybody works here, people are added in place to a crew, and chosen by keys', async () => {
    const page = await open('/crew?new=true');
    const dialog = page.getByRole('dialog', { name: 'Add New Crew' });
    await dialog.getByLabel('Name', { exact: false }).first().fill('Removal 0');
    await members(dialog).click();
    await dialog.getByText('Nobody works here yet.').waitFor();
    await dialog.getByRole('option', { name: 'Add a new person' }).click();
    const person = page.getByRole('dialog', { name: 'Add Person' });
    await person.getByLabel('First name').fill('Grace');
    await person.getByLabel('Last name').fill('Reed');
    await person.getByRole('button', { name: 'Add Person' }).click();
    await dialog.getByRole('list', { name: 'Members: chosen' }).getByText('Grace Reed').waitFor();
    expect(await dialog.getByLabel('Name', { exact: false }).first().inputValue()).toBe('Removal 0');
    await dialog.getByRole('button', { name: 'Remove Grace Reed' }).click();
    await dialog.getByRole('list', { name: 'Members: chosen' }).waitFor({ state: 'detached' });
    // With the keyboard alone; the person used last comes first.
    await members(dialog).press('ArrowDown');
    await dialog.getByText('Used last').waitFor();
    await members(dialog).press('ArrowDown');
    await members(dialog).press('Enter');
    await dialog.getByRole('option', { name: 'Grace Reed', selected: true }).waitFor();
    await members(dialog).press('Escape');
    await dialog.getByRole('list', { name: 'Members: chosen' }).getByText('Grace Reed').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('The crews begin with “No crews found”; Create First Crew makes one, with members, and Undo takes it back', async () => {
    const page = await open('/crew');
    await page.getByRole('heading', { name: 'Crew Management' }).waitFor();
    await page.getByText('No crews found').waitFor();
    await page.getByRole('button', { name: 'Create First Crew' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Crew' });
    await dialog.getByLabel('Name', { exact: false }).first().fill('Removal 1');
    await pick(dialog, 'Grace Reed');
    await dialog.getByRole('button', { name: 'Add Crew' }).click();
    await toast(page).getByText('Removal 1 has been added.').waitFor();
    await card(page, 'Removal 1').getByText('1 member').waitFor();
    await card(page, 'Removal 1').getByText('Active', { exact: true }).waitFor();
    await card(page, 'Removal 1').getByRole('link', { name: 'Grace Reed' }).waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No crews found').waitFor();
  });

  test('Crews are searched by name, whatever the case', async () => {
    await addCrew('Pruning');
    await addCrew('Stumps', { isActive: false });
    const page = await open('/crew');
    await card(page, 'Stumps').getByText('Inactive', { exact: true }).waitFor();
    await page.getByPlaceholder('Search crews by name...').fill('PRUN');
    await card(page, 'Stumps').waitFor({ state: 'detached' });
    await card(page, 'Pruning').getByText('0 members').waitFor();
    await page.waitForURL(/q=PRUN/);
    await page.getByPlaceholder('Search crews by name...').fill('nothing');
    await page.getByText('No crews found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await card(page, 'Stumps').waitFor();
  });

  test('Crews are found by the command palette, with their people', async () => {
    const page = await open('/');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find, go to or add' }).fill('prun');
    await page.getByRole('option', { name: /Pruning Crew · 0 member/ }).waitFor();
    await page.getByRole('combobox', { name: 'Find, go to or add' }).fill('grace re');
    await page.getByRole('option', { name: /Grace Reed Person/ }).click();
    await page.waitForURL(/\/people\?person=/);
  });

  test('Crews have View Details, and an Assign Job that gives them one that no crew has, and overrules no colleague unseen', async () => {
    const job = { address: '3 Elm St', title: 'Beech over the drive' };
    const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
    const faster = await addCrew('Faster');
    await addCrew('Storm work');
    const page = await open('/crew');
    let isFirst = true;
    await page.route(`**/api/jobs/${id}`, async (route) => {
      if (route.request().method() === 'PUT' && isFirst) {
        isFirst = false;
        await owner.put(`/api/jobs/${id}`, { crewId: faster }).then(expectStatus(200));
      }
      await route.continue();
    });
    await card(page, 'Storm work').getByRole('button', { name: 'Assign Job' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Job to Storm work' });
    await dialog.getByRole('combobox', { name: 'Job' }).click();
    await dialog.getByRole('option', { name: /Beech over the drive/ }).click();
    await dialog.getByText('No crew has it, and it has no date.').waitFor();
    await dialog.getByRole('button', { name: 'Assign Job' }).click();
    await dialog.getByText('Someone else just changed this job').waitFor();
    await dialog.getByText('It is assigned to Faster, and it has no date.').waitFor();
    await dialog.getByRole('button', { name: 'Assign Job' }).click();
    await page.locator('.bp6-toast').getByText('Job Assigned').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body.crewName).toBe('Storm work');

    await page.getByRole('link', { name: 'View Details of Storm work' }).click();
    await drawer(page).getByRole('heading', { name: 'Storm work' }).waitFor();
    await page.waitForURL(/crew=/);
  });

  test('A crew takes somebody from another one when that is said, and shows it in its history, where Undo puts them back', async () => {
    const walter = await addPerson('Walter');
    await addCrew('Removal 2', { memberIds: [walter] });
    const three = await addCrew('Removal 3');
    const page = await open(`/crew?crew=${three}&tab=edit`);
    await members(drawer(page)).fill('walt');
    await drawer(page).getByText('in Removal 2').waitFor();
    await pick(drawer(page), 'Walter');
    await drawer(page).getByText('Moving from Removal 2').waitFor();
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await card(page, 'Removal 3').getByText('1 member').waitFor();
    await card(page, 'Removal 2').getByText('0 members').waitFor();
    await drawer(page).getByRole('tab', { name: 'History' }).click();
    await drawer(page).getByText('Members changed').waitFor();
    await drawer(page).getByRole('button', { name: 'Undo' }).first().click();
    await card(page, 'Removal 2').getByText('1 member').waitFor();
  });

  test('A crew refuses who was taken meanwhile, with the name of their crew', async () => {
    const luis = await addPerson('Luis');
    const four = await addCrew('Removal 4');
    const page = await open(`/crew?crew=${four}&tab=edit`);
    await pick(drawer(page), 'Luis');
    // Somebody else is a moment faster.
    await page.route('**/api/crews/*', async (route) => {
      await addCrew('Quick', { memberIds: [luis] });
      await route.continue();
    });
    await drawer(page).getByRole('button', { name: 'Save' }).click();
    await drawer(page).getByText('Luis is in the crew Quick. Move them from there, or leave them out.').waitFor();
  });

  test('Crews show who left, and are changed by nobody who only reads', { tags: ['deep'] }, async () => {
    const irene = await addPerson('Irene');
    const five = await addCrew('Removal 5', { memberIds: [irene] });
    await owner.post(`/api/staff/${irene}/archive`).then(expectStatus(200));
    await addSignedIn(browser.server, owner, 'reader', { role: 'auditor' });
    const page = await open(`/crew?crew=${five}`, { signedIn: { username: 'reader', password: PASSWORD } });
    await card(page, 'Removal 5').getByText('Left the company').waitFor();
    await drawer(page).getByText('Irene (left the company)').waitFor();
    expect(await page.getByRole('button', { name: 'Add Crew' }).count()).toBe(0);
    expect(await drawer(page).getByRole('button', { name: 'Edit' }).count()).toBe(0);
  });

  test('Choosing the members of a crew has no accessibility violation', async () => {
    const page = await open('/crew?new=true');
    const dialog = page.getByRole('dialog', { name: 'Add New Crew' });
    await members(dialog).click();
    await dialog.getByRole('option', { name: 'Grace Reed' }).first().click();
    await expectNoViolations(page);
  });

  test('Crews are put together on a phone; without a network the list says so, and what was chosen stays', async () => {
    const errors = [/ERR_INTERNET_DISCONNECTED/];
    const page = await open('/crew?new=true', { width: 390, height: 844, touch: true, expectedErrors: errors });
    const dialog = page.getByRole('dialog', { name: 'Add New Crew' });
    await members(dialog).tap();
    const line = dialog.getByRole('option', { name: 'Walter' });
    expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await line.tap();
    const chosen = dialog.getByRole('list', { name: 'Members: chosen' });
    await chosen.getByText('Walter').waitFor();
    await page.context().setOffline(true);
    await members(dialog).fill('gra');
    await dialog.getByText('Offline: the list cannot be searched now.').waitFor();
    await chosen.getByText('Walter').waitFor();
    await page.context().setOffline(false);
    await members(dialog).fill('grac');
    await dialog.getByRole('option', { name: 'Grace Reed' }).waitFor();
  });
});
