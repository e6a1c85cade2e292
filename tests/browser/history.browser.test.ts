import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../support/browser.ts';
import { expectNoViolations } from '../support/browser-checks.ts';
import type { Answer, Client } from '../support/client.ts';
import { expectStatus } from '../support/server.ts';

let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await browser.server.signIn();
});
afterAll(() => browser.close());

const PAGE = 50;

const steps = (page: Page) => page.locator('.hw-history > .hw-step');
const earlier = (page: Page) => page.getByRole('button', { name: 'Show earlier steps' });

async function addLead(name: string): Promise<string> {
  return (await owner.post('/api/leads', { name }).then(expectStatus(201))).body.id;
}

async function changeNotes(id: string, times: number): Promise<void> {
  for (let change = 1; change <= times; change++) {
    await owner.patch(`/api/leads/${id}`, { notes: `note ${change}` }).then(expectStatus(200));
  }
}

async function openHistory(id: string, options: Parameters<TestBrowser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(`/leads?lead=${id}&tab=history`);
  await steps(page).first().waitFor();
  return page;
}

const countIs = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.hw-history > .hw-step').length === wanted, count);

test('A long history shows its newest steps, and earlier ones when they are asked for', async () => {
  const id = await addLead('Often changed');
  await changeNotes(id, 120);
  const page = await openHistory(id);
  await countIs(page, PAGE);
  await steps(page).first().getByText('note 120').waitFor();
  await expectNoViolations(page);
  await earlier(page).press('Enter');
  await countIs(page, 2 * PAGE);
  // With the keyboard again: the button kept the focus.
  await page.keyboard.press('Enter');
  await countIs(page, 121);
  await earlier(page).waitFor({ state: 'detached' });
  await steps(page).last().getByText('Lead added').waitFor();

  await steps(page).nth(70).getByRole('button', { name: 'Restore this value' }).click();
  await toast(page).getByText('The lead has been saved.').waitFor();
  await steps(page).first().getByText('note 49').waitFor();
});

test('An earlier page that cannot be loaded says so, and comes when it is asked for again', {
  tags: ['deep'],
}, async () => {
  const id = await addLead('Cut off');
  await changeNotes(id, 60);
  const page = await openHistory(id, { expectedErrors: [/ERR_FAILED/] });
  await page.route(/cursor=/, (route) => route.abort());
  await earlier(page).click();
  const alert = page.locator('.hw-history-earlier').getByRole('alert');
  await alert.filter({ hasText: 'Heartwood cannot be reached' }).waitFor();
  await page.unroute(/cursor=/);
  await earlier(page).click();
  await countIs(page, 61);
});

test('A change of others that comes while an earlier page is read takes it from nobody', async () => {
  const id = await addLead('Read meanwhile');
  await changeNotes(id, 60);
  const page = await openHistory(id);
  const gate = Promise.withResolvers<void>();
  const held = page.waitForRequest(/cursor=/);
  await page.route(/cursor=/, async (route) => {
    await gate.promise;
    await route.continue().catch(() => undefined); // the page may have aborted it
  });
  await earlier(page).click();
  await held;
  await owner.patch(`/api/leads/${id}`, { notes: 'by somebody else' }).then(expectStatus(200));
  await steps(page).first().getByText('by somebody else').waitFor();
  gate.resolve();
  await countIs(page, 62);
});

test('A change of others comes on top of all that is shown', { tags: ['deep'] }, async () => {
  const id = await addLead('Watched');
  await changeNotes(id, 60);
  const page = await openHistory(id);
  await earlier(page).click();
  await countIs(page, 61);
  await owner.patch(`/api/leads/${id}`, { notes: 'by somebody else' }).then(expectStatus(200));
  await steps(page).first().getByText('by somebody else').waitFor();
  await countIs(page, 62);
});

test('A step of a page further back is undone', { tags: ['deep'] }, async () => {
  const id = await addLead('Far back');
  const moved = await owner.patch(`/api/leads/${id}`, { status: 'Quoting' }).then(expectStatus(200));
  let last: Answer = await owner.patch(`/api/leads/${id}`, { phone: '555-0142' }).then(expectStatus(200));
  const undoing = (answer: Answer) => ({ category: 'lead', id, commandId: answer.headers.get('x-command-id') });
  for (let turn = 0; turn < 61; turn++) last = await owner.post('/api/undo', undoing(last)).then(expectStatus(200));
  expect(moved.body.status).toBe('Quoting');

  const page = await openHistory(id, { width: 390 });
  await countIs(page, PAGE);
  await earlier(page).click();
  await countIs(page, 64);
  const step = steps(page).nth(62);
  await step.getByText('Quoting').waitFor();
  await step.getByRole('button', { name: 'Undo' }).click();
  await toast(page).getByText('The change has been undone.').waitFor();
  expect((await owner.get(`/api/leads-working?search=Far%20back`)).body).toMatchObject([{ status: 'New' }]);
  await countIs(page, 65);
});

test('A timeline of a customer shows earlier steps when they are asked for', { tags: ['deep'] }, async () => {
  const id = await addLead('Bea Lead');
  const { customerId } = (await owner.post(`/api/leads/${id}/convert`).then(expectStatus(200))).body;
  for (let change = 1; change <= 70; change++) {
    await owner.patch(`/api/customers/${customerId}`, { notes: `note ${change}` }).then(expectStatus(200));
  }
  const page = await browser.newPage({ signedIn: true });
  await page.goto(`/customers/${customerId}`);
  await countIs(page, PAGE);
  await earlier(page).click();
  await countIs(page, 73);
  // A value from the second page.
  await steps(page).nth(60).getByRole('button', { name: 'Restore this value' }).click();
  await toast(page).getByText('The earlier value is back.').waitFor();
  await steps(page).first().getByText('note 9').waitFor();
});
