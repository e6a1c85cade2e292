import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { expectNoViolationsAtDepth, sidewaysScroll } from '../../support/browser/checks.ts';
import { NARROW } from '../../support/browser/demo-pages.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';

let browser: TestBrowser;
let owner: Client;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

/** A machine whose repairs near its price, and that is raised. */
async function raiseRepairsOf(name: string): Promise<void> {
  const machine = { name, category: 'Chippers', purchasePrice: '10000' };
  const { id } = (await owner.post('/api/equipment', machine).then(expectStatus(201))).body;
  const doneOn = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  for (const cost of ['3000', '2500'])
    await owner.post(`/api/equipment/${id}/maintenance`, { doneOn, cost }).then(expectStatus(200));
  await owner.post('/api/ai/insights/generate').then(expectStatus(200));
}

test('On a phone, a rule says what it would have done before it is turned on, acts on what is raised then, and its run has one Undo', async () => {
  await raiseRepairsOf('Chipper before');
  const page = await browser.newPage({ signedIn: true, width: NARROW, height: 844 });
  await page.goto('/ai-dashboard');
  await page.getByRole('tab', { name: 'Automation' }).click();
  await page.getByRole('button', { name: 'Add Rule' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Rule' });
  const name = 'Think about a new machine';
  await form.getByLabel('Name').fill(name);
  await form.getByText('Repairs near the price').click();
  await form.getByLabel('At least').selectOption('Info');
  await form.getByLabel('Then').selectOption('Make a task');
  expect(await sidewaysScroll(page)).toBe(0);
  await form.getByRole('button', { name: 'Add Rule' }).click();
  await toast(page).getByText('Rule Added').waitFor();

  const drawer = page.getByRole('dialog', { name });
  await drawer.getByText('It acts on what is raised after it was turned on.').waitFor();
  await drawer.locator('.hw-rule-switch').click();
  const dryRun = page.getByRole('dialog', { name: 'What it would have done' });
  await dryRun.getByRole('link', { name: 'Repairs of Chipper before came to' }).waitFor();
  await dryRun.getByText('Make a task', { exact: true }).waitFor();
  const isOn = async () => (await owner.get('/api/ai/automation-rules').then(expectStatus(200))).body[0].isOn;
  expect(await isOn()).toBe(false);
  expect(await sidewaysScroll(page)).toBe(0);
  await expectNoViolationsAtDepth(page);
  await dryRun.getByRole('button', { name: 'Turn On' }).click();
  await toast(page).getByText('Rule On').waitFor();
  await expect.poll(isOn).toBe(true);

  await raiseRepairsOf('Chipper after');
  const open = async () => {
    const { body } = await owner.get('/api/tasks?status=open').then(expectStatus(200));
    return body.length;
  };
  await expect.poll(open, { timeout: 60_000 }).toBe(1);
  const run = drawer.getByRole('listitem').filter({ hasText: '1 task made' });
  await run.getByRole('link', { name: 'Repairs of Chipper after came to' }).first().waitFor();
  await run.getByRole('button', { name: 'Undo' }).click();
  await drawer.getByText('Taken back').waitFor();
  await expect.poll(open).toBe(0);
  expect(await isOn()).toBe(true);
});
