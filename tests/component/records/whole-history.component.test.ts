import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  for (const role of ['auditor', 'office']) await addSignedIn(heartwood.server, owner, role, { role });
});
afterAll(() => heartwood.close());

const events = async (query = ''): Promise<AuditEvent[]> =>
  (await owner.get(`/api/audit/events?${query}`).then(expectStatus(200))).body;

test('The history tells each event in words, with its record and who it was, and all of it as it is stored', async () => {
  const id = await addLead(owner, 'Grace Hopper');
  await owner.patch(`/api/leads/${id}`, { status: 'Contacted' }).then(expectStatus(200));
  const page = await heartwood.open(`/history?record=lead:${id}`);
  const line = await page.partWith('listitem', 'Lead moved to Contacted');
  expect(line.screen.getByText(/owner/i)).toBeDefined();
  expect(line.screen.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe(`/leads?lead=${id}`);
  await page.see('The whole history has no more like this.');
  await page.click('link', 'Lead moved to Contacted');
  const panel = await page.part('dialog', 'Lead moved to Contacted');
  await panel.see('"type": "LeadStatusChanged"');
  expect(new URLSearchParams(page.path().split('?')[1]).get('event')).toBe(`lead-${id}@1`);
  await panel.click('link', 'Everything of this kind');
  await page.see('Lead moved to Contacted');
  expect(page.path()).toBe('/history?type=LeadStatusChanged');
});

test('The history of a record leads whoever may read the whole history to all of its events', async () => {
  const id = await addLead(owner, 'Katherine Johnson');
  const page = await heartwood.open(`/leads?lead=${id}&tab=history`);
  await page.click('link', 'All of its events');
  await (await page.partWith('listitem', 'New lead')).part('link', 'Katherine Johnson');
  expect(page.path()).toBe(`/history?record=lead%3A${id}`);
  const others = await heartwood.open(`/leads?lead=${id}&tab=history`, {
    as: { username: 'office', password: PASSWORD },
  });
  await others.see('Lead added');
  expect(others.screen.queryByRole('link', { name: 'All of its events' })).toBe(null);
});

test('What one act did at once is one line, which opens in place', async () => {
  const id = await addLead(owner, 'Hedy Lamarr');
  await owner.patch(`/api/leads/${id}`, { status: 'Contacted', notes: 'Called back' }).then(expectStatus(200));
  const page = await heartwood.open(`/history?record=lead:${id}`);
  const line = await page.partWith('listitem', 'Lead moved to Contacted');
  await line.click('button', 'and 1 more');
  expect(line.screen.getByText('notes')).toBeDefined();
  expect(line.screen.getAllByRole('listitem')).toHaveLength(2);
});

test('An act is told with what it came from and what came of it, and all that it did', async () => {
  const id = await addLead(owner, 'Dorothy Vaughan');
  await owner.post(`/api/leads/${id}/convert`).then(expectStatus(200));
  const [converted] = await events(`record=lead:${id}&limit=1`);
  const [registered] = await events(`act=${converted?.correlationId}&type=CustomerRegistered`);
  const quote = { customerId: registered?.recordId, propertyAddress: '3 Elm St', items: [{ description: 'The oak' }] };
  await owner.post('/api/quotes', quote).then(expectStatus(201));
  const page = await heartwood.open(`/history?record=lead:${id}`);
  await page.click('link', 'Lead converted to a customer');
  await page.click('link', 'Everything that this act did');
  await page.see('2 events on 2 records');
  const tree = await page.partAt('.hw-section');
  const acts = [...tree.screen.getAllByRole('listitem')].map((act) => act.querySelector('a, strong')?.textContent);
  expect(acts).toEqual(['New lead', 'Lead converted to a customer', 'New quote']);
  await (await tree.partWith('listitem', /^New quote/)).see(/owner/);
  await page.see('That is all that this act did.');
  await tree.click('link', 'New quote');
  await page.part('heading', 'New quote');
});

test('An act is undone as a unit from its view: first it is told what goes back and what stays, and then brought back', async () => {
  const csv =
    'Date,Name,Stars,Site,Review\n2026-03-01,Mary Jackson,5,Google,Great\n2026-03-02,Annie Easley,4,Google,Good';
  await owner.post('/api/marketing/reviews/import', { csv }).then(expectStatus(200));
  const [imported] = await events('category=customer_review&limit=1');
  await owner.patch(`/api/marketing/reviews/${imported?.recordId}`, { rating: 3 }).then(expectStatus(200));
  const page = await heartwood.open(`/history?act=${imported?.correlationId}`);
  await page.click('button', 'Undo this act');
  const dialog = await page.part('dialog', 'Undo');
  await dialog.part('region', 'Goes back');
  const stands = await dialog.part('region', 'Stays, as something stands on it');
  await stands.part('link', 'Review corrected');
  await stands.see(/owner ·/);
  await dialog.click('button', 'Undo 1 of 2');
  const undone = await page.part('dialog', 'Undone');
  await undone.see(/1 step went back\./);
  await undone.part('region', 'Stays as it is');
  await undone.click('button', 'Bring it back');
  const back = await page.part('dialog', 'Brought back');
  await back.see(/1 step went back again\./);
  await back.part('button', 'Undo it again');
  await back.click('link', 'Show what was done');
  await page.part('heading', 'Undone');
});

test('An act that goes back for good says so, and is not offered to be brought back', async () => {
  await owner.post('/api/accounting/periods', { from: '2026-09-01', to: '2026-09-30' }).then(expectStatus(201));
  const [exported] = await events('type=PeriodExported&limit=1');
  const page = await heartwood.open(`/history?act=${exported?.correlationId}`);
  await page.click('button', 'Undo this act');
  const dialog = await page.part('dialog', 'Undo');
  await dialog.see('It goes back, for good.');
  await dialog.see('Cannot be brought back.');
  await dialog.click('button', 'Undo');
  const undone = await page.part('dialog', 'Undone');
  await undone.see(/1 step went back\./);
  expect(undone.screen.queryByRole('button', { name: 'Bring it back' })).toBe(null);
});

test('An act is undone by nobody who only reads, and not where nothing can go back', async () => {
  const id = await addLead(owner, 'Mary Golda Ross');
  await owner.patch(`/api/leads/${id}`, { notes: 'By the gate' }).then(expectStatus(200));
  const [added] = await events(`record=lead:${id}&type=LeadCaptured`);
  const reader = await heartwood.open(`/history?act=${added?.correlationId}`, {
    as: { username: 'auditor', password: PASSWORD },
  });
  await reader.part('heading', 'New lead');
  expect(reader.screen.queryByRole('button', { name: 'Undo this act' })).toBe(null);
  const page = await heartwood.open(`/history?act=${added?.correlationId}`);
  await page.click('button', 'Undo this act');
  const dialog = await page.part('dialog', 'Undo “New lead”?');
  await dialog.part('region', 'Stays, as something stands on it');
  expect((dialog.screen.getByRole('button', { name: 'Undo' }) as HTMLButtonElement).disabled).toBe(true);
  await dialog.click('button', 'Leave it');
});

test('An act that nobody knows says so, and leads back to all events', async () => {
  const page = await heartwood.open('/history?act=nobody');
  await page.see('There is no such act in this history.');
  await page.click('link', 'Show all events');
  await page.see('This is where the history begins.');
});

test('The filters are in the URL, and the files are of what is filtered', async () => {
  await addLead(owner, 'Ada Lovelace');
  const page = await heartwood.open('/history');
  await page.choose('Kind of record', /^Lead$/);
  await page.user.type(await page.screen.findByLabelText('What'), 'lead converted to a{Enter}');
  await expect.poll(() => page.path()).toBe('/history?category=lead&type=LeadConverted');
  await page.click('button', 'Views and export');
  const file = await page.screen.findByRole('menuitem', { name: 'Export as JSON lines' });
  expect(file.getAttribute('href')).toBe('/api/audit/events?category=lead&type=LeadConverted&format=jsonl');
  await page.user.keyboard('{Escape}');
  await (await page.partAt('.hw-toolbar')).click('button', 'Clear filters');
  await expect.poll(() => page.path()).toBe('/history');
});

test('A filter that cannot be says why, and how to get out of it', async () => {
  const page = await heartwood.open('/history?type=NoSuchEvent');
  await page.see('There is no event called “NoSuchEvent”.');
  const alone = await page.partAt('.bp6-non-ideal-state');
  await alone.click('button', 'Clear filters');
  await page.see('This is where the history begins.');
});

test('A search that finds little says how far it looked, goes on by itself for a while, and then by a button', async () => {
  const [first] = await events('order=oldest&limit=1');
  const page = await heartwood.open('/history');
  // However often it is asked for: whoever lags behind the server's changes is told to read all again.
  const asked = new Set<number>();
  page.answer(/audit\/events\?type=LeadErased&limit/, ({ path }) => {
    const at = Number(new URL(path, heartwood.server.url).searchParams.get('cursor'));
    asked.add(at);
    return Response.json([], { headers: at < 5 ? { 'x-next-cursor': `${at + 1}` } : {} });
  });
  page.answer(/audit\/events\?cursor=/, () => Response.json([{ ...first, recordedAt: '2025-06-03T16:00:00.000Z' }]));
  await page.user.type(await page.screen.findByLabelText('What'), 'Personal data of a lead erased{Enter}');
  await page.screen.findByRole('button', { name: 'Look further' });
  await page.see('Looked through to Jun 3, 2025.');
  expect([...asked]).toEqual([0, 1, 2]);
  await page.click('button', 'Look further');
  await page.see('No events found');
  expect([...asked]).toEqual([0, 1, 2, 3, 4, 5]);
});

test('Newer events are counted over the list, and come when they are asked for', async () => {
  await addLead(owner, 'The first of them');
  const page = await heartwood.open('/history?type=LeadCaptured');
  await page.see('The first of them');
  await addLead(owner, 'A newer one');
  await addLead(owner, 'The newest of them');
  const button = await page.screen.findByRole('button', { name: '2 newer' });
  expect(page.screen.queryByText('A newer one')).toBe(null);
  await page.user.click(button);
  await page.see('A newer one');
  await page.see('The newest of them');
  await page.see('The first of them');
});

test('The auditor reads the history, and is told what is not shown', async () => {
  const { body } = await owner.post('/api/staff', { firstName: 'Marcus' }).then(expectStatus(201));
  await owner.post(`/api/pay/${body.id}/rates`, { from: '2026-06-02', rate: '74.50' }).then(expectStatus(200));
  const page = await heartwood.open('/history', { as: { username: 'auditor', password: PASSWORD } });
  const line = await page.partWith('listitem', 'Not shown to your role');
  await line.see('only its place and time are told');
  expect(line.screen.queryAllByRole('link')).toEqual([]);
});

test('The history is for nobody but the owner and the auditor', { tags: ['deep'] }, async () => {
  const page = await heartwood.open('/history', { as: { username: 'office', password: PASSWORD } });
  await page.see('Your role, Office, does not include this page. An owner can change it under Users.');
  expect(page.screen.queryByRole('link', { name: /History/ })).toBe(null);
});
