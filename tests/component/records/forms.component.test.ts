import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type Part, type TestConsole } from '../page.ts';
import { card, openPipeline } from '../pipeline.ts';

// What every form has: labeled drafts, and what is still undecided or empty.

let heartwood: TestConsole;
let other: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  other = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const open = (path: string) => openPipeline(heartwood, path);

const form = (page: Page) => page.partAt('form.hw-form');
const drawer = (page: Page) => page.partAt('.hw-drawer');
const focused = (page: Page) => page.window.document.activeElement as HTMLElement;

const field = (part: Part, label: string | RegExp) =>
  part.screen.findByLabelText<HTMLInputElement>(label, { exact: false });

test('A draft of an edit says which fields are not saved, and goes by Discard', async () => {
  const id = await addLead(other, 'Left half changed', { phone: '555-0100', notes: 'As saved' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  await (await form(page)).fill('Phone', '555-0111');
  const again = await form(await page.reload());
  await again.see(/^Draft from \d+:\d\d.* · Not saved yet: Phone$/);
  const marks = again.screen.getAllByText('(not saved)');
  expect(marks.map((mark) => mark.closest('label')?.textContent)).toEqual([
    expect.stringMatching(/Phone\s*\(not saved\)/),
  ]);
  await again.click('button', 'Discard');
  expect((await field(again, 'Phone')).value).toBe('555-0100');
  expect(again.screen.queryByText('(not saved)')).toBeNull();
});

test('Two fields that change before the form is drawn again both keep their change', async () => {
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  await dialog.fill('Hazards', 'Wires,');
  await dialog.fill('Skills needed', 'Climbing,');
  const tags = () => dialog.screen.queryAllByRole('button', { name: /^Remove/, hidden: true });
  await expect.poll(() => tags().length).toBe(2);
  // As a field that fills itself in, while somebody changes another.
  for (const tag of tags()) tag.click();
  await expect.poll(() => tags().length).toBe(0);
});

test('Nothing typed is lost where the browser keeps nothing, nor of a form of its own', {
  tags: ['deep'],
}, async () => {
  const { id } = (
    await other.post('/api/customers', { firstName: 'Ada', lastName: 'Lovelace' }).then(expectStatus(201))
  ).body;
  const page = await heartwood.open(`/customers/${id}`);
  page.window.Storage.prototype.setItem = () => {
    throw new page.window.DOMException('Full', 'QuotaExceededError');
  };
  await page.click('button', 'Add property');
  await (await page.part('dialog', 'Property')).fill('Access notes', 'Gate code 1234');
  await page.user.keyboard('{Escape}');
  await expect.poll(() => page.screen.queryByLabelText(/Access notes/)).toBeNull();
  await page.click('button', 'Add property');
  await (await form(page)).see(/^Draft from/);
  expect((await field(page, 'Access notes')).value).toBe('Gate code 1234');
});

test('What is typed into a record that somebody else deletes is said to be kept, and comes back with it', async () => {
  const id = await addLead(other, 'Deleted under the hands', { phone: '555-0100' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  await (await form(page)).fill('Phone', '555-0111');
  await other.delete(`/api/leads/${id}`).then(expectStatus(204));
  await (await drawer(page)).see('Deleted while you were editing');
  await (await drawer(page)).click('button', 'Restore');
  await page.see(/Not saved yet: Phone$/);
  expect((await field(await form(page), 'Phone')).value).toBe('555-0111');
});

test('A record whose answer was lost is made once, also after a reload', async () => {
  const page = await heartwood.open('/leads?new=true');
  const dialog = await page.part('dialog', 'Add New Lead');
  await dialog.fill('Name', 'Sent twice');
  const first = Promise.withResolvers<{ id: string }>();
  page.answer(/POST \/api\/leads$/, async ({ send }) => {
    first.resolve((await (await send()).json()) as { id: string });
    throw new TypeError('Failed to fetch');
  });
  await dialog.click('button', 'Add Lead');
  await page.see('Heartwood cannot be reached.');
  const again = await page.reload();
  await (await form(again)).see(/^Draft from/);
  const second = Promise.withResolvers<{ id: string }>();
  again.answer(/POST \/api\/leads$/, async ({ send }) => {
    const response = await send();
    second.resolve((await response.clone().json()) as { id: string });
    return response;
  });
  await (await again.part('dialog', 'Add New Lead')).click('button', 'Add Lead');
  expect((await second.promise).id).toBe((await first.promise).id);
  await again.toast('Lead Created');
});

test('An edit right after Save begins on what was saved, also while the lists still show what was there before', async () => {
  const id = await addLead(other, 'Edited twice', { phone: '555-0100' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  await (await form(page)).fill('Phone', '555-0111');
  const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  page.answer(new RegExp(`GET /api/leads/${id}$`), async ({ send }) => {
    await reading.promise;
    const response = await send();
    read.resolve();
    return response;
  });
  page.answer(/GET \/api\/leads[^/]*\//, async ({ send }) => {
    await reading.promise;
    return send();
  });
  await (await form(page)).click('button', 'Save');
  await (await drawer(page)).part('link', '555-0111');
  await (await drawer(page)).click('button', /^Edit$/);
  expect((await field(await form(page), 'Phone')).value).toBe('555-0111');
  await (await form(page)).fill('Phone', '555-0122');
  reading.resolve();
  await read.promise;
  await (await card(page, 'Edited twice')).see('555-0111');
  expect((await form(page)).screen.queryByRole('table')).toBeNull();
  await (await form(page)).click('button', 'Save');
  await (await drawer(page)).part('link', '555-0122');
  expect((await other.get(`/api/leads/${id}`).then(expectStatus(200))).body.phone).toBe('555-0122');
});

test('Save with an open conflict goes to the first choice and says so; a choice can be seen and changed', async () => {
  const id = await addLead(other, 'Decided by hand', { phone: '555-0100', email: 'was@example.com', notes: 'First' });
  const page = await open(`/leads?lead=${id}&tab=edit`);
  await (await form(page)).fill('Email', 'mine@example.com');
  await (await form(page)).fill('Phone', '555-0111');
  await other
    .patch(`/api/leads/${id}`, { phone: '555-0122', email: 'theirs@example.com', notes: 'Second' })
    .then(expectStatus(200));
  const table = await (await form(page)).part('table', '');
  await table.see('Second');
  const textsOf = (part: Part, role: string) => part.screen.getAllByRole(role).map(({ textContent }) => textContent);
  expect(textsOf(table, 'columnheader')).toEqual(['Was', 'Theirs', 'Yours']);
  const email = await table.partWith('rowgroup', 'Email');
  const phone = await table.partWith('rowgroup', 'Phone');
  expect(textsOf(email, 'cell')).toEqual(['was@example.com', 'theirs@example.com', 'mine@example.com']);
  expect(table.screen.getAllByRole('radio')).toHaveLength(4); // the notes were taken over

  const save = async () => (await form(page)).click('button', 'Save');
  const alert = async (text: string) => (await form(page)).partWith('alert', text);
  await save();
  await alert('Choose what to keep first: Email, Phone.');
  expect(focused(page).getAttribute('aria-label')).toBe('Email, theirs: theirs@example.com');
  await page.user.keyboard(' ');
  expect((await field(await form(page), /^Email$/)).value).toBe('theirs@example.com');

  await save();
  await alert('Choose what to keep first: Phone.');
  await expect.poll(() => focused(page).getAttribute('aria-label')).toBe('Phone, theirs: 555-0122');
  await phone.click('radio', 'yours');
  await email.click('radio', 'yours');
  expect((await email.screen.findByRole<HTMLInputElement>('radio', { name: /yours/ })).checked).toBe(true);

  // One of the choices has changed again, so it is open once more.
  await other.patch(`/api/leads/${id}`, { phone: '555-0133' }).then(expectStatus(200));
  await phone.see('555-0133');
  await save();
  await alert('Choose what to keep first: Phone.');
  await phone.click('radio', 'theirs');
  await save();
  await page.toast('Lead Updated');
  const [lead] = (await other.get('/api/leads-working?search=Decided')).body;
  expect(lead).toMatchObject({ phone: '555-0133', email: 'mine@example.com', notes: 'Second' });
});

describe('a refused form', () => {
  test('A refused form marks, describes and focuses a blank required field beside the message', async () => {
    const page = await open('/leads?new=true');
    const dialog = await page.part('dialog', 'Add New Lead');
    await dialog.fill('Phone', '555-0100');
    await dialog.click('button', 'Add Lead');
    await page.toast('Lead name is required.');
    await expectAtFault(page, 'name', 'Name is required.');
    await dialog.fill('Name', 'Has one now');
    expect((await field(dialog, 'Name')).getAttribute('aria-invalid')).toBe('false');

    const id = await addLead(other, 'Loses its name');
    const edit = await page.reload(`/leads?lead=${id}&tab=edit`);
    await (await form(edit)).fill('Name', '  ');
    await (await form(edit)).click('button', 'Save');
    await expectAtFault(edit, 'name', 'Name is required.');
  });

  test('A refused form of another kind than a lead’s says it in the form alone', { tags: ['deep'] }, async () => {
    const page = await heartwood.open('/crew?new=true');
    const dialog = await page.part('dialog', 'Add New Crew');
    await dialog.fill('Starts from', 'The yard');
    await dialog.click('button', 'Add Crew');
    await expectAtFault(page, 'name', 'Name is required.');
    await dialog.fill('Name', 'Removal');
    const refusal = { code: 'refused', message: 'Not today.' };
    page.answer(/POST \/api\/crews/, () => Response.json(refusal, { status: 422 }));
    await dialog.click('button', 'Add Crew');
    await dialog.partWith('alert', 'Not today.');
    expect(page.window.document.querySelector('.bp6-toast')).toBeNull();
  });

  test('A refused form focuses a picker that is left blank, and a line that cannot be read', {
    tags: ['deep'],
  }, async () => {
    const page = await heartwood.open('/invoices?new=true');
    const dialog = await page.part('dialog', 'Generate Invoice');
    await dialog.click('tab', 'Line items');
    await dialog.fill('Unit Price', '12-00');
    await dialog.click('button', 'Generate Invoice');
    await dialog.see('Customer is required.');
    expect(focused(page).getAttribute('role')).toBe('combobox');
    expect(focused(page).getAttribute('aria-invalid')).toBe('true');

    const who = { firstName: 'Picked', lastName: 'Person' };
    await other.post('/api/customers', who).then(expectStatus(201));
    await page.user.keyboard('Picked');
    await page.click('option', /Picked Person/);
    await dialog.fill('Description', 'Removal');
    await dialog.click('button', 'Generate Invoice');
    await dialog.see('Enter a price like 1200 or 1,200.50.');
    expect((focused(page) as HTMLInputElement).value).toBe('12-00');
  });

  test('A refused form focuses the field that the server refused', async () => {
    const page = await open('/leads?new=true');
    const dialog = await page.part('dialog', 'Add New Lead');
    await dialog.fill('Name', 'Wrong address');
    await dialog.fill('Email', 'nowhere');
    await dialog.click('button', 'Add Lead');
    await (await page.toast('Failed to create lead.')).screen.findByText('Failed to create lead.');
    await expectAtFault(page, 'email', /e-?mail/i);
  });
});

async function expectAtFault(page: Page, name: string, problem: string | RegExp): Promise<void> {
  await expect.poll(() => focused(page).getAttribute('name')).toBe(name);
  expect(focused(page).getAttribute('aria-invalid')).toBe('true');
  const described = focused(page).getAttribute('aria-describedby');
  await (await page.partAt(`[id="${described}"]`)).see(problem);
}
