import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
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

const drawer = (page: Part, title: string) => page.part('dialog', title);
const card = (page: Part, name: string) => page.partWith('listitem', name);
const names = (page: Page) => textsOf(page, '.hw-grid h2');

function textsOf(page: Page, selector: string): (string | null)[] {
  return [...page.window.document.querySelectorAll(selector)].map(({ textContent }) => textContent);
}

async function add(name: string, changes: object = {}): Promise<string> {
  const body = { name, category: 'Chainsaws', ...changes };
  return (await owner.post('/api/equipment', body).then(expectStatus(201))).body.id;
}

async function openEquipment(search = '', options: PageOptions = {}): Promise<Page> {
  const page = await heartwood.open(`/equipment${search}`, options);
  await page.screen.findByRole('heading', { name: 'Equipment Management' });
  return page;
}

const valueIn = async (page: Part, label: string) =>
  (await page.screen.findByLabelText<HTMLInputElement | HTMLSelectElement>(label)).value;

describe('the inventory', () => {
  test('The inventory begins empty, and says how to begin', async () => {
    const page = await openEquipment();
    await page.see('Track and manage your tree service equipment inventory');
    await page.see('No equipment found');
    await page.see('Get started by adding your first piece of equipment');
  });

  test('The inventory is searched, and filtered by category and status; all of it is in the address', async () => {
    await add('Cedar saw', { serialNumber: 'SN-7781', status: 'in_use' });
    await add('Cedar rope', { category: 'Climbing Gear', status: 'in_use' });
    await add('Rowan saw', { status: 'in_use' });
    let page = await openEquipment();
    await page.user.type(await page.screen.findByPlaceholderText('Search equipment...'), 'cedar');
    await expect.poll(() => names(page)).toEqual(['Cedar rope', 'Cedar saw']);
    await page.choose(/^Category$/, 'Chainsaws');
    await page.choose(/^Status$/, 'In Use');
    await expect.poll(() => page.path()).toMatch(/q=cedar&category=Chainsaws&status=in_use/);
    page = await page.reload();
    await expect.poll(() => names(page)).toEqual(['Cedar saw']);
    await page.choose(/^Status$/, 'Maintenance');
    await page.see('No equipment found');
    await page.see('Try adjusting your filters');
    await page.user.click((await page.screen.findAllByRole('button', { name: 'Clear filters' }))[0] as HTMLElement);
    await page.user.type(await page.screen.findByPlaceholderText('Search equipment...'), 'sn-778');
    await expect.poll(() => names(page)).toEqual(['Cedar saw']);
  });

  test('The inventory is also a dense list, sorted by a click', async () => {
    await add('Larch saw');
    await add('Larch rope');
    const page = await openEquipment('?q=larch');
    await page.click('button', 'List');
    const heading = await page.part('columnheader', 'Name');
    await page.user.click(await heading.screen.findByRole('button'));
    await expect.poll(() => page.path()).toMatch(/view=list&sort=name/);
    await page.user.click(await heading.screen.findByRole('button'));
    await expect.poll(() => page.path()).toMatch(/view=list&sort=-name/);
    await expect.poll(() => textsOf(page, 'tbody td:first-child')).toEqual(['Larch saw', 'Larch rope']);
  });
});

test('A machine that is overdue says so by icon and words, and is shown alone where that is asked', async () => {
  await add('Late chipper', { nextMaintenance: '2020-01-31' });
  const page = await openEquipment();
  const late = await card(page, 'Late chipper');
  const isOverdue = (_: string, element: Element | null) =>
    element?.textContent?.trim() === 'Overdue since Jan 31, 2020';
  const overdue = await late.screen.findByText(isOverdue, { selector: '.hw-overdue' });
  expect(overdue.querySelectorAll('svg')).toHaveLength(1);
  await page.click('button', '1 overdue');
  await expect.poll(() => names(page)).toEqual(['Late chipper']);
});

