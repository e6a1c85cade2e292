import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpEmail } from '../../support/email.ts';
import { mailsOfQuote } from '../../support/samples/mails.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let smtp: TestSmtpServer | undefined;
beforeAll(async () => {
  heartwood = await openConsole({ MAIL_HOLD_SECONDS: '0' });
});
afterAll(async () => {
  await heartwood.close();
  await smtp?.close();
});

test('The outbox offers to send what was not delivered before email was set up, and says what goes where', async () => {
  const owner = await heartwood.server.signIn();
  const items = [{ service: 'pruning', description: 'The oak', unitPrice: '300', quantity: 1 }];
  const quotes: string[] = [];
  for (const name of ['ada', 'bea', 'cleo']) {
    const who = { customerName: name, customerEmail: `${name}@example.com`, propertyAddress: '3 Elm St' };
    const { body } = await owner.post('/api/quotes', { ...who, items }).then(expectStatus(201));
    const { url } = (await owner.post(`/api/quotes/${body.id}/send`).then(expectStatus(200))).body;
    await mailsOfQuote(owner, body.id, 'failed');
    const decline = `/api/public/quotes/${url.split('/').at(-1)}/decline`;
    if (name === 'cleo') await heartwood.server.stranger.post(decline, {}).then(expectStatus(200));
    else quotes.push(body.id);
  }
  const list = await heartwood.open('/quotes/list');
  await list.part('link', /Sent.*2.*· 2 not delivered/);
  const before = await heartwood.open('/outbox?needsPerson=true');
  await before.part('table', 'Emails');
  expect(before.screen.queryByText(/because email was not set up/)).toBeNull();

  smtp = await setUpEmail(owner);
  const page = await heartwood.open('/outbox?needsPerson=true');
  await page.see('2 emails were not delivered because email was not set up. It is now.');
  await page.click('button', 'Send 2 emails…');
  const dialog = await page.part('dialog', 'Send 2 emails?');
  await dialog.see('to ada@example.com');
  await dialog.see('to bea@example.com');
  await dialog.see('One more stays unsent');
  await dialog.click('button', /^Send 2 emails$/);
  await page.toast('2 emails go out in a moment.');
  await page.gone(/because email was not set up/);
  for (const id of quotes) await mailsOfQuote(owner, id, 'sent');
  expect(smtp.received).toHaveLength(2);
});
