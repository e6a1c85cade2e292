import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { addCrew } from '../../support/browser/board.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type PageOptions, type Part, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  await addSignedIn(heartwood.server, owner, 'priya');
  await addSignedIn(heartwood.server, owner, 'auditor', { role: 'auditor' });
});
afterAll(() => heartwood.close());

/** Days off of somebody new, in a crew of their own. */
async function approved(firstName: string, startDate: string, endDate = startDate): Promise<void> {
  const { personId: employeeId } = await addCrew(owner, `Crew of ${firstName}`, firstName);
  const body = { requestType: 'vacation', employeeId, startDate, endDate };
  const { id } = (await owner.post('/api/hr/time-off', body).then(expectStatus(201))).body;
  await owner.patch(`/api/hr/time-off/${id}`, { status: 'approved' }).then(expectStatus(200));
}

async function openOff(
  day: string,
  firstName: string,
  options: PageOptions = {},
): Promise<{ dialog: Part; row: Part }> {
  const page = await heartwood.open(`/schedule?date=${day}&off=true`, options);
  const dialog = await page.part('dialog', /^Time off$/);
  return { dialog, row: await dialog.partWith('listitem', firstName) };
}

const buttons = ({ screen }: Part) => screen.queryAllByRole('button').map(({ textContent }) => textContent);

test('The days of a month and of a week say who is off', { tags: ['deep'] }, async () => {
  await approved('Mary', '2036-05-12', '2036-05-13');
  for (const view of ['month', 'week']) {
    const page = await heartwood.open(`/schedule?date=2036-05-12&view=${view}`);
    const said = () =>
      [...page.window.document.querySelectorAll('.hw-day-head')].filter(({ textContent }) =>
        textContent?.includes('1 off: Mary'),
      );
    await expect.poll(said).toHaveLength(2);
  }
});

test('Who only looks at time off changes nothing', { tags: ['deep'] }, async () => {
  await approved('Grace', '2036-06-16');
  const { dialog, row } = await openOff('2036-06-16', 'Grace', { as: { username: 'auditor', password: PASSWORD } });
  expect(buttons(row)).toEqual([]);
  expect(dialog.screen.queryByRole('button', { name: 'Request Time Off' })).toBe(null);
});

test('Nobody but the owner withdraws time off that is not theirs', { tags: ['deep'] }, async () => {
  await approved('Ada', '2036-07-21');
  const { row } = await openOff('2036-07-21', 'Ada', { as: { username: 'priya', password: PASSWORD } });
  expect(buttons(row)).toEqual([]);
  const { row: own } = await openOff('2036-07-21', 'Ada');
  expect(buttons(own)).toEqual(['Withdraw']);
});

test('A request on HR Management is approved with what it does to the schedule in sight, and planned around', async () => {
  const { id: crewId, personId: employeeId } = await addCrew(owner, 'North', 'Wren');
  const visits = ['09', '10'].map((day) => ({
    start: `2036-09-${day}T12:00:00Z`,
    end: `2036-09-${day}T16:00:00Z`,
  }));
  const job = { title: 'Ada King', address: '3 Elm St, Hadley', serviceType: 'tree_removal', crewId, visits };
  await owner.post('/api/jobs', job).then(expectStatus(201));
  const asked = { requestType: 'sick', employeeId, startDate: '2036-09-08', endDate: '2036-09-10' };
  const { id } = (await owner.post('/api/hr/time-off', asked).then(expectStatus(201))).body;

  const page = await heartwood.open('/hr-management?status=pending&q=Wren');
  await page.click('button', 'Approve: Wren');
  const dialog = await page.part('dialog', 'Approve Time Off');
  await dialog.see('2 of 2 visits of North would lack people or skills.');
  expect(await dialog.screen.findAllByText('Nobody on North is there.')).toHaveLength(2);
  const link = await dialog.screen.findByRole('link', { name: 'Tue, Sep 9, 8:00 AM to 12:00 PM' });
  expect(link.getAttribute('href')).toMatch(/^\/schedule\?date=2036-09-09&job=/);
  await dialog.fill('Reason', 'Get well soon');
  await dialog.click('button', 'Approve');
  const toast = await page.toast('Request Updated');
  await page.see('No time off requests found');
  expect((await owner.get(`/api/hr/time-off/${id}`)).body).toMatchObject({
    status: 'approved',
    decisionReason: 'Get well soon',
  });
  await toast.click('button', 'Plan around it');
  await expect.poll(() => page.path()).toBe('/schedule?date=2036-09-09&view=crews&optimize=true');
  const optimizer = await page.part('dialog', 'AI Schedule Optimizer');
  const day = await optimizer.screen.findByLabelText('Date');
  expect((day as HTMLInputElement).value).toBe('2036-09-09');
});

