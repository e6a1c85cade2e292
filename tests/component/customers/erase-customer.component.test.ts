import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { addConvertedLead } from '../../support/samples/converted-lead.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

test('Nobody but an owner is offered to erase a customer', async () => {
  const id = await addConvertedLead(owner, 'Bea Novak');
  await addSignedIn(heartwood.server, owner, 'grace', { role: 'office' });
  const as = { username: 'grace', password: PASSWORD };
  const page = await heartwood.open(`/customers/${id}?erase=true`, { as });
  await page.screen.findByRole('button', { name: 'Edit' });
  expect(page.screen.queryByRole('button', { name: /Erase personal data/ })).toBeNull();
  expect(page.screen.queryByRole('dialog')).toBeNull();
});

test('An owner erases a lead of whom no customer was made, by the name', async () => {
  const lead = (await owner.post('/api/leads', { name: 'Cleo Vance' }).then(expectStatus(201))).body;
  const page = await heartwood.open(`/leads?lead=${lead.id}`);
  await page.click('button', 'Erase personal data…');
  await page.fill(/To continue, enter the full name/, 'Cleo Vance');
  await page.click('button', 'Erase for good');
  await page.screen.findByText(/The lead was erased\. None of their data is left/);
});

test('What somebody else is typing about a person goes when the person is erased', async () => {
  const id = await addConvertedLead(owner, 'Ada Byron');
  const page = await heartwood.open(`/customers/${id}?edit=true`);
  await page.fill('Notes', 'Typed about a person');
  const kept = () => JSON.stringify(Object.entries(page.window.sessionStorage));
  expect(kept()).toContain('Typed about a person');
  await owner.post(`/api/customers/${id}/erase`, { confirm: 'Ada Byron' }).then(expectStatus(200));
  await page.screen.findByRole('heading', { level: 1, name: '[erased]' });
  await expect.poll(kept).not.toMatch(/Typed about a person|Byron/);
});