describe('the status on a card', () => {
  test('The status on a card is changed by its dropdown, and Undo takes it back', async () => {
    await add('Status saw');
    const page = await openEquipment();
    await page.choose('Status of Status saw', 'Out of Service');
    const toast = await page.toast('Status Updated');
    await toast.see('Equipment status has been updated.');
    await toast.click('button', 'Undo');
    await expect.poll(() => valueIn(page, 'Status of Status saw')).toBe('available');
  });

  test('The status on a card goes back where the server refuses, and a message says why', {
    tags: ['deep'],
  }, async () => {
    const id = await add('Refused saw');
    const page = await openEquipment();
    await card(page, 'Refused saw');
    const message = 'This equipment was retired. Restore it to change it.';
    page.answer(new RegExp(`/api/equipment/${id}$`), () =>
      Response.json({ message, code: 'removed' }, { status: 410 }),
    );
    await page.choose('Status of Refused saw', 'Maintenance');
    const toast = await page.toast('This equipment was retired. Restore it to change it.');
    await toast.see('Error');
    expect(await valueIn(page, 'Status of Refused saw')).toBe('available');
  });

  test('The status on a card is only read by an auditor', { tags: ['deep'] }, async () => {
    await add('Seen saw');
    await addSignedIn(heartwood.server, owner, 'auditing', { role: 'auditor' });
    const page = await openEquipment('', { as: { username: 'auditing', password: PASSWORD } });
    await (await card(page, 'Seen saw')).see('Available');
    expect(page.screen.queryByLabelText('Status of Seen saw')).toBeNull();
    expect(page.screen.queryByRole('button', { name: /Add Equipment/ })).toBeNull();
  });
});

describe('the drawer', () => {
  test('The drawer of a machine records maintenance: the cost adds up, the next date moves, and Undo puts it back', async () => {
    const id = await add('Kept chipper', { maintenanceInterval: 90, nextMaintenance: '2020-02-01' });
    await owner.post(`/api/equipment/${id}/maintenance`, { doneOn: '2019-11-03', cost: 100 }).then(expectStatus(200));
    const page = await openEquipment(`?equipment=${id}`);
    const kept = await drawer(page, 'Kept chipper');
    const shown = () => textsOf(page, '.hw-drawer').join();
    await expect.poll(shown).toContain('Every 90 days · done once · $100 so far');
    await kept.click('button', 'Record maintenance');
    const dialog = await page.part('dialog', 'Record maintenance');
    await dialog.fill('Cost', '260.50');
    await dialog.fill('What was done', 'New knives');
    await dialog.click('button', /^Record$/);
    const toast = await page.toast('Maintenance recorded');
    await page.user.hover(await toast.see('Maintenance recorded')); // it stays while hovered
    await expect.poll(shown).toContain('done 2 times · $360.50 so far');
    await kept.see('New knives');
    expect(shown()).not.toContain('Overdue');
    await toast.click('button', 'Undo');
    await expect.poll(shown).toContain('done once · $100 so far');
    await kept.click('button', 'Remove the maintenance of Nov 3, 2019');
    await kept.see('nothing recorded yet');
  });

  test('The drawer of a machine gives it to a crew by name, also one added in place, and the history names the crew', async () => {
    await owner.post('/api/crews', { name: 'Ridge crew' }).then(expectStatus(201));
    const id = await add('Given saw');
    const page = await openEquipment(`?equipment=${id}&tab=edit`);
    const given = await drawer(page, 'Given saw');
    const assigned = await given.screen.findByRole<HTMLInputElement>('combobox', { name: 'Assigned To' });
    await page.user.type(assigned, 'ridge');
    await given.screen.findByRole('option', { name: 'Ridge crew' });
    await page.user.keyboard('{Enter}');
    await expect.poll(() => assigned.value).toBe('Ridge crew');
    // A missing crew can be added in place, as a person can.
    await page.user.clear(assigned);
    await page.user.type(assigned, 'valley');
    await given.screen.findByRole('option', { name: 'Add a new person' });
    await given.click('option', 'Add a new crew');
    const crew = await page.part('dialog', 'Add New Crew');
    await crew.fill('Name', 'Valley crew');
    await crew.click('button', 'Add Crew');
    await expect.poll(() => page.screen.queryByRole('dialog', { name: 'Add New Crew' })).toBeNull();
    await expect.poll(() => assigned.value).toBe('Valley crew');
    await given.click('button', 'Save');
    await page.toast('Equipment Updated');
    await (await card(page, 'Given saw')).see('Valley crew');
    await given.click('tab', 'History');
    const title = await given.screen.findByText(/Assigned/, { selector: '.hw-step strong' });
    expect(title.closest('.hw-step')?.textContent).toContain('Valley crew');
  });

  test('The drawer of a machine says where another machine has the same serial number', {
    tags: ['deep'],
  }, async () => {
    await add('First twin', { serialNumber: 'TW-1' });
    const id = await add('Second twin', { serialNumber: 'tw 1' });
    const page = await openEquipment(`?equipment=${id}`);
    const second = await drawer(page, 'Second twin');
    await second.see('The same serial number');
    await second.click('link', 'First twin');
    await (await drawer(page, 'First twin')).screen.findByRole('heading', { name: 'First twin' });
  });

  test('The drawer of a machine retires it without a question, and Undo brings it back', async () => {
    const id = await add('Old saw');
    const page = await openEquipment(`?equipment=${id}`);
    await card(page, 'Old saw');
    await (await drawer(page, 'Old saw')).click('button', 'Retire');
    const toast = await page.toast('Equipment Retired');
    await page.user.hover(await toast.see('Equipment Retired')); // it stays while hovered
    await expect.poll(() => names(page)).not.toContain('Old saw');
    await toast.click('button', 'Undo');
    await expect.poll(() => names(page)).toContain('Old saw');
  });
});

