import { afterAll, beforeAll, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

// A Monday, when the company works from 8:00 AM.
const DAY = '2036-06-16';
const at = (start: string, end: string) => ({
  visits: [{ start: `${DAY}T${start}:00-04:00`, end: `${DAY}T${end}:00-04:00` }],
});

let heartwood: TestConsole;
let owner: Client;
let crewId: string;
const add = async (path: string, body: object): Promise<string> =>
  (await owner.post(path, body).then(expectStatus(201))).body.id;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  crewId = await add('/api/crews', { name: 'North', memberIds: [await add('/api/staff', { firstName: 'Lee' })] });
  for (const [title, start, end] of [
    ['Oak', '08:00', '12:00'],
    ['Elm', '11:00', '14:00'],
    ['Fir', '14:00', '16:00'],
  ] as const)
    await add('/api/jobs', { title, address: '3 Elm St, Hadley', crewId, ...at(start, end) });
});
afterAll(() => heartwood.close());

test('A visit that cannot go as planned is marked, and counted and listed by its day', async () => {
  for (const view of ['week', 'day', 'crews']) {
    const page = await heartwood.open(`/schedule?date=${DAY}&view=${view}`);
    await page.part('button', /Problem: North is at J-\d+ then, .* Oak/);
    await page.part('button', /Problem: North is at J-\d+ then, .* Elm/);
    await page.part('button', /Jun 16, 2:00\sPM to 4:00\sPM(?!.*Problem).*Fir/);
    // A calendar of one day hides the heads of its days, but nothing is hidden here.
    if (view !== 'week') continue;
    await page.click('button', /^2 problems on Mon, Jun 16$/);
    const list = await page.part('dialog', 'Problems on the schedule');
    await list.see('2 problems on Mon, Jun 16');
    await list.part('button', /Oak/);
    await list.part('button', /Elm/);
  }
});

test('The details of its job say what stands against a visit, and what would mend it', async () => {
  await add('/api/crews', { name: 'South', memberIds: [await add('/api/staff', { firstName: 'Kim' })] });
  const page = await heartwood.open(`/schedule?date=${DAY}&view=week&problems=${DAY}`);
  const list = await page.part('dialog', 'Problems on the schedule');
  await list.click('button', /Oak/);
  const details = await page.part('dialog', 'Job Details');
  await details.see('1 problem');
  await details.see(/North is at J-\d+ then/);
  await details.see('Move one of the two jobs.');
  await details.see('South could take it at that time.');
});
