import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { addConvertedLead } from '../../support/samples/converted-lead.ts';
import { expectStatus } from '../../support/server.ts';
import { holdReadModels } from '../../support/stores/held-read-models.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  await addSignedIn(heartwood.server, owner, 'auditor', { role: 'auditor' });
});
afterAll(() => heartwood.close());

test('The dialog counts what an erasure takes, and the page of erasures says what it took', async () => {
  const nobody = await heartwood.open('/history/erasures');
  await nobody.screen.findByText('Nobody has been erased');

  const id = await addConvertedLead(owner, 'Ada Byron');
  await owner.post('/api/jobs', { customerId: id, address: '3 Elm St' }).then(expectStatus(201));
  const page = await heartwood.open(`/customers/${id}?erase=true`);
  await page.screen.findByText('This erases 1 customer, 1 job, 1 photo, 1 lead, and 2 picture files.');
  await page.fill(/To continue, enter the full name/, 'Ada Byron');
  await page.click('button', 'Erase for good');
  await page.screen.findByText(/None of their data is left/);

  const erasures = await heartwood.open('/history/erasures', { as: { username: 'auditor', password: PASSWORD } });
  await erasures.screen.findByText('Erased customer');
  await erasures.screen.findByText('Finished');
  await erasures.screen.findByText('1 customer, 1 job, 1 photo, 1 lead');
  expect(erasures.window.document.body.textContent).not.toContain('Byron');
});

test('An erasure that something holds up is in progress, and the page says what is left', async () => {
  const { id } = (await owner.post('/api/leads', { name: 'Held Up' }).then(expectStatus(201))).body;
  const release = holdReadModels(heartwood.server.dataDir);
  const erasing = owner.post(`/api/leads/${id}/erase`, { confirm: 'Held Up' });
  try {
    await expect
      .poll(async () => (await owner.get('/api/erasures')).body[0], { timeout: 10_000 })
      .toMatchObject({ recordId: id, keys: { left: 0 }, isComplete: false });
    const page = await heartwood.open('/history/erasures');
    await page.screen.findByText('In progress');
    await page.screen.findByText(
      /^Still to do: .*lists and search indexes are not written anew yet.* goes on by itself/,
    );
    await page.screen.findByText('Not written anew yet.');
  } finally {
    release();
  }
  await erasing.then(expectStatus(200));
  await expect.poll(async () => (await owner.get('/api/erasures')).body[0].isComplete, { timeout: 30_000 }).toBe(true);
});
