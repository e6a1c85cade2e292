import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, addUser, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const drawer = (page: Part, title: string) => page.part('dialog', title);
const row = (page: Part, name: string) => page.partWith('row', name);

const addPerson = async (firstName: string, rest: object = {}): Promise<string> =>
  (await owner.post('/api/staff', { firstName, ...rest }).then(expectStatus(201))).body.id;

describe('people', () => {
  test('People show what has expired; they leave, are not listed then, and come back', async () => {
    const id = await addPerson('Walter', { certifications: [{ name: 'CDL', expiresOn: companyDay(-2) }] });
    await owner.post('/api/crews', { name: 'Pruning', memberIds: [id] }).then(expectStatus(201));
    const away = { employeeId: id, requestType: 'vacation', startDate: companyDay(9), endDate: companyDay(9) };
    const { id: awayId } = (await owner.post('/api/hr/time-off', away).then(expectStatus(201))).body;
    await owner.patch(`/api/hr/time-off/${awayId}`, { status: 'approved' }).then(expectStatus(200));
    const page = await heartwood.open(`/people?person=${id}`);
    const listed = () => page.screen.queryByRole('row', { name: /Walter/ });
    await expect.poll(() => listed()?.textContent).toMatch(/CDL: expired /);
    const walter = await drawer(page, 'Walter');
    await walter.click('button', 'Mark as left');
    const asks = await page.part('dialog', 'Did Walter leave the company?');
    const ahead = await asks.screen.findByText(/^Approved time off ahead/);
    expect(ahead.querySelector('a')?.getAttribute('href')).toBe(`/hr-management?request=${awayId}`);
    await asks.click('button', 'Take off the crew');
    await page.toast('Walter is no longer in Pruning.');
    await asks.click('button', 'Mark as left');
    await page.toast('Walter can no longer be put on a crew.');
    await expect.poll(listed).toBeNull();
    await page.choose('Who', 'Left the company');
    await row(page, 'Walter');
    await walter.click('button', 'Bring back');
    await page.see('No one found');
    await page.click('button', 'Clear filters');
    await row(page, 'Walter');
  });

  test('People are given an account under their own id', async () => {
    const id = await addPerson('Rosa', { lastName: 'Diaz', email: 'rosa@example.com' });
    let page = await heartwood.open(`/people?person=${id}`);
    await (await drawer(page, 'Rosa Diaz')).click('link', 'Create account');
    const dialog = await page.part('dialog', 'Add User: Rosa Diaz');
    expect((await dialog.screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe('rosa@example.com');
    await dialog.fill('Username', 'rosa');
    await dialog.click('button', 'Add User');
    await (await page.part('dialog', 'Password link for Rosa Diaz')).click('button', 'Not now');
    await row(page, 'rosa');
    page = await page.reload(`/people?person=${id}`);
    await (await drawer(page, 'Rosa Diaz')).click('link', 'Open the account');
    await expect.poll(() => page.path()).toMatch(new RegExp(`/users\\?user=${id}`));
  });

  test('People have a page, with what an hour of their work costs: a rate is set, and taken away again', async () => {
    const id = await addPerson('Selma');
    const page = await heartwood.open(`/people/${id}`);
    await page.see('hours count at the company’s labor rate');
    await page.click('button', 'Set rate');
    const dialog = await page.part('dialog', 'Set Rate');
    await dialog.fill('Rate per hour', '1000.01');
    await dialog.click('button', 'Set Rate');
    await dialog.see('at most $1,000');
    await dialog.fill('Rate per hour', '41.50');
    await dialog.click('button', 'Set Rate');
    await page.see('$41.50');
    await page.click('button', /^Remove the rate from/);
    await page.see('hours count at the company’s labor rate');
  });

  test('People without a record are told so on their page, which asks again only once there is one', async () => {
    const page = await heartwood.open('/me', { expectedErrors: [/404/] });
    const asked: number[] = [];
    page.answer(/^GET \/api\/staff\/owner$/, async ({ send }) => {
      const answer = await send();
      asked.push(answer.status);
      return answer;
    });
    await page.see('You have no record yet');
    await addPerson('Olga', { userId: 'owner' });
    await page.part('heading', 'Olga');
    expect(asked).toEqual([404, 200]);
  });

  test('People keep the document of a certificate that is renamed in their form', async () => {
    const id = await addPerson('Greta', { certifications: [{ name: 'CPR' }] });
    const scan = new FormData();
    scan.append('document', new Blob(['%PDF-1.7\n%%EOF\n']), 'scan.pdf');
    await owner
      .send(`/api/staff/${id}/certificates/CPR/document`, { method: 'PUT', body: scan })
      .then(expectStatus(200));
    const page = await heartwood.open(`/people?person=${id}&tab=edit`);
    const greta = await drawer(page, 'Greta');
    await greta.fill('CPR: name', 'First aid');
    await greta.click('button', 'Save');
    await page.toast('The changes have been saved.');
    const { body } = await owner.get('/api/staff?search=greta').then(expectStatus(200));
    expect(body[0].certificateDocuments).toMatchObject([{ certificate: 'First aid' }]);
  });

  test('People are changed by one at a time: what two change is shown, and nothing typed is lost', {
    tags: ['deep'],
  }, async () => {
    const id = await addPerson('Hannah', { skills: ['Climbing'] });
    const page = await heartwood.open(`/people?person=${id}&tab=edit`);
    const hannah = await drawer(page, 'Hannah');
    await hannah.fill('Phone', '555-0142');
    await owner.patch(`/api/staff/${id}`, { skills: ['Crane'] }).then(expectStatus(200));
    await hannah.see('This person was changed while you were editing');
    await hannah.click('button', 'Save');
    await page.toast('The changes have been saved.');
    const { body } = await owner.get('/api/staff?search=hannah').then(expectStatus(200));
    expect(body).toMatchObject([{ phone: '555-0142', skills: ['Crane'] }]);
    await hannah.click('tab', 'History');
    await hannah.see('Person added');
  });
});

test('Somebody who left is erased by an owner alone, who types the name; what stays says so', async () => {
  const id = await addPerson('Bea', { lastName: 'Novak', email: 'bea@example.com' });
  const crew = (await owner.post('/api/crews', { name: 'Oaks', memberIds: [id] }).then(expectStatus(201))).body;
  const erases = (page: Part) => page.screen.queryByRole('button', { name: /Erase personal data/ });
  let page = await heartwood.open(`/people/${id}?erase=true`);
  await page.screen.findByRole('button', { name: 'Mark as left' });
  expect(erases(page)).toBeNull();
  await owner.post(`/api/staff/${id}/archive`).then(expectStatus(200));
  await addSignedIn(heartwood.server, owner, 'pat', { role: 'office' });
  page = await heartwood.open(`/people/${id}?erase=true`, { as: { username: 'pat', password: PASSWORD } });
  await page.screen.findByRole('button', { name: 'Bring back' });
  expect(erases(page)).toBeNull();

  page = await heartwood.open(`/people/${id}`);
  await page.click('button', /Erase personal data/);
  const dialog = await page.part('dialog', 'Erase the personal data of Bea Novak?');
  await dialog.fill(/enter the full name/, 'Bea');
  await dialog.click('button', 'Erase for good');
  await dialog.see(/exactly as it is shown/);
  await dialog.fill(/enter the full name/, 'Bea Novak');
  await dialog.click('button', 'Erase for good');
  const done = await page.part('dialog', 'Personal data erased');
  await done.see(/The person and their pay were erased/);
  await done.click('button', 'Done');
  await page.screen.findByRole('heading', { level: 1, name: 'Erased person' });
  expect(page.screen.queryByRole('button', { name: 'Bring back' })).toBeNull();
  await expect.poll(() => page.window.document.body.textContent).not.toMatch(/Bea|Novak|bea@/);
  page = await heartwood.open(`/crew?crew=${crew.id}`);
  await drawer(page, 'Oaks');
  await expect.poll(() => page.window.document.body.textContent).toContain('Erased person');
});

test('The page Users lists accounts, and not everybody who works here', { tags: ['deep'] }, async () => {
  await addPerson('Accountless');
  await addUser(owner, 'somebody');
  const page = await heartwood.open('/users');
  await row(page, 'somebody');
  expect(page.screen.queryByText(/Accountless/)).toBeNull();
});

describe('the settings', () => {
  test('The settings are changed by the owner, field by field, and the history takes a step back', async () => {
    const page = await heartwood.open('/settings');
    const detail = (text: string) => page.screen.findByText(text, { selector: '.hw-details *' });
    await page.see('these are the defaults');
    await page.see('7:30 AM to 4:00 PM');
    await page.click('button', 'Change settings');
    await page.fill('Company name', 'Oak & Ash');
    await page.fill('Sales tax (%)', '6.25');
    await (await page.partAt('.hw-weekdays')).click('checkbox', 'Sat');
    const area = await page.screen.findByRole('combobox', { name: 'Service area' });
    await page.user.selectOptions(area, 'Around the home base');
    await page.click('button', 'Save');
    await page.see('A radius needs a home base with latitude and longitude.');
    await page.fill('Home base: latitude', '42.34');
    await page.fill('Home base: longitude', '-72.59');
    await page.user.type(
      await page.screen.findByPlaceholderText('Street, city, state, ZIP code'),
      '12 Mill Lane, Hadley, MA 01035',
    );
    await page.click('button', 'Save');
    await page.toast('Changes take effect right away.');
    await detail('25 miles around the home base');
    await detail('Mon, Tue, Wed, Thu, Fri, Sat');
    await (await page.partAt('.hw-history')).click('button', 'Undo');
    await detail('0%');
  });

  test('Everybody but the owner reads the settings, and finds no way to change them', { tags: ['deep'] }, async () => {
    await addSignedIn(heartwood.server, owner, 'sam');
    const page = await heartwood.open('/settings?edit=true', { as: { username: 'sam', password: PASSWORD } });
    await page.see('Only the owner can change them.');
    await page.screen.findAllByText('7:30 AM to 4:00 PM');
    expect(page.screen.queryByRole('button', { name: /Save|Change settings|Undo/ })).toBeNull();
  });
});

test('A person’s checklists say what is done and by whom; that of leaving comes once they have left', async () => {
  const id = await addPerson('Olive');
  let page = await heartwood.open(`/people/${id}`);
  const onboarding = await page.part('region', 'Onboarding');
  await onboarding.see('0 of 8');
  await onboarding.click('checkbox', 'W-4');
  await page.toast('W-4');
  await onboarding.see('1 of 8');
  await onboarding.see(/^owner,/i);
  await onboarding.click('checkbox', 'W-4');
  await onboarding.see('0 of 8');
  await owner.post(`/api/staff/${id}/archive`).then(expectStatus(200));
  page = await heartwood.open(`/people/${id}`);
  const leaving = await page.part('region', 'Leaving');
  await leaving.click('checkbox', 'Keys back');
  await leaving.see('1 of 4');
});
