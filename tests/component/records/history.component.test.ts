import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type Page, type PageOptions, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const PAGE = 50;

const steps = (page: Page) => page.window.document.querySelectorAll<HTMLElement>('.hw-history > .hw-step');
const step = (page: Page, number: number) => page.partAt(`.hw-history > .hw-step:nth-child(${number})`);
const earlier = (page: Page) => page.click('button', 'Show earlier steps');

async function changeNotes(id: string, times: number): Promise<void> {
  for (let change = 1; change <= times; change++) {
    await owner.patch(`/api/leads/${id}`, { notes: `note ${change}` }).then(expectStatus(200));
  }
}

async function openHistory(id: string, options: PageOptions = {}): Promise<Page> {
  const page = await heartwood.open(`/leads?lead=${id}&tab=history`, options);
  await countIs(page, PAGE);
  return page;
}

const countIs = (page: Page, count: number) => expect.poll(() => steps(page).length).toBe(count);

test('An earlier page that cannot be loaded says so, and comes when it is asked for again', {
  tags: ['deep'],
}, async () => {
  const id = await addLead(owner, 'Cut off');
  await changeNotes(id, 60);
  const page = await openHistory(id);
  let isCutOff = true;
  page.answer(/cursor=/, ({ send }) => {
    if (isCutOff) throw new TypeError('Failed to fetch');
    return send();
  });
  await earlier(page);
  const alert = await (await page.partAt('.hw-history-earlier')).part('alert', '');
  await alert.see('Heartwood cannot be reached');
  isCutOff = false;
  await earlier(page);
  await countIs(page, 61);
});

test('A change of others that comes while an earlier page is read takes it from nobody', async () => {
  const id = await addLead(owner, 'Read meanwhile');
  await changeNotes(id, 60);
  const page = await openHistory(id);
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  page.answer(/cursor=/, async ({ send }) => {
    held.resolve();
    await gate.promise;
    return send();
  });
  await earlier(page);
  await held.promise;
  await owner.patch(`/api/leads/${id}`, { notes: 'by somebody else' }).then(expectStatus(200));
  await expect.poll(() => steps(page)[0]?.textContent).toContain('by somebody else');
  gate.resolve();
  await countIs(page, 62);
});

test('A change of others comes on top of all that is shown', { tags: ['deep'] }, async () => {
  const id = await addLead(owner, 'Watched');
  await changeNotes(id, 60);
  const page = await openHistory(id);
  await earlier(page);
  await countIs(page, 61);
  await owner.patch(`/api/leads/${id}`, { notes: 'by somebody else' }).then(expectStatus(200));
  await expect.poll(() => steps(page)[0]?.textContent).toContain('by somebody else');
  await countIs(page, 62);
});

test('A step of a page further back is undone', { tags: ['deep'] }, async () => {
  const id = await addLead(owner, 'Far back');
  const moved = await owner.patch(`/api/leads/${id}`, { status: 'Quoting' }).then(expectStatus(200));
  let last: Answer = await owner.patch(`/api/leads/${id}`, { phone: '555-0142' }).then(expectStatus(200));
  const undoing = (answer: Answer) => ({ category: 'lead', id, commandId: answer.headers.get('x-command-id') });
  for (let turn = 0; turn < 61; turn++) last = await owner.post('/api/undo', undoing(last)).then(expectStatus(200));
  expect(moved.body.status).toBe('Quoting');

  const page = await openHistory(id, { width: 390 });
  await earlier(page);
  await countIs(page, 64);
  const undone = await step(page, 63);
  await undone.see('Quoting');
  await undone.click('button', 'Undo');
  await page.toast('The change has been undone.');
  expect((await owner.get(`/api/leads-working?search=Far%20back`)).body).toMatchObject([{ status: 'New' }]);
  await countIs(page, 65);
});

test('A timeline of a customer shows earlier steps when they are asked for', { tags: ['deep'] }, async () => {
  const id = await addLead(owner, 'Bea Lead');
  const { customerId } = (await owner.post(`/api/leads/${id}/convert`).then(expectStatus(200))).body;
  for (let change = 1; change <= 70; change++) {
    await owner.patch(`/api/customers/${customerId}`, { notes: `note ${change}` }).then(expectStatus(200));
  }
  const page = await heartwood.open(`/customers/${customerId}`);
  await countIs(page, PAGE);
  await earlier(page);
  await countIs(page, 73);
  // A value from the second page.
  await (await step(page, 61)).click('button', 'Restore this value');
  await page.toast('The earlier value is back.');
  await expect.poll(() => steps(page)[0]?.textContent).toContain('note 9');
});
