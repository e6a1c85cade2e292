import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../support/requests/free-port.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { openPage } from '../page.ts';

let smtp: TestSmtpServer;
let server: TestServer;
let isBroken = true;
beforeAll(async () => {
  smtp = await startSmtpServer({}, (done, hangUp) => {
    if (!isBroken) return done(null);
    isBroken = false;
    hangUp();
  });
  const port = String(await freePort());
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'office@green.example', MAIL_RATE: '600000' };
  server = await startTestServer({ ...mail, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

test('An email of which nobody knows whether it arrived is sent again after a question, and one that came back is entered', async () => {
  const owner = await server.signIn();
  await owner.patch('/api/settings', { name: 'Green', postalAddress: '1 Oak Rd' }).then(expectStatus(200));
  const customer = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com' };
  await owner.post('/api/customers', customer).then(expectStatus(201));
  const texts = { name: 'Letter', subject: 'Spring', content: 'Hello', templateType: 'seasonal' };
  const { id } = (await owner.post('/api/marketing/campaigns', texts).then(expectStatus(201))).body;
  await owner.post(`/api/marketing/campaigns/${id}/send`).then(expectStatus(200));

  const page = await openPage(server, `/marketing-automation?campaign=${id}`, {});
  const drawer = await page.part('dialog', 'Letter');
  await drawer.see(/1 email may or may not have arrived/);
  await drawer.click('button', 'Send again to Ada Hall…');
  const question = await page.part('dialog', 'Send it again?');
  await question.see(/If it did, they get it twice/);
  await question.click('button', 'Send again');
  await page.see('Sent Again');
  const ada = await drawer.partWith('listitem', 'Ada Hall');
  await ada.see('Sent');
  expect(smtp.received.map(({ to }) => to)).toEqual([['ada@example.com']]);
  expect(drawer.screen.queryByRole('button', { name: /^Send again/ })).toBeNull();

  await drawer.click('button', 'The email to Ada Hall came back…');
  const cameBack = await page.part('dialog', 'Did this email come back?');
  await cameBack.click('button', 'It came back');
  await page.see('Email Came Back');
  await drawer.gone('Came back…');
  await ada.see('Came back');
  const { suppression } = (await owner.get('/api/marketing/suppression-of?address=ada@example.com')).body;
  expect(suppression).toMatchObject({ reason: 'bounced', status: 'suppressed' });
});
