import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
let jobId: string;
const AS_ASH = { as: { username: 'ash', password: PASSWORD } };

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  const made = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  const ash = await made('/api/staff', { firstName: 'Ash' });
  await addSignedIn(heartwood.server, owner, 'ash', { role: 'crew', personId: ash });
  const crewId = await made('/api/crews', { name: 'Removal', memberIds: [ash] });
  const customerId = await made('/api/customers', { firstName: 'Ada', lastName: 'King', phone: '413 555 0142' });
  jobId = await made('/api/jobs', {
    customerId,
    crewId,
    address: '3 Elm St',
    amount: 900,
    laborCost: 300,
    scheduledDate: new Date().toISOString(),
  });
});
afterAll(() => heartwood.close());

describe('a crew member', () => {
  test('A crew member does their work on its page: the clock, hold, notes and hours, without prices and costs', async () => {
    const page = await heartwood.open(`/jobs/${jobId}`, AS_ASH);
    await page.see('For Ada King');
    await page.screen.findByRole('button', { name: 'Start' });
    await page.screen.findByRole('button', { name: 'Add hours' });
    expect(page.screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(page.screen.queryByRole('heading', { name: 'Costs' })).toBeNull();
    expect(page.screen.queryByText(/900|Labor, planned/)).toBeNull();
    expect(page.screen.queryByRole('link', { name: 'Ada King' })).toBeNull();
    await page.click('button', 'Put on hold…');
    const dialog = await page.part('dialog', 'Put the job on hold');
    await dialog.fill('Reason', 'Wind');
    await dialog.click('button', 'Put on hold');
    await page.see('On hold: Wind');
    await expect.poll(async () => (await owner.get(`/api/jobs/${jobId}`)).body).toMatchObject({ status: 'on_hold' });
    await owner.post(`/api/jobs/${jobId}/resume`).then(expectStatus(200));
  });

  test('A crew member finds who worked by name, not by phone', async () => {
    await owner.post('/api/staff', { firstName: 'Birch', phone: '617 555 0199' }).then(expectStatus(201));
    const page = await heartwood.open(`/jobs/${jobId}`, AS_ASH);
    await page.click('button', 'Add hours');
    const who = await page.screen.findByPlaceholderText<HTMLInputElement>('Who worked');
    await page.user.type(who, '617');
    await page.see(/^No person found|Nothing found|No one/);
    await page.user.clear(who);
    await page.user.type(who, 'bir');
    await page.screen.findByRole('option', { name: /Birch/ });
  });

  test('A crew member begins with the work of their crews, and finds no page of others', async () => {
    const page = await heartwood.open('/', AS_ASH);
    await page.see('Today and tomorrow');
    await page.screen.findByRole('link', { name: /J-1001.*Ada King/ });
    expect(page.screen.queryByText('Monthly Revenue')).toBeNull();
    const pages = page.screen.getAllByRole('link').map(({ textContent }) => textContent?.trim());
    expect(pages).toEqual(expect.arrayContaining(['Schedule', 'Jobs', 'HR Management']));
    for (const other of ['Invoices', 'Leads', 'Customers', 'Costs', 'People']) expect(pages).not.toContain(other);
    const costs = await page.reload('/costs');
    await costs.see('Your role, Crew, does not include this page. An owner can change it under Users.');
  });
});
