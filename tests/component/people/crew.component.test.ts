import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const drawer = (page: Part, title: string) => page.part('dialog', title);
const card = (page: Part, name: string) => page.partWith('listitem', name);
const names = (page: Page) =>
  [...page.window.document.querySelectorAll('.hw-grid h2')].map(({ textContent }) => textContent);

/** By its label, as a person finds it. */
const members = (of: Part) => of.screen.findByRole<HTMLInputElement>('combobox', { name: 'Members' });
const chosen = (of: Part) => of.part('list', 'Members: chosen');
async function pick({ user }: Page, of: Part, name: string): Promise<void> {
  await user.clear(await members(of));
  await user.type(await members(of), name);
  await of.click('option', name);
  await user.keyboard('{Escape}');
}

const addPerson = async (firstName: string, rest: object = {}): Promise<string> =>
  (await owner.post('/api/staff', { firstName, ...rest }).then(expectStatus(201))).body.id;
const addCrew = async (name: string, rest: object = {}): Promise<string> =>
  (await owner.post('/api/crews', { name, ...rest }).then(expectStatus(201))).body.id;

test('Before anybody works here, people are added in place to a crew, and chosen by keys', async () => {
  const page = await heartwood.open('/crew?new=true');
  const { user } = page;
  const dialog = await page.part('dialog', 'Add New Crew');
  await dialog.fill(/^Name/, 'Removal 0');
  await user.click(await members(dialog));
  await dialog.see('Nobody works here yet.');
  await dialog.click('option', 'Add a new person');
  const person = await page.part('dialog', 'Add Person');
  await person.fill('First name', 'Grace');
  await person.fill('Last name', 'Reed');
  await person.click('button', 'Add Person');
  await (await chosen(dialog)).see('Grace Reed');
  expect((await dialog.screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Removal 0');
  await dialog.click('button', 'Remove Grace Reed');
  await expect.poll(() => dialog.screen.queryByRole('list', { name: 'Members: chosen' })).toBeNull();
  // With the keyboard alone; the person used last comes first.
  (await members(dialog)).focus();
  await user.keyboard('{ArrowDown}');
  await dialog.see('Used last');
  await user.keyboard('{ArrowDown}{Enter}');
  await dialog.screen.findByRole('option', { name: 'Grace Reed', selected: true });
  await user.keyboard('{Escape}');
  await (await chosen(dialog)).see('Grace Reed');
  await dialog.click('button', 'Cancel');
});

test('Crews are searched by name, whatever the case', async () => {
  await addCrew('Pruning');
  await addCrew('Stumps', { isActive: false });
  const page = await heartwood.open('/crew');
  await (await card(page, 'Stumps')).screen.findByText('Inactive');
  const search = await page.screen.findByPlaceholderText('Search crews by name...');
  await page.user.type(search, 'PRUN');
  await expect.poll(() => names(page)).toEqual(['Pruning']);
  await (await card(page, 'Pruning')).see('0 members');
  await expect.poll(() => page.path()).toMatch(/q=PRUN/);
  await page.user.clear(search);
  await page.user.type(search, 'nothing');
  await page.see('No crews found');
  await page.click('button', 'Clear filters');
  await card(page, 'Stumps');
});

test('Crews are found by the command palette, with their people', async () => {
  await addCrew('Topping');
  await addPerson('Ruth', { lastName: 'Alder' });
  const page = await heartwood.open('/');
  await page.screen.findByRole('heading', { name: 'Dashboard' });
  await page.user.keyboard('{Control>}k{/Control}');
  const find = await page.screen.findByRole('combobox', { name: 'Find, go to or add' });
  await page.user.type(find, 'topp');
  await page.screen.findByRole('option', { name: /Topping Crew · 0 member/ });
  await page.user.clear(find);
  await page.user.type(find, 'ruth al');
  await page.click('option', /Ruth Alder Person/);
  await expect.poll(() => page.path()).toMatch(/\/people\/[^?]+$/);
});

test('Assign Job says what the job is in conflict with', async () => {
  const visits = [{ start: '2036-07-07T12:00:00Z', end: '2036-07-07T16:00:00Z' }];
  const crewId = await addCrew('Twice');
  await owner.post('/api/jobs', { address: '3 Elm St', crewId, visits }).then(expectStatus(201));
  await owner.post('/api/jobs', { address: '5 Elm St', title: 'Ash at noon', visits }).then(expectStatus(201));
  const page = await heartwood.open('/crew');
  await (await card(page, 'Twice')).click('button', 'Assign Job');
  const dialog = await page.part('dialog', 'Assign Job to Twice');
  await page.user.click(await dialog.screen.findByRole('combobox', { name: 'Job' }));
  await dialog.click('option', /Ash at noon/);
  await dialog.see(/No crew has it, on/);
  await dialog.click('button', 'Assign Job');
  await (await page.toast('Job Assigned')).see(/Now in conflict: Twice is at J-\d+ then/);
});

test('Crews have View Details, and an Assign Job that gives them one that no crew has, and overrules no colleague unseen', async () => {
  const job = { address: '3 Elm St', title: 'Beech over the drive' };
  const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  const faster = await addCrew('Faster');
  await addCrew('Storm work');
  const page = await heartwood.open('/crew');
  let isFirst = true;
  page.answer(new RegExp(`PUT /api/jobs/${id}`), async ({ send }) => {
    if (isFirst) {
      isFirst = false;
      await owner.put(`/api/jobs/${id}`, { crewId: faster }).then(expectStatus(200));
    }
    return send();
  });
  await (await card(page, 'Storm work')).click('button', 'Assign Job');
  const dialog = await page.part('dialog', 'Assign Job to Storm work');
  await page.user.click(await dialog.screen.findByRole('combobox', { name: 'Job' }));
  await dialog.click('option', /Beech over the drive/);
  await dialog.see('No crew has it, and it has no date.');
  await dialog.click('button', 'Assign Job');
  await dialog.see('Someone else just changed this job');
  await dialog.see('It is assigned to Faster, and it has no date.');
  await dialog.click('button', 'Assign Job');
  await page.toast('Job Assigned');
  await expect.poll(() => page.screen.queryByRole('dialog', { name: /Assign Job/ })).toBeNull();
  expect((await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body.crewName).toBe('Storm work');

  await page.click('link', 'View Details of Storm work');
  await (await drawer(page, 'Storm work')).screen.findByRole('heading', { name: 'Storm work' });
  await expect.poll(() => page.path()).toMatch(/crew=/);
});

test('A crew takes somebody from another one when that is said, and shows it in its history, where Undo puts them back', async () => {
  const walter = await addPerson('Walter');
  await addCrew('Removal 2', { memberIds: [walter] });
  const three = await addCrew('Removal 3');
  const page = await heartwood.open(`/crew?crew=${three}&tab=edit`);
  const form = await drawer(page, 'Removal 3');
  await page.user.type(await members(form), 'walt');
  await form.see('in Removal 2');
  await pick(page, form, 'Walter');
  await form.see('Moving from Removal 2');
  await form.click('button', 'Save');
  await (await card(page, 'Removal 3')).see('1 member');
  await (await card(page, 'Removal 2')).see('0 members');
  await form.click('tab', 'History');
  await form.see('Members changed');
  await page.user.click((await form.screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement);
  await (await card(page, 'Removal 2')).see('1 member');
});

test('A crew refuses who was taken meanwhile, with the name of their crew', async () => {
  const luis = await addPerson('Luis');
  const four = await addCrew('Removal 4');
  const page = await heartwood.open(`/crew?crew=${four}&tab=edit`);
  const form = await drawer(page, 'Removal 4');
  await pick(page, form, 'Luis');
  // Somebody else is a moment faster.
  page.answer(/(PUT|PATCH) \/api\/crews\//, async ({ send }) => {
    await addCrew('Quick', { memberIds: [luis] });
    return send();
  });
  await form.click('button', 'Save');
  await form.see('Luis is in the crew Quick. Move them from there, or leave them out.');
});

test('Crews show who left, and are changed by nobody who only reads', { tags: ['deep'] }, async () => {
  const irene = await addPerson('Irene');
  const five = await addCrew('Removal 5', { memberIds: [irene] });
  await owner.post(`/api/staff/${irene}/archive`).then(expectStatus(200));
  await addSignedIn(heartwood.server, owner, 'reader', { role: 'auditor' });
  const page = await heartwood.open(`/crew?crew=${five}`, { as: { username: 'reader', password: PASSWORD } });
  await (await card(page, 'Removal 5')).see('Left the company');
  const details = await drawer(page, 'Removal 5');
  await details.see('Irene (left the company)');
  expect(page.screen.queryByRole('button', { name: /Add Crew/ })).toBeNull();
  expect(details.screen.queryByRole('button', { name: /Edit/ })).toBeNull();
});

test('People of a crew are links only for who may open them', async () => {
  await addCrew('Removal 6', { memberIds: [await addPerson('Helen')] });
  const page = await heartwood.open('/crew?q=Removal 6');
  await (await card(page, 'Removal 6')).part('link', 'Helen');
  await addSignedIn(heartwood.server, owner, 'ed', { role: 'estimator' });
  const others = await heartwood.open('/crew?q=Removal 6', { as: { username: 'ed', password: PASSWORD } });
  const shown = await card(others, 'Removal 6');
  await shown.see('Helen');
  expect(shown.screen.queryByRole('link', { name: 'Helen' })).toBeNull();
});
