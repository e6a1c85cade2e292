import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  const { id } = await addSignedIn(heartwood.server, owner, 'jsmith');
  await owner.patch(`/api/users/${id}`, { role: 'auditor' }).then(expectStatus(200));
});
afterAll(() => heartwood.close());

test('The security page shows older events on demand, and says so where events cannot be loaded', {
  tags: ['deep'],
}, async () => {
  const page = await heartwood.open('/security');
  let isUp = true;
  const down = () => Response.json({ code: 'x', message: 'Down.' }, { status: 503 });
  page.answer(/security-events\?limit=50$/, async () => {
    if (!isUp) return down();
    const { body, headers } = await owner.get('/api/security-events?limit=2').then(expectStatus(200));
    return Response.json(body, { headers });
  });
  page.answer(/security-events/, ({ send }) => (isUp ? send() : down()));
  const list = await page.part('list', 'Security events');
  await expect.poll(() => list.screen.queryAllByRole('listitem')).toHaveLength(2);
  await page.click('button', 'Show older');
  await list.see('owner added an account for jsmith');
  isUp = false;
  await page.click('button', 'Refresh');
  await page.see('Down.');
});

test('The security page is for nobody but the owner', { tags: ['deep'] }, async () => {
  const page = await heartwood.open('/security', { as: { username: 'jsmith', password: PASSWORD } });
  await page.see('Your role, Auditor, does not include this page. An owner can change it under Users.');
  expect(page.screen.getByRole('link', { name: 'Dashboard' })).toBeDefined();
  expect(page.screen.queryByRole('link', { name: /Security/ })).toBe(null);
});
