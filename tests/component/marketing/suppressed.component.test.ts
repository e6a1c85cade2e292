import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

test('An address is suppressed by hand, told on its customer’s page, and lifted once they asked for it; without the key Home says so', async () => {
  const person = { firstName: 'Ada', lastName: 'King', email: 'ada@example.com' };
  const { id } = (await owner.post('/api/customers', person).then(expectStatus(201))).body;
  const page = await heartwood.open('/marketing-automation/suppressed?new=true');
  const dialog = await page.part('dialog', 'Suppress an address');
  await page.user.type(await dialog.screen.findByLabelText(/^Email/), 'Ada@example.com');
  await page.user.selectOptions(await dialog.screen.findByLabelText(/^Reason/), 'unsubscribed');
  await dialog.click('button', 'Suppress');
  await page.toast('Address Suppressed');

  const customer = await heartwood.open(`/customers/${id}`);
  await customer.see('Gets no marketing at ada@example.com');
  await customer.click('link', 'unsubscribed');
  const drawer = await customer.part('dialog', 'Ada@example.com');
  await drawer.click('button', 'Lift');
  const lift = await customer.part('dialog', 'Lift the suppression');
  await lift.see('the law lets only them take that back');
  await customer.user.type(await lift.screen.findByLabelText(/^Why/), 'They called');
  const button = await lift.screen.findByRole<HTMLButtonElement>('button', { name: 'Lift' });
  expect(button.disabled).toBe(true);
  await customer.user.click(await lift.screen.findByLabelText('The person asked for marketing again'));
  await customer.user.click(button);
  await customer.toast('Suppression Lifted');
  // The lift can be undone, the suppression cannot.
  await drawer.click('tab', 'History');
  expect(await drawer.screen.findAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  expect(await drawer.screen.findAllByRole('listitem')).toHaveLength(2);
  expect((await owner.get('/api/marketing/suppressions')).body).toMatchObject([
    { status: 'lifted', why: 'They called' },
  ]);

  // Without the key nobody can tell who unsubscribed.
  const state = new DatabaseSync(join(heartwood.server.dataDir, 'state.db'));
  state.exec("DELETE FROM records WHERE key = 'mailbox-key'");
  state.close();
  const home = await heartwood.open('/');
  await (await home.partWith('status', 'No marketing is sent')).see('nobody can tell who unsubscribed');
});