test('A request on HR Management is denied with a reason that the person reads, and that is undone', async () => {
  const priya = { as: { username: 'priya', password: PASSWORD } };
  const asked = await heartwood.open('/hr-management?new=true', priya);
  const form = await asked.part('dialog', 'Request Time Off');
  await form.choose('Type', 'Bereavement');
  await form.fill('First day', '2036-10-06');
  await form.fill('Last day', '2036-10-10');
  await form.see('5 days, first and last included');
  await form.click('button', 'Submit Request');
  await asked.toast('Request Submitted');

  const page = await heartwood.open('/hr-management?q=priya');
  await page.click('button', 'Deny: priya');
  const dialog = await page.part('dialog', 'Deny Time Off');
  await dialog.fill('Reason', 'Two crews are short that week.');
  await dialog.click('button', 'Deny');
  const toast = await page.toast('Request Updated');
  await page.click('link', 'priya');
  const decided = await page.part('region', 'Decision');
  await decided.see('Denied by owner');

  await asked.click('link', 'priya');
  await (await asked.part('region', 'Decision')).see('Two crews are short that week.');
  await toast.click('button', 'Undo');
  await (await page.partAt('.hw-drawer')).part('button', 'Approve: priya');
});

test('A request for days that are requested already says so, and is kept to be changed', async () => {
  const { personId: employeeId } = await addCrew(owner, 'Crew of Kit', 'Kit');
  const days = { startDate: '2036-11-03', endDate: '2036-11-04' };
  await owner.post('/api/hr/time-off', { requestType: 'sick', employeeId, ...days }).then(expectStatus(201));
  const page = await heartwood.open('/hr-management?new=true');
  const form = await page.part('dialog', 'Request Time Off');
  await form.fill('Who', 'Kit');
  await page.click('option', /Kit/);
  await form.choose('Type', 'Vacation');
  await form.fill('First day', days.startDate);
  await form.fill('Last day', days.endDate);
  await form.click('button', 'Submit Request');
  await page.toast('Failed to submit time off request');
  await form.see(/already has time off requested on these days: 2036-11-03 to 2036-11-04/);
});

test('HR Management shows its figures, each with its requests, and the days off of a year', async () => {
  const page = await heartwood.open('/hr-management');
  const pending = await page.part('link', /^Pending Requests/);
  await pending.see(/^\d+$/);
  await page.click('link', /^Pending Requests/);
  await expect.poll(() => page.path()).toBe('/hr-management?status=pending');
  await page.click('tab', 'Analytics');
  await expect.poll(() => page.path()).toBe('/hr-management?tab=analytics');
  await page.see('Nobody was off in the last twelve months');
});

test('The days off of everybody are not asked for by who sees only their own, even by a link to them', async () => {
  await addSignedIn(heartwood.server, owner, 'climber', { role: 'crew' });
  const page = await heartwood.open('/hr-management?tab=analytics', {
    as: { username: 'climber', password: PASSWORD },
  });
  await page.see('No time off requests found');
  expect(page.screen.getByRole('tab', { selected: true }).textContent).toBe('Time Off');
});

test('The requests on HR Management say in words that there are none, or that they cannot be loaded', async () => {
  const page = await heartwood.open('/hr-management?q=nobody-by-this-name');
  await page.see('No time off requests found');
  const failing = await heartwood.open('/hr-management');
  failing.answer(/^GET \/api\/hr\/time-off\?/, () =>
    Response.json({ message: 'Something went wrong.', code: 'internal' }, { status: 500 }),
  );
  await failing.see('Failed to fetch time off requests');
});

