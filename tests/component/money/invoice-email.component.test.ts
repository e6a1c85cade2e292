import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpEmail } from '../../support/email.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let smtp: TestSmtpServer;

beforeAll(async () => {
  heartwood = await openConsole();
  smtp = await setUpEmail(await heartwood.server.signIn());
});
afterAll(async () => {
  await heartwood.close();
  await smtp.close();
});

test('Invoices that were just generated are emailed at once; what was refused is told, and goes once it has an address', {
  tags: ['deep'],
}, async () => {
  const owner = await heartwood.server.signIn();
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', address: '3 Elm St' };
  const withoutEmail = { firstName: 'Nora', lastName: 'Noether', address: '5 Elm St' };
  const { id: adaId } = (await owner.post('/api/customers', ada).then(expectStatus(201))).body;
  const { id: noraId } = (await owner.post('/api/customers', withoutEmail).then(expectStatus(201))).body;
  for (const id of [adaId, noraId]) {
    const details = { customerId: id, address: '3 Elm St', serviceType: 'pruning', amount: '100' };
    const { body: job } = await owner.post('/api/jobs', details).then(expectStatus(201));
    await owner.post(`/api/jobs/${job.id}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${job.id}/complete`).then(expectStatus(200));
  }
  const page = await heartwood.open('/invoices?new=true');
  await page.click('checkbox', 'All of them');
  await page.click('button', 'Generate 2 invoices');
  const generated = await page.part('region', 'Generated');
  await page.see('Every finished job has its invoice now.');
  await generated.click('button', 'Email these 2');
  await page.see(/^One invoice goes out in a few seconds\. INV-\d+: .*no email address/);
  await owner.patch(`/api/customers/${noraId}`, { email: 'nora@example.com' }).then(expectStatus(200));
  await generated.click('button', 'Email the rest');
  await generated.part('button', 'Done');
  const { body: sent } = await owner.get(`/api/invoices?customerId=${noraId}`).then(expectStatus(200));
  expect(sent).toMatchObject([{ sentTo: 'nora@example.com' }]);
  await (await page.toast('Invoice Sent')).click('button', 'Undo');
  await generated.part('button', 'Email the rest');
});
