import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { addLead } from '../../support/browser/pipeline.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

const AUDITOR = { as: { username: 'auditor', password: PASSWORD } };

let heartwood: TestConsole;
let owner: Client;
let lead: string;
/** After the lead was added, and before it was renamed. */
let between: string;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  await addSignedIn(heartwood.server, owner, 'auditor', { role: 'auditor' });
  lead = await addLead(owner, 'Ada Nowak');
  between = (await owner.get('/api/audit/events?limit=1').then(expectStatus(200))).body[0].position;
  await owner.patch(`/api/leads/${lead}`, { name: 'Ada Brandt' }).then(expectStatus(200));
});
afterAll(() => heartwood.close());

const address = (asked: Record<string, string>) => `/compare?${new URLSearchParams(asked)}`;

test('One record stands side by side, in the words of its fields, with who did what in between', async () => {
  const page = await heartwood.open(address({ of: `lead:${lead}`, from: between }), AUDITOR);
  const row = await page.part('row', /^Name/);
  const [before, after] = row.screen.getAllByRole('cell');
  expect(before?.querySelector('del')?.textContent).toBe('Ada Nowak');
  expect(after?.querySelector('ins')?.textContent).toBe('Ada Brandt');
  const act = await page.screen.findByRole('link', { name: 'Lead changed' });
  expect(act.getAttribute('href')).toMatch(/^\/history\?act=/);
  const all = page.screen.getByRole('link', { name: 'All of its events in between' });
  expect(all.getAttribute('href')).toContain(encodeURIComponent(`lead:${lead}`));
});

test('A list tells how many rows changed, and shows these alone', async () => {
  await addLead(owner, 'Bea Same');
  const page = await heartwood.open(address({ of: 'lead', from: between }));
  await page.see('1 changed · 1 only later');
  expect(page.screen.getByRole('link', { name: 'Bea Same' })).toBeTruthy();
});

test('What differs by the name of another record says who gave it another one', async () => {
  const customer = { firstName: 'Cem', lastName: 'Oakes', phone: '413-555-0177' };
  const customerId = (await owner.post('/api/customers', customer).then(expectStatus(201))).body.id;
  const { id } = (await owner.post('/api/jobs', { title: 'Oak', customerId, address: '3 Elm St' })).body;
  const from = (await owner.get('/api/audit/events?limit=1').then(expectStatus(200))).body[0].position;
  await owner.patch(`/api/customers/${customerId}`, { lastName: 'Brandt' }).then(expectStatus(200));
  const page = await heartwood.open(address({ of: `job:${id}`, from }), AUDITOR);
  const heading = await page.screen.findByRole('heading', { name: 'The customer Cem Brandt got another name' });
  expect(heading.querySelector('a')?.getAttribute('href')).toContain(customerId);
  const act = page.screen.getByRole('link', { name: 'Customer changed' });
  expect(act.getAttribute('href')).toMatch(/^\/history\?act=/);
});

test('What cannot be compared says why', async () => {
  const options = { expectedErrors: [/400/] };
  const page = await heartwood.open(address({ of: 'lead', from: 'lately' }), options);
  await page.see(/^The earlier moment must be a day like/);
  const other = await heartwood.open(address({ path: '/api/nothing', from: between }), options);
  await other.see('There is no list, record or figures at /api/nothing. Choose a list or a record.');
});

test('The history of a record and the menu of a list lead there', async () => {
  const page = await heartwood.open(`/leads?lead=${lead}&tab=history`);
  await page.click('link', 'Compare two moments');
  await page.see(/By the clock of your company/);
  expect(page.path()).toContain(encodeURIComponent(`lead:${lead}`));
  const list = await heartwood.open('/customers?q=oak');
  await list.click('button', 'Views and export');
  await list.click('menuitem', 'Compare two moments');
  await list.see(/Customers · search oak/);
});

test('Nothing is asked before it is said what, and from when', async () => {
  const page = await heartwood.open('/compare');
  await page.see('Choose a list or a record, and an earlier moment.');
  const button = page.screen.getByRole('button', { name: 'Compare' });
  expect(button).toHaveProperty('disabled', true);
  await page.choose('List', /^Leads$/);
  await page.fill(/^Earlier$/, '2020-01-01T08:00');
  await page.click('button', 'Compare');
  await page.see(/\d only later/);
});
