import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

// A Monday.
const DAY = '2036-06-16';
const home = { homeAddress: '1 Main St, Amherst, MA 01002' };

let heartwood: TestConsole;
let owner: Client;
const add = async (path: string, body: object): Promise<string> =>
  (await owner.post(path, body).then(expectStatus(201))).body.id;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

/** A crew of one with a job from eight to ten. */
async function crewWithJob(name: string, firstName: string, needs: object) {
  const member = await add('/api/staff', { firstName, skills: ['Climbing'] });
  const crewId = await add('/api/crews', { name, memberIds: [member], ...home });
  const visits = [{ start: `${DAY}T08:00:00-04:00`, end: `${DAY}T10:00:00-04:00` }];
  const job = { title: `Job of ${name}`, address: '3 Elm St, Hadley', crewId, visits, estimatedDuration: 2, ...needs };
  return { crewId, member, jobId: await add('/api/jobs', job) };
}

test('Somebody who is sick is planned around, recorded as such, and both go back with one undo', async () => {
  const { member, jobId } = await crewWithJob('North', 'Wren', { requiredSkills: ['Climbing'] });
  const { crewId: other } = await crewWithJob('South', 'Gus', {});
  const daysOff = async () =>
    (await owner.get('/api/hr/time-off')).body.filter(
      ({ employeeId }: { employeeId: string }) => employeeId === member,
    );
  const crewOf = async () => (await owner.get(`/api/jobs/${jobId}`)).body.crewId;
  const page = await heartwood.open(`/schedule?date=${DAY}&view=day&replan=absence`);
  const dialog = await page.part('dialog', 'Somebody Is Sick');
  await dialog.choose('Who', 'Wren');
  await dialog.click('button', 'Plan without them');
  await dialog.see('Applying this records sick days of Wren: Monday, June 16.');
  expect(await daysOff()).toEqual([]);
  await dialog.click('button', 'Move 1 job, record sick days');
  await page.toast('Schedule Changed');
  expect(await daysOff()).toMatchObject([{ requestType: 'sick', status: 'approved', startDate: DAY, endDate: DAY }]);
  expect(await crewOf()).toBe(other);
  const plan = await page.part('dialog', 'AI Schedule Optimizer');
  await plan.see('Applying this recorded sick days of Wren: Monday, June 16.');
  await plan.click('button', 'Undo');
  await expect.poll(daysOff).toEqual([]);
  expect(await crewOf()).not.toBe(other);
});

test('The machine that broke is named by its crew, and is out of service where nothing has to move', async () => {
  const { crewId } = await crewWithJob('East', 'Ada', {});
  const machine = await add('/api/equipment', { name: 'Bandit', category: 'Chippers', assignedTo: crewId });
  await add('/api/equipment', { name: 'Vermeer', category: 'Chippers' });
  const page = await heartwood.open(`/schedule?date=${DAY}&view=day&replan=truck_down`);
  const dialog = await page.part('dialog', 'Truck Down');
  await dialog.choose('Crew', 'East');
  const choice = await dialog.screen.findByLabelText('What broke');
  expect([...(choice as HTMLSelectElement).options].map(({ text }) => text)).toEqual(['The whole truck', 'Bandit']);
  await dialog.choose('What broke', 'Bandit');
  await dialog.click('button', 'Plan around it');
  await dialog.see('Applying this takes Bandit out of service.');
  await dialog.click('button', 'Take out of service');
  await page.toast('Schedule Changed');
  expect((await owner.get(`/api/equipment/${machine}`)).body.status).toBe('out_of_service');
});
