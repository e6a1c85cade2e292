import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { expectStatus } from '../support/server.ts';
import { openConsole, type TestConsole } from './page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

async function addJob(changes: object = {}): Promise<string> {
  return (await owner.post('/api/jobs', { address: '3 Elm St', ...changes }).then(expectStatus(201))).body.id;
}

async function jobOf(id: string) {
  return (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
}

test('The list of jobs begins empty, and says how to begin', async () => {
  const page = await heartwood.open('/jobs');
  await page.part('heading', 'Jobs Dashboard');
  await page.see('No active jobs found');
  await page.see('Create a new job to get started.');
});

describe('the page of a job', () => {
  test('A plan that a colleague makes in the same moment is shown before anything takes its place', async () => {
    const id = await addJob({ title: 'Beech' });
    const theirs = { status: 'scheduled', scheduledDate: '2036-06-20T13:00:00.000Z' };
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    let isFirst = true;
    page.answer(new RegExp(`PUT /api/jobs/${id}$`), async ({ send }) => {
      if (isFirst) {
        isFirst = false;
        await owner.put(`/api/jobs/${id}`, theirs).then(expectStatus(200));
      }
      return send();
    });
    const dialog = await page.part('dialog', /the job$/);
    await dialog.fill('Date', '2036-06-16');
    await dialog.click('button', 'Schedule');
    await dialog.see('Someone else just changed the plan');
    await dialog.see(/Jun(e)? 20, 2036/);
    expect(await jobOf(id)).toMatchObject({ scheduledDate: theirs.scheduledDate });
    await dialog.click('button', 'Move');
    await expect.poll(() => page.screen.queryByRole('dialog')).toBeNull();
    expect((await jobOf(id)).scheduledDate).toMatch(/^2036-06-16/);
  });

  test('The page of a job plans the work, lays it aside with a reason and takes an edit; what was undone is as it was before', async () => {
    const id = await addJob({ title: 'Hedge' });
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    const dialog = await page.part('dialog', 'Schedule the job');
    await dialog.fill('Date', '2036-06-16');
    await dialog.fill('Start', '07:30');
    await dialog.fill('End', '11:30');
    await dialog.click('button', 'Schedule');
    await page.toast('Job scheduled successfully!');
    await expect.poll(async () => (await jobOf(id)).scheduledDate).toBe('2036-06-16T11:30:00.000Z');

    await page.click('button', 'More actions');
    await page.click('menuitem', 'Put on hold…');
    const holding = await page.part('dialog', 'hold');
    await holding.fill('Reason', 'Waits for the utility');
    await holding.click('button', 'Put on hold');
    await page.see('On hold: Waits for the utility');

    const held = await page.partWith('listitem', 'Put on hold');
    await held.click('button', 'Undo');
    await expect.poll(async () => (await jobOf(id)).status).toBe('scheduled');
    await page.part('button', 'Start');

    await page.click('button', 'Edit');
    await page.fill('Work to be done', 'Down to six feet.');
    await page.click('button', 'Save');
    await page.toast('Job Updated');
    await (await page.partAt('.hw-job-text')).see('Down to six feet.');
  });
});
