import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

// A Monday.
const DAY = '2036-06-16';

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  const homeAddress = '1 Depot Rd, Northampton, MA 01060';
  for (const name of ['Crew 1', 'Crew 2']) {
    const { body } = await owner.post('/api/staff', { firstName: name }).then(expectStatus(201));
    await owner.post('/api/crews', { name, homeAddress, memberIds: [body.id] }).then(expectStatus(201));
  }
});
afterAll(() => heartwood.close());

/** @returns its id */
async function addJob(title: string, body: object = {}): Promise<string> {
  const address = '3 Elm St, Northampton, MA 01060';
  const job = { title, address, estimatedDuration: 2, minimumCrewSize: 1, ...body };
  return (await owner.post('/api/jobs', job).then(expectStatus(201))).body.id;
}

const waiting = async () => (await owner.get('/api/plans?waiting=true').then(expectStatus(200))).body;

test('A plan that is open says at once that the schedule has changed, and waits for approval only once it is kept', async () => {
  const [{ body: crews }, oak] = [await owner.get('/api/crews').then(expectStatus(200)), await addJob('Oak')];
  const visits = [{ start: `${DAY}T08:00:00-04:00`, end: `${DAY}T15:00:00-04:00` }];
  await addJob('Hedge', { crewId: crews[0].id, visits, pinned: true });
  const page = await heartwood.open(`/schedule?date=${DAY}&optimize=true`);
  const dialog = await page.part('dialog', 'AI Schedule Optimizer');
  await dialog.fill('Date', DAY);
  await dialog.click('button', 'Optimize Schedule');
  await dialog.see('1 job for 1 crew.');
  const held = await (await dialog.part('region', crews[0].name)).partWith('listitem', 'Hedge');
  await held.see('Stays');
  await held.see('It is pinned.');
  await dialog.part('button', 'Apply Schedule');

  await owner.put(`/api/jobs/${oak}`, { estimatedDuration: 3 }).then(expectStatus(200));
  await dialog.see(/A job of the plan has changed\./);
  expect(dialog.screen.queryByRole('button', { name: 'Apply Schedule' })).toBe(null);
  await dialog.click('button', 'Optimize again');
  await dialog.part('button', 'Apply Schedule');
  expect(await waiting()).toEqual([]);

  await dialog.click('button', 'Re-optimize');
  await dialog.click('button', 'Optimize Schedule');
  await dialog.click('button', 'Keep for later');
  const toast = await page.toast('It is waiting for approval.');
  expect(await waiting()).toMatchObject([{ isKept: true, askedBy: expect.any(String) }]);
  await page.see(/A plan for .* is waiting for approval/);
  await toast.click('button', 'Undo');
  await expect.poll(waiting).toEqual([]);
});
