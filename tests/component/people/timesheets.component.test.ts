import { afterAll, beforeAll, test } from 'vitest';
import { timesheetIdOf, weekOf } from '../../../domain/timesheet/terms.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

test('The open week of a person follows hours that are entered on a job meanwhile', async () => {
  const { id: personId } = (await owner.post('/api/staff', { firstName: 'Lee' }).then(expectStatus(201))).body;
  const job = (await owner.post('/api/jobs', { title: 'Oak', address: '3 Elm St' }).then(expectStatus(201))).body;
  const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  const page = await heartwood.open(`/timesheets?sheet=${timesheetIdOf(personId, weekOf(day))}`);
  await page.see('Day by day');
  await owner.post(`/api/jobs/${job.id}/hours`, { personId, day, hours: 3.25 }).then(expectStatus(200));
  await page.screen.findAllByText('3:15');
});
