import { afterAll, beforeAll, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let other: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  other = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

test('What others do with any kind of record is in Recent Activity without a reload', async () => {
  const page = await heartwood.open('/');
  await page.see('New account');
  await other.post('/api/costs', { category: 'other', amount: '40', day: '2026-06-12' }).then(expectStatus(201));
  await page.see('Cost added');
  await other.post('/api/quotes', { customerName: 'Ada King', propertyAddress: '3 Elm St' }).then(expectStatus(201));
  await page.see('New quote');
});
