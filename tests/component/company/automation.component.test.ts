import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  await addSignedIn(heartwood.server, owner, 'aud', { role: 'auditor' });
});
afterAll(() => heartwood.close());

const PATH = '/api/ai/automation-rules';
const TAB = '/ai-dashboard?tab=automation';
const RULE = { name: 'Send what is written', detectors: ['quotes_not_sent'], leastSeverity: 'info', act: 'task' };

describe('the tab Automation', () => {
  test('A rule is made of a suggestion, is off, says what it would have done before it is turned on, and is turned off with an Undo', async () => {
    const page = await heartwood.open(TAB);
    await page.see('No rules yet');
    await page.click('button', 'Finished, not invoiced: a task for the office');
    const dialog = await page.part('dialog', 'Add Rule');
    await dialog.see('One task about the insight.');
    await dialog.click('button', 'Add Rule');
    await page.toast('Rule Added');
    const [rule] = (await owner.get(PATH)).body;
    expect(rule).toMatchObject({ detectors: ['jobs_not_invoiced'], act: 'task', isOn: false, dailyLimit: 10 });

    const drawer = await page.part('dialog', rule.name);
    await drawer.see(/When “Finished, not invoiced” is raised: Make a task, due in 2 working days/);
    await drawer.click('checkbox', `${rule.name}: on`);
    const dryRun = await page.part('dialog', 'What it would have done');
    await dryRun.see(/Nothing that it waits for was raised since/);
    expect((await owner.get(`${PATH}/${rule.id}`)).body.isOn).toBe(false);
    await dryRun.click('button', 'Turn On');
    await page.toast('Rule On');
    await expect.poll(async () => (await owner.get(`${PATH}/${rule.id}`)).body.isOn).toBe(true);

    // The switch tells it once the rule was read again.
    await drawer.screen.findByRole('checkbox', { name: `${rule.name}: on`, checked: true });
    await drawer.click('checkbox', `${rule.name}: on`);
    await page.toast('Rule Off');
    await page.click('button', 'Undo');
    await expect.poll(async () => (await owner.get(`${PATH}/${rule.id}`)).body.isOn).toBe(true);
  });

  test('A rule offers only what can be done for what it waits for', async () => {
    const page = await heartwood.open(`${TAB}&new=true`);
    const dialog = await page.part('dialog', 'Add Rule');
    const acts = async () =>
      [...(await dialog.screen.findByLabelText<HTMLSelectElement>(/^Then/)).options]
        .map(({ text }) => text)
        .filter((text) => !text.startsWith('Choose'));
    await page.user.click(await dialog.screen.findByLabelText('Customers who are due'));
    expect(await acts()).toEqual(['Prepare a message', 'Make a task', 'Add an unscheduled job']);
    await page.user.click(await dialog.screen.findByLabelText('Costs above their season'));
    expect(await acts()).toEqual(['Make a task']);
  });

  test('An auditor reads rules and what they would have done, and changes none', async () => {
    const { body } = await owner.post(PATH, RULE).then(expectStatus(201));
    const page = await heartwood.open(`${TAB}&rule=${body.id}`, { as: { username: 'aud', password: PASSWORD } });
    const drawer = await page.part('dialog', RULE.name);
    await drawer.see('Off');
    expect(drawer.screen.queryByRole('checkbox')).toBeNull();
    expect(page.screen.queryByRole('button', { name: 'Add Rule' })).toBeNull();
    await drawer.click('button', 'Dry Run');
    const dryRun = await page.part('dialog', 'What it would have done');
    await dryRun.see(/Nothing that it waits for was raised since/);
    expect(dryRun.screen.queryByRole('button', { name: 'Turn On' })).toBeNull();
  });
});