test('A request that somebody else has decided is not decided again from an old dialog', async () => {
  const { personId: employeeId } = await addCrew(owner, 'Crew of Robin', 'Robin');
  const asked = { requestType: 'sick', employeeId, startDate: '2036-12-01', endDate: '2036-12-01' };
  const { id } = (await owner.post('/api/hr/time-off', asked).then(expectStatus(201))).body;
  const page = await heartwood.open(`/hr-management?deny=${id}`);
  const dialog = await page.part('dialog', 'Deny Time Off');
  await owner.patch(`/api/hr/time-off/${id}`, { status: 'approved' }).then(expectStatus(200));
  await dialog.see('This request is already approved.');
  expect((await dialog.screen.findByRole('button', { name: 'Deny' })).hasAttribute('disabled')).toBe(true);
});

test('A request that was decided and waits again meanwhile is denied by one press', async () => {
  const { personId: employeeId } = await addCrew(owner, 'Crew of Wren', 'Wren');
  const asked = { requestType: 'sick', employeeId, startDate: '2036-12-01', endDate: '2036-12-01' };
  const { id } = (await owner.post('/api/hr/time-off', asked).then(expectStatus(201))).body;
  const page = await heartwood.open(`/hr-management?deny=${id}`);
  const dialog = await page.part('dialog', 'Deny Time Off');
  const tries: number[] = [];
  page.answer(/^PATCH \/api\/hr\/time-off\//, async ({ send }) => {
    if (tries.length === 0) {
      const approved = await owner.patch(`/api/hr/time-off/${id}`, { status: 'approved' }).then(expectStatus(200));
      const commandId = approved.headers.get('x-command-id');
      await owner.post('/api/undo', { category: 'time_off', id, commandId }).then(expectStatus(200));
    }
    const answer = await send();
    tries.push(answer.status);
    return answer;
  });
  await dialog.click('button', 'Deny');
  await page.toast('Request Updated');
  expect(tries).toEqual([409, 200]);
});

test('A request on HR Management is withdrawn and brought back by the owner', { tags: ['deep'] }, async () => {
  const { personId: employeeId } = await addCrew(owner, 'Crew of Sky', 'Sky');
  const asked = { requestType: 'personal', employeeId, startDate: '2036-12-08', endDate: '2036-12-08' };
  const { id } = (await owner.post('/api/hr/time-off', asked).then(expectStatus(201))).body;
  const page = await heartwood.open(`/hr-management?request=${id}`);
  await (await page.partAt('.hw-drawer')).click('button', 'Withdraw: Sky');
  await page.toast('Request Withdrawn');
  await (await page.partAt('.hw-drawer')).see('Withdrawn by owner');
  const withdrawn = await heartwood.open('/hr-management?removed=true&q=Sky');
  await withdrawn.click('button', 'Restore Sky: Mon, Dec 8');
  await withdrawn.toast('Request Restored');
  const auditor = await heartwood.open('/hr-management?q=Sky', { as: { username: 'auditor', password: PASSWORD } });
  await auditor.see('Sky');
  expect(auditor.screen.queryByRole('button', { name: /Approve|Deny|Request Time Off/ })).toBe(null);
});

test('The one visit that lacks somebody is planned around by its other places', { tags: ['deep'] }, async () => {
  const { id: crewId, personId: employeeId } = await addCrew(owner, 'South', 'Fern');
  const visits = [{ start: '2036-09-16T12:00:00Z', end: '2036-09-16T16:00:00Z' }];
  const job = { title: 'Ben Oak', address: '3 Elm St, Hadley', serviceType: 'tree_removal', crewId, visits };
  const { id: jobId } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  const asked = { requestType: 'sick', employeeId, startDate: '2036-09-16', endDate: '2036-09-16' };
  const { id } = (await owner.post('/api/hr/time-off', asked).then(expectStatus(201))).body;
  await owner.patch(`/api/hr/time-off/${id}`, { status: 'approved' }).then(expectStatus(200));
  const page = await heartwood.open(`/hr-management?request=${id}`);
  const drawer = await page.partAt('.hw-drawer');
  await drawer.see('1 of 1 visit of South lacks people or skills.');
  const places = `/schedule?date=2036-09-16&insert=${jobId}&from=2036-09-16&to=2036-09-23`;
  for (const name of ['Another crew or time', 'Plan around it'])
    expect((await drawer.screen.findByRole('link', { name })).getAttribute('href')).toBe(places);
  await drawer.click('link', 'Plan around it');
  await page.part('dialog', 'Another crew or time');
});

