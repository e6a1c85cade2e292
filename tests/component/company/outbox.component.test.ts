import { afterAll, beforeAll, test } from 'vitest';
import { setUpEmail } from '../../support/email.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let smtp: TestSmtpServer;

beforeAll(async () => {
  heartwood = await openConsole({ MAIL_HOLD_SECONDS: '600' });
  smtp = await setUpEmail(await heartwood.server.signIn());
});
afterAll(async () => {
  await heartwood.close();
  await smtp.close();
});

test('The outbox begins empty; what is held can be taken back, and sent again to another address', {
  tags: ['deep'],
}, async () => {
  const page = await heartwood.open('/outbox');
  await page.see('No emails yet');

  const owner = await heartwood.server.signIn();
  const items = [{ service: 'pruning', description: 'The oak', unitPrice: '300', quantity: 1 }];
  const customer = { customerName: 'Ada Lovelace', customerEmail: 'ada@example.com', propertyAddress: '3 Elm St' };
  const { body: quote } = await owner.post('/api/quotes', { ...customer, items }).then(expectStatus(201));
  await owner.post(`/api/quotes/${quote.id}/send`).then(expectStatus(200));
  await page.click('link', /^Your quote Q-/);
  const mail = await page.partAt('.hw-drawer');
  await mail.see('Hi Ada,');
  await mail.see('Held for a moment so you can undo it.');
  await mail.click('button', 'Do not send');
  await page.toast('Cancelled');
  await mail.see('Cancelled on');

  await mail.fill('Send to', 'ada@example.org');
  await mail.click('button', 'Send again');
  const sent = await page.toast('It goes to ada@example.org in a moment.');
  await mail.see('Held for a moment so you can undo it.');
  // The toast's Undo takes it back once more.
  await sent.click('button', 'Undo');
  await mail.see('Cancelled on');

  await page.choose('Status', 'Cancelled');
  await page.part('link', /^Your quote Q-/);
  await page.choose('Status', 'Need attention');
  await page.see('No emails found');
});