test('Retired equipment is read, and not restored, by an auditor', { tags: ['deep'] }, async () => {
  const id = await add('Worn and seen');
  await owner.delete(`/api/equipment/${id}`).then(expectStatus(204));
  await addSignedIn(heartwood.server, owner, 'watching', { role: 'auditor' });
  const as = { username: 'watching', password: PASSWORD };
  const page = await openEquipment(`?removed=true&equipment=${id}`, { as });
  await card(page, 'Worn and seen');
  await (await drawer(page, 'Worn and seen')).screen.findByText('Retired');
  expect(page.screen.queryByRole('button', { name: /Restore/ })).toBeNull();
});

test('What maintenance cost is there only for who sees costs', async () => {
  const id = await add('Saw of the estimator');
  await owner.post(`/api/equipment/${id}/maintenance`, { doneOn: '2019-11-03', cost: 100 }).then(expectStatus(200));
  await addSignedIn(heartwood.server, owner, 'estimator', { role: 'estimator' });
  const page = await openEquipment(`?equipment=${id}`, { as: { username: 'estimator', password: PASSWORD } });
  const done = await (await drawer(page, 'Saw of the estimator')).partWith('listitem', 'Nov 3, 2019');
  expect(done.screen.queryByText(/^(—|\$100)$/)).toBeNull();
});

test('A machine is handed to somebody and taken back; their record shows it, and warns once they have left', async () => {
  const kit = await add('Yew kit');
  const { body: person } = await owner
    .post('/api/staff', { firstName: 'Ash', skills: ['Climbing'] })
    .then(expectStatus(201));
  let page = await openEquipment(`?equipment=${kit}`);
  const machine = await drawer(page, 'Yew kit');
  await machine.click('button', 'Hand to…');
  const dialog = await page.part('dialog', 'Hand out Yew kit');
  await page.user.click(await dialog.screen.findByLabelText(/^Who gets it/));
  await page.click('option', /Ash.*Climbing/);
  await dialog.click('button', 'Hand Out');
  await page.toast('Yew kit is in the hands of Ash.');
  await machine.see('Ash');
  await owner.post(`/api/staff/${person.id}/archive`).then(expectStatus(200));
  page = await heartwood.open(`/people?person=${person.id}`);
  const ash = await drawer(page, 'Ash');
  await ash.see('They left with this still in their hands.');
  await ash.click('button', 'Take back Yew kit');
  await page.toast('Yew kit is back from Ash.');
  await ash.see('No equipment.');
});
