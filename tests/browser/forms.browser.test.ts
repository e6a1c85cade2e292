import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { addLead, openPipeline } from '../support/pipeline.ts';
import { expectStatus } from '../support/server.ts';

// What every form has: labeled drafts, and what is still undecided or empty.

let browser: TestBrowser;
let other: Client;

beforeAll(async () => {
  browser = await openBrowser();
  other = await browser.server.signIn();
});
afterAll(() => browser.close());

const open = (path: string) => openPipeline(browser, path);

const form = (page: Page) => page.locator('form.hw-form');
const focused = (page: Page) => page.locator(':focus');

describe('a draft', () => {
  test('A draft of a new record says since when it is there, and goes by Discard', async () => {
    const page = await open('/leads');
    await page.getByRole('button', { name: 'Add Lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
    await dialog.getByLabel('Name').fill('Typed for the last caller');
    expect(await dialog.getByText(/^Draft from/).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Add Lead' }).click();
    await dialog.getByText(/^Draft from \d+:\d\d/).waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed for the last caller');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByText(/^Draft from/).waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('');
    expect(await focused(page).getAttribute('name')).toBe('name');

    await page.reload();
    await dialog.getByLabel('Name').waitFor();
    expect(await dialog.getByText(/^Draft from/).count()).toBe(0);
  });

  test('A draft of an edit says which fields are not saved, and goes by Discard', async () => {
    const id = await addLead(other, 'Left half changed', { phone: '555-0100', notes: 'As saved' });
    const page = await open(`/leads?lead=${id}&tab=edit`);
    await form(page).getByLabel('Phone').fill('555-0111');
    await page.reload();
    await form(page)
      .getByText(/^Draft from \d+:\d\d.* · Not saved yet: Phone$/)
      .waitFor();
    await form(page)
      .getByText(/Phone\s*\(not saved\)/)
      .waitFor();
    expect(await form(page).getByText('(not saved)').count()).toBe(1);
    await form(page).getByRole('button', { name: 'Discard' }).click();
    expect(await form(page).getByLabel('Phone').inputValue()).toBe('555-0100');
    expect(await form(page).getByText('(not saved)').count()).toBe(0);
  });
});

test('Nothing typed is lost where the browser keeps nothing, nor of a form of its own', {
  tags: ['deep'],
}, async () => {
  const { id } = (
    await other.post('/api/customers', { firstName: 'Ada', lastName: 'Lovelace' }).then(expectStatus(201))
  ).body;
  const page = await browser.newPage({ signedIn: true });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await page.goto(`/customers/${id}`);
  await page.getByRole('button', { name: 'Add property' }).click();
  const notes = page.getByRole('dialog').getByLabel('Access notes');
  await notes.fill('Gate code 1234');
  await page.keyboard.press('Escape');
  await notes.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add property' }).click();
  await form(page)
    .getByText(/^Draft from/)
    .waitFor();
  expect(await notes.inputValue()).toBe('Gate code 1234');
});

test('What is typed into a record that somebody else deletes is said to be kept, and comes back with it', async () => {
  const id = await addLead(other, 'Deleted under the hands', { phone: '555-0100' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  await form(page).getByLabel('Phone').fill('555-0111');
  await other.delete(`/api/leads/${id}`).then(expectStatus(204));
  const drawer = page.locator('.hw-drawer');
  await drawer.getByText('Deleted while you were editing').waitFor();
  await drawer.getByRole('button', { name: 'Restore' }).click();
  await form(page)
    .getByText(/Not saved yet: Phone$/)
    .waitFor();
  expect(await form(page).getByLabel('Phone').inputValue()).toBe('555-0111');
});

test('A record whose answer was lost is made once, also after a reload', async () => {
  const page = await browser.newPage({ signedIn: true, expectedErrors: [/ERR_FAILED/] });
  await page.goto('/leads?new=true');
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add Lead' });
  await page.getByLabel('Name').fill('Sent twice');
  const first = Promise.withResolvers<{ id: string }>();
  await page.route('**/api/leads', async (route) => {
    first.resolve(await (await route.fetch()).json());
    await route.abort();
  });
  await add.click();
  await page.getByText('Heartwood cannot be reached.').waitFor();
  await page.unroute('**/api/leads');
  await page.reload();
  await form(page)
    .getByText(/^Draft from/)
    .waitFor();
  const again = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await add.click();
  expect((await (await again).json()).id).toBe((await first.promise).id);
  await page.getByText('Lead Created').waitFor();
});

test('An edit right after Save begins on what was saved, also while the lists still show what was there before', async () => {
  const id = await addLead(other, 'Edited twice', { phone: '555-0100' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  const drawer = page.locator('.hw-drawer');
  await form(page).getByLabel('Phone').fill('555-0111');
  const reading = Promise.withResolvers<void>();
  await page.route('**/api/leads*/**', async (route) => {
    if (route.request().method() === 'GET') await reading.promise;
    await route.fallback();
  });
  await form(page).getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('link', { name: '555-0111' }).waitFor();
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await form(page).getByLabel('Phone').inputValue()).toBe('555-0111');
  await form(page).getByLabel('Phone').fill('555-0122');
  const read = page.waitForResponse((answer) => answer.url().endsWith(`/api/leads/${id}`));
  reading.resolve();
  await read;
  await page.locator('.hw-lead').filter({ hasText: 'Edited twice' }).getByText('555-0111').waitFor();
  expect(await form(page).getByRole('table').count()).toBe(0);
  await form(page).getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('link', { name: '555-0122' }).waitFor();
  expect((await other.get(`/api/leads/${id}`).then(expectStatus(200))).body.phone).toBe('555-0122');
});

test('While a save is under way nothing is typed that would go with its form; its failure leaves the button free', async () => {
  const page = await browser.newPage({
    signedIn: true,
    width: 390,
    height: 844,
    touch: true,
    expectedErrors: [/ERR_FAILED/],
  });
  await page.goto('/leads?new=true');
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add Lead' });
  const phone = page.getByLabel('Phone');
  await page.getByLabel('Name').fill('Sent on a slow network');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/leads', async (route) => {
    await held.promise;
    await route.abort();
  });
  await add.tap();
  await expect.poll(() => phone.isEditable()).toBe(false);
  await phone.tap();
  await page.keyboard.type('555-0100');
  held.resolve();
  const toast = page.locator('.bp6-toast').filter({ hasText: 'Failed to create lead.' });
  await toast.waitFor();
  await expect.poll(() => phone.isEditable()).toBe(true);
  expect(await phone.inputValue()).toBe('');
  const topOf = async () => (await add.boundingBox())?.y ?? 0;
  const endOf = async () => toast.boundingBox().then((box) => (box ? box.y + box.height : 0));
  await expect.poll(async () => (await topOf()) - (await endOf())).toBeGreaterThanOrEqual(0);

  await page.unroute('**/api/leads');
  await phone.fill('555-0100');
  await add.tap();
  await page.getByText('Lead Created').waitFor();
});

test('Save with an open conflict goes to the first choice and says so; a choice can be seen and changed', async () => {
  const id = await addLead(other, 'Decided by hand', { phone: '555-0100', email: 'was@example.com', notes: 'First' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  await form(page).getByLabel('Email').fill('mine@example.com');
  await form(page).getByLabel('Phone').fill('555-0111');
  await other
    .patch(`/api/leads/${id}`, { phone: '555-0122', email: 'theirs@example.com', notes: 'Second' })
    .then(expectStatus(200));
  const table = form(page).getByRole('table');
  await table.getByText('Second').waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Was', 'Theirs', 'Yours']);
  const email = table.locator('tbody').filter({ hasText: 'Email' });
  const phone = table.locator('tbody').filter({ hasText: 'Phone' });
  expect(await email.getByRole('cell').allInnerTexts()).toEqual([
    'was@example.com',
    'theirs@example.com',
    'mine@example.com',
  ]);
  expect(await table.getByRole('radio').count()).toBe(4); // the notes were taken over

  await form(page).getByRole('button', { name: 'Save' }).click();
  await form(page).getByRole('alert').getByText('Choose what to keep first: Email, Phone.').waitFor();
  expect(await focused(page).getAttribute('aria-label')).toBe('Email, theirs: theirs@example.com');
  await page.keyboard.press('Space');
  expect(await form(page).getByLabel('Email', { exact: true }).inputValue()).toBe('theirs@example.com');

  await form(page).getByRole('button', { name: 'Save' }).click();
  await form(page).getByRole('alert').getByText('Choose what to keep first: Phone.').waitFor();
  await expect.poll(() => focused(page).getAttribute('aria-label')).toBe('Phone, theirs: 555-0122');
  await phone.getByRole('radio', { name: 'yours' }).check({ force: true });
  await email.getByRole('radio', { name: 'yours' }).check({ force: true });
  expect(await email.getByRole('radio', { name: 'yours' }).isChecked()).toBe(true);

  // One of the choices has changed again, so it is open once more.
  await other.patch(`/api/leads/${id}`, { phone: '555-0133' }).then(expectStatus(200));
  await phone.getByText('555-0133').waitFor();
  await form(page).getByRole('button', { name: 'Save' }).click();
  await form(page).getByRole('alert').getByText('Choose what to keep first: Phone.').waitFor();
  await phone.getByRole('radio', { name: 'theirs' }).check({ force: true });
  await form(page).getByRole('button', { name: 'Save' }).click();
  await page.locator('.bp6-toast').getByText('Lead Updated').waitFor();
  const [lead] = (await other.get('/api/leads-working?search=Decided')).body;
  expect(lead).toMatchObject({ phone: '555-0133', email: 'mine@example.com', notes: 'Second' });
});

describe('a refused form', () => {
  test('A refused form marks, describes and focuses a blank required field beside the message', async () => {
    const page = await open('/leads?new=true');
    const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
    await dialog.getByLabel('Phone').fill('555-0100');
    await dialog.getByRole('button', { name: 'Add Lead' }).click();
    await page.locator('.bp6-toast').getByText('Lead name is required.').waitFor();
    await expectAtFault(page, 'name', 'Name is required.');
    await dialog.getByLabel('Name').fill('Has one now');
    expect(await dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('false');

    const id = await addLead(other, 'Loses its name');
    await page.goto(`/leads?lead=${id}&tab=edit`);
    await form(page).getByLabel('Name').fill('  ');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expectAtFault(page, 'name', 'Name is required.');
  });

  test('A refused form of another kind than a lead’s says it in the form alone', { tags: ['deep'] }, async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/crew?new=true');
    const dialog = page.getByRole('dialog', { name: 'Add New Crew' });
    await dialog.getByLabel('Starts from').fill('The yard');
    await dialog.getByRole('button', { name: 'Add Crew' }).click();
    await expectAtFault(page, 'name', 'Name is required.');
    await dialog.getByLabel('Name').fill('Removal');
    await page.route('**/api/crews', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fulfill({ status: 422, json: { code: 'refused', message: 'Not today.' } });
    });
    await dialog.getByRole('button', { name: 'Add Crew' }).click();
    await dialog.getByRole('alert').getByText('Not today.').waitFor();
    expect(await page.locator('.bp6-toast').count()).toBe(0);
  });

  test('A refused form focuses a picker that is left blank, and a line that cannot be read', {
    tags: ['deep'],
  }, async () => {
    const page = await browser.newPage({ signedIn: true });
    await page.goto('/invoices?new=true');
    const dialog = page.getByRole('dialog', { name: 'Generate Invoice' });
    await dialog.getByRole('tab', { name: 'Free lines' }).click();
    await dialog.getByLabel('Unit Price').fill('12-00');
    await dialog.getByRole('button', { name: 'Generate Invoice' }).click();
    await dialog.getByText('Customer is required.').waitFor();
    const atFault = () => focused(page).evaluate((input) => [input.getAttribute('role'), input.ariaInvalid]);
    expect(await atFault()).toEqual(['combobox', 'true']);

    const who = { firstName: 'Picked', lastName: 'Person' };
    await other.post('/api/customers', who).then(expectStatus(201));
    await page.keyboard.type('Picked');
    await page.getByRole('option', { name: /Picked Person/ }).click();
    await dialog.getByLabel('Description').fill('Removal');
    await dialog.getByRole('button', { name: 'Generate Invoice' }).click();
    await dialog.getByText('Enter a price like 1200 or 1,200.50.').waitFor();
    expect(await focused(page).inputValue()).toBe('12-00');
  });

  test('A refused form focuses the field that the server refused', async () => {
    const page = await open('/leads?new=true');
    const dialog = page.getByRole('dialog', { name: 'Add New Lead' });
    await dialog.getByLabel('Name').fill('Wrong address');
    await dialog.getByLabel('Email').fill('nowhere');
    await dialog.getByRole('button', { name: 'Add Lead' }).click();
    await page.locator('.bp6-toast').getByText('Failed to create lead.', { exact: true }).waitFor();
    await expectAtFault(page, 'email', /e-?mail/i);
  });
});

async function expectAtFault(page: Page, name: string, problem: string | RegExp): Promise<void> {
  await expect.poll(() => focused(page).getAttribute('name')).toBe(name);
  expect(await focused(page).getAttribute('aria-invalid')).toBe('true');
  const described = await focused(page).getAttribute('aria-describedby');
  await page.locator(`[id="${described}"]`).getByText(problem).waitFor();
}
