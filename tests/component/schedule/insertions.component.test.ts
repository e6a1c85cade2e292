import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  const memberIds = [];
  for (const firstName of ['Ada', 'Grace'])
    memberIds.push((await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id);
  const homeAddress = '1 Depot Rd, Northampton, MA 01060';
  await owner.post('/api/crews', { name: 'Crew 1', homeAddress, memberIds }).then(expectStatus(201));
});
afterAll(() => heartwood.close());

beforeEach(async () => {
  for (const { id } of (await owner.get('/api/jobs').then(expectStatus(200))).body)
    await owner.delete(`/api/jobs/${id}`).then(expectStatus(204));
});

/** @returns its id */
async function addJob(title: string, body: object = {}): Promise<string> {
  const address = '3 Elm St, Northampton, MA 01060';
  return (await owner.post('/api/jobs', { title, address, ...body }).then(expectStatus(201))).body.id;
}

describe('a place in what is scheduled', () => {
  test('A place in what is scheduled is looked for where a plan left a job out, on the days of the plan', {
    tags: ['deep'],
  }, async () => {
    await addJob('Oak', { estimatedDuration: 2, requiredSkills: ['crane'] });
    await addJob('Hedge', { estimatedDuration: 2 });
    const page = await heartwood.open('/schedule?optimize=true');
    const plan = await page.part('dialog', 'AI Schedule Optimizer');
    await plan.fill('Date', DAY);
    await plan.click('button', 'Optimize Schedule');
    const makeItFit = await plan.screen.findByRole('button', { name: /^Make it fit… *Oak/ });
    await page.user.click(makeItFit);
    const dialog = await page.part('dialog', 'Fit in the job');
    await dialog.see('As things stand, it fits nowhere.');
    expect(dialog.screen.getByLabelText(/^First day/)).toHaveProperty('value', DAY);
    expect(dialog.screen.getByLabelText(/^Last day/)).toHaveProperty('value', DAY);
    const isFocused = () => page.window.document.activeElement === makeItFit;
    await expect.poll(isFocused).toBe(false);
    await page.user.keyboard('{Escape}');
    await expect.poll(() => page.screen.queryByRole('dialog', { name: /Fit in the job/ })).toBe(null);
    await expect.poll(isFocused).toBe(true);
  });

  test('The search for a place says that it was taken, which days cannot be asked, and that the optimizer does not answer', {
    tags: ['deep'],
  }, async () => {
    const oak = await addJob('Oak');
    const page = await heartwood.open(`/schedule?insert=${oak}&from=${DAY}&to=${DAY}`);
    let isUp = false;
    page.answer(/optimizer\/schedule\/insertions$/, ({ send }) => {
      if (isUp) return send();
      throw new TypeError('Failed to fetch');
    });
    const dialog = await page.part('dialog', 'Fit in the job');
    await dialog.see('The optimizer is not responding. The schedule is unchanged.');
    isUp = true;
    await dialog.click('button', 'Try again');
    const put = () => dialog.screen.queryAllByRole('button', { name: /^Put it here/ });
    await expect.poll(put).not.toEqual([]);

    await dialog.fill('Last day', '2036-07-01');
    await dialog.see('At most 14 days can be searched at once.');
    await dialog.fill('First day', '2020-06-15');
    await dialog.see('The first day is over. Pick today or a later day.');
    expect(put()).toEqual([]);
    await dialog.fill('First day', DAY);
    await dialog.fill('Last day', DAY);
    await expect.poll(put).not.toEqual([]);

    // Somebody else was faster, and this page does not know yet.
    page.answer(/optimizer\/schedule\/insert$/, () =>
      Response.json({ code: 'stale', message: 'This place is taken.', moved: [] }, { status: 409 }),
    );
    await page.user.click(put()[0] as HTMLElement);
    const alert = await dialog.screen.findByRole('alert');
    expect(alert.textContent).toContain('This place is taken.');
    await expect.poll(put).not.toEqual([]);
    const { status, visits } = (await owner.get(`/api/jobs/${oak}`).then(expectStatus(200))).body;
    expect([status, visits]).toEqual(['unscheduled', []]);
  });
});