test('A request says its balance and who of the crew is off, and beyond the balance it takes a reason to approve it', async () => {
  const policy = { type: 'personal', from: '2036-01-01', per: 'year', days: 2, carryOver: 0 };
  await owner.patch('/api/settings', { timeOffPolicies: [policy] }).then(expectStatus(200));
  const { personId: employeeId } = await addCrew(owner, 'Crew of Jo', 'Jo');
  const asked = { requestType: 'personal', employeeId, startDate: '2036-03-03', endDate: '2036-03-04' };
  const { id } = (await owner.post('/api/hr/time-off', asked).then(expectStatus(201))).body;
  await owner.patch(`/api/hr/time-off/${id}`, { status: 'approved' }).then(expectStatus(200));

  const page = await heartwood.open('/hr-management?new=true');
  const form = await page.part('dialog', 'Request Time Off');
  await form.fill('Who', 'Jo');
  await page.click('option', /Jo/);
  await form.choose('Type', 'Personal');
  await form.fill('First day', '2036-03-10');
  await form.fill('Last day', '2036-03-10');
  await form.choose('Part of the day', 'Morning');
  const balance = await form.part('region', 'Balance');
  await balance.see('0.5 days beyond the balance');
  await form.click('button', 'Submit Request');
  await page.toast('Request Submitted');

  const pending = await heartwood.open('/hr-management?q=Jo&status=pending');
  await pending.see('0.5 days');
  await pending.click('button', 'Approve: Jo');
  const dialog = await pending.part('dialog', 'Approve Time Off');
  await dialog.see('0.5 days beyond the balance');
  await dialog.fill('Reason', 'A funeral');
  await dialog.click('button', 'Approve');
  await pending.toast('Request Updated');

  const earlier = { ...asked, startDate: '2036-02-04', endDate: '2036-02-04' };
  const { id: earlierId } = (await owner.post('/api/hr/time-off', earlier).then(expectStatus(201))).body;
  const early = await heartwood.open(`/hr-management?approve=${earlierId}`);
  const warning = await early.part('dialog', 'Approve Time Off');
  await warning.see('1 day beyond the balance');
  await warning.see('Time off that is requested until Mar 4, 2036 would lack 1 day.');
  await owner.delete(`/api/hr/time-off/${earlierId}`).then(expectStatus(204));

  const balances = await heartwood.open('/hr-management?tab=balances&asOf=2036-03-31');
  await (await balances.part('row', /^Jo -0.5 /)).see('2.5');
});

test('A link that is to approve a request which does not exist says so', async () => {
  const page = await heartwood.open('/hr-management?approve=no-such-request');
  const dialog = await page.part('dialog', 'Time Off Request');
  await dialog.see('This request is not here');
  await dialog.click('button', 'Close');
  await expect.poll(() => page.path()).toBe('/hr-management');
});

test('Time off of somebody who was erased says nothing of a balance', async () => {
  const { id: employeeId } = (await owner.post('/api/staff', { firstName: 'Flo' }).then(expectStatus(201))).body;
  const asked = { requestType: 'sick', employeeId, startDate: '2036-04-07', endDate: '2036-04-07' };
  const { id } = (await owner.post('/api/hr/time-off', asked).then(expectStatus(201))).body;
  await owner.patch(`/api/hr/time-off/${id}`, { status: 'approved' }).then(expectStatus(200));
  await owner.post(`/api/staff/${employeeId}/archive`).then(expectStatus(200));
  await owner.post(`/api/staff/${employeeId}/erase`, { confirm: 'Flo' }).then(expectStatus(200));

  const page = await heartwood.open(`/hr-management?request=${id}`);
  await page.part('region', 'On the schedule');
  expect(page.screen.queryByRole('region', { name: 'Balance' })).toBe(null);
});
