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
  expect(dialog.screen.queryByRole('button', { name: 'Request time off' })).toBe(null);
});

test('Nobody but the owner withdraws time off that is not theirs', { tags: ['deep'] }, async () => {
  await approved('Ada', '2036-07-21');
  const { row } = await openOff('2036-07-21', 'Ada', { as: { username: 'priya', password: PASSWORD } });
  expect(buttons(row)).toEqual([]);
  const { row: own } = await openOff('2036-07-21', 'Ada');
  expect(buttons(own)).toEqual(['Withdraw']);
});
