import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, addUser, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type PageOptions, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const row = (page: Part, name: string) => page.partWith('row', name);
const drawer = (page: Part, title: string) => page.part('dialog', title);
const usernames = (page: Page) =>
  [...page.window.document.querySelectorAll('tbody td:nth-child(2)')].map(({ textContent }) => textContent ?? '');

async function openUsers(search = '', options: PageOptions = {}): Promise<Page> {
  const page = await heartwood.open(`/users${search}`, options);
  await page.screen.findByRole('link', { name: 'owner' });
  return page;
}

test('Adding a user says beside the field that a username is taken, and keeps what was typed over a reload', {
  tags: ['deep'],
}, async () => {
  await addUser(owner, 'taken.name');
  const page = await openUsers('?new=true');
  const dialog = await page.part('dialog', 'Add User');
  await dialog.fill('Username', 'Taken.Name');
  await dialog.fill('Last name', 'Somebody');
  await dialog.click('button', 'Add User');
  const message = await dialog.see('Someone else already signs in with this username. Choose another one.');
  const field = await dialog.screen.findByLabelText(/^Username/);
  expect(field.getAttribute('aria-describedby')).toBe(message.id);
  const again = await (await page.reload()).part('dialog', 'Add User');
  expect((await again.screen.findByLabelText<HTMLInputElement>(/^Last name/)).value).toBe('Somebody');
});

test('An account typed for somebody on People is theirs, unless it is said to be somebody else’s', async () => {
  const person = { firstName: 'Nora', lastName: 'Ash' };
  const { id } = (await owner.post('/api/staff', person).then(expectStatus(201))).body;
  const page = await openUsers('?new=true');
  const dialog = await page.part('dialog', 'Add User');
  await dialog.fill('Username', 'nora');
  await dialog.fill('First name', 'Nora');
  await dialog.fill('Last name', 'Ash');
  const whose = await dialog.screen.findByLabelText<HTMLSelectElement>(/^Whose account/);
  expect(whose.selectedOptions[0]?.textContent).toBe('Nora Ash, who is on People');
  await dialog.click('button', 'Add User');
  await page.toast('User added');
  expect((await owner.get(`/api/users?search=nora`)).body).toMatchObject([{ id, username: 'nora' }]);

  const again = await page.reload('/users?new=true');
  const other = await again.part('dialog', 'Add User');
  await other.fill('Username', 'nora2');
  await other.fill('First name', 'Nora');
  await other.fill('Last name', 'Ash');
  await other.see('Nora Ash already has an account');
  await other.click('button', 'Add User');
  await other.see('Whose account is required.');
  await other.choose(/^Whose account/, 'Somebody else');
  await other.click('button', 'Add User');
  await again.toast('User added');
  const both = (await owner.get('/api/users?search=nora')).body;
  expect(both.map(({ username }: { username: string }) => username)).toEqual(['nora2', 'nora']);
});

describe('an account', () => {
  test('An account is signed out, and disabled without a question; Undo enables it', async () => {
    const { id, client } = await addSignedIn(heartwood.server, owner, 'tom');
    const page = await openUsers(`?user=${id}`);
    const tom = await drawer(page, 'tom');
    await tom.click('button', /^Sign out (?!everywhere)/);
    await tom.see('Not signed in anywhere');
    expect((await client.get('/api/auth/user-working')).status).toBe(401);

    await tom.click('button', 'Disable');
    const toast = await page.toast('tom is signed out and can no longer sign in.');
    await page.user.hover(await toast.see('tom is signed out')); // it stays while hovered
    await (await row(page, 'tom')).see('Disabled');
    await toast.click('button', 'Undo');
    await (await row(page, 'tom')).see('Active');
  });

  test('An account changes its role through the form, and the history takes it back', { tags: ['deep'] }, async () => {
    const id = await addUser(owner, 'marcus', { firstName: 'Marcus' });
    const page = await openUsers(`?user=${id}&tab=edit`);
    const marcus = await drawer(page, 'Marcus');
    await marcus.choose('Role', 'Auditor');
    await marcus.click('button', 'Save');
    await (await row(page, 'marcus')).see('Auditor');
    await marcus.click('tab', 'History');
    await marcus.see('Role changed');
    await marcus.click('button', 'Undo');
    await (await row(page, 'marcus')).see('Office');
  });

  test('The account of the last owner stays an owner’s: the server says why', { tags: ['deep'] }, async () => {
    const page = await openUsers();
    await page.click('link', /^owner$/);
    const own = await drawer(page, 'owner');
    await own.click('button', 'Edit');
    await own.choose('Role', 'Office');
    await own.click('button', 'Save');
    const alert = await own.partWith('alert', 'owner');
    await alert.see('This is the last enabled owner. Make someone else an owner first.');
    await own.click('button', 'Cancel');
    await own.screen.findByRole('button', { name: 'Edit' });
    expect(own.screen.queryByRole('button', { name: /Disable/ })).toBeNull();
  });
});

describe('the table', () => {
  test('The table of users is sorted by a click, which the address keeps and a screen reader says, and searched', async () => {
    await addUser(owner, 'alder');
    await addUser(owner, 'yew');
    let page = await openUsers();
    const heading = await page.screen.findByRole('columnheader', { name: /Username/ });
    const click = async () => (await page.partWith('columnheader', 'Username')).click('button', 'Username');
    await click();
    await expect.poll(() => page.path()).toMatch(/sort=username/);
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
    const names = usernames(page);
    expect(names.length).toBeGreaterThan(2);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    await click();
    await expect.poll(() => page.path()).toMatch(/sort=-username/);
    page = await page.reload();
    await expect.poll(() => usernames(page)).toEqual(names.toReversed());

    await page.user.type(await page.screen.findByPlaceholderText('Search users...'), 'nobody has this name');
    await page.see('No users found');
    await page.click('button', 'Clear filters');
    await page.screen.findByRole('link', { name: 'owner' });
  });

  test('The table of users marks what somebody else changed, and does not move it under the mouse', {
    tags: ['deep'],
  }, async () => {
    const id = await addUser(owner, 'touched');
    await addUser(owner, 'touched.not');
    const page = await openUsers('?sort=name');
    await page.user.hover(await page.screen.findByRole('link', { name: 'touched' }));
    const before = usernames(page);
    await owner.patch(`/api/users/${id}`, { firstName: 'Aaron', lastName: 'First' }).then(expectStatus(200));
    await (await page.partAt('tr.hw-touched')).see('Aaron First');
    expect(usernames(page)).toEqual(before);
    await page.user.hover(await page.screen.findByRole('heading', { level: 1 }));
    await expect.poll(() => page.window.document.querySelector('tbody tr')?.textContent).toContain('Aaron First');
  });
});

test('The page of users is for owners alone, and a role that is taken away closes it', async () => {
  const rosa = await addSignedIn(heartwood.server, owner, 'rosa', { role: 'owner' });
  const page = await openUsers('', { as: { username: 'rosa', password: PASSWORD } });
  await page.screen.findByRole('link', { name: 'Users' });
  await owner.patch(`/api/users/${rosa.id}`, { role: 'office' }).then(expectStatus(200));
  await page.see('Your role, Office, does not include this page. An owner can change it under Users.');
  await expect.poll(() => page.screen.queryByRole('link', { name: /Users/ })).toBeNull();
});
