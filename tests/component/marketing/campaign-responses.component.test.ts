import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignMailOf, PHONE_AGENT } from '../../support/campaign-mails.ts';
import { freePort } from '../../support/requests/free-port.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { openPage } from '../page.ts';

const LATER_MS = 60_000;

let ahead = 0;
let smtp: TestSmtpServer;
let server: TestServer;
let origin: string;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const port = String(await freePort());
  origin = `http://127.0.0.1:${port}`;
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'office@green.example', MAIL_RATE: '600000' };
  server = await startTestServer({ ...mail, PORT: port, PUBLIC_URL: origin }, () => Date.now() + ahead);
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

test('A campaign shows who opened it and followed its links, as people and as machines', async () => {
  const owner = await server.signIn();
  await owner.patch('/api/settings', { name: 'Green', postalAddress: '1 Oak Rd' }).then(expectStatus(200));
  for (const firstName of ['Ada', 'Bea']) {
    const body = { firstName, lastName: 'Hall', email: `${firstName}@example.com` };
    await owner.post('/api/customers', body).then(expectStatus(201));
  }
  const texts = {
    subject: 'Spring',
    content: 'See https://trees.example/spring or http://trees.example/spring',
    templateType: 'seasonal',
  };
  const { id } = (await owner.post('/api/marketing/campaigns', { name: 'Letter', ...texts }).then(expectStatus(201)))
    .body;
  const page = await openPage(server, `/marketing-automation?campaign=${id}`, {});
  const drawer = await page.part('dialog', 'Letter');
  expect(drawer.screen.queryByRole('region', { name: 'Opens and Clicks' })).toBeNull();
  await owner.post(`/api/marketing/campaigns/${id}/send`).then(expectStatus(200));
  await drawer.see('2 of 2 recipients done');
  const part = await drawer.part('region', 'Opens and Clicks');
  await part.screen.findByRole('row', { name: 'Opened it 0 0% 0' });

  const mails = smtp.received.map(({ to, raw }) => ({ to: to[0], ...campaignMailOf(raw, origin) }));
  const fetched = (path = '', headers = {}) => fetch(origin + path, { redirect: 'manual', headers });
  for (const { picture } of mails) await fetched(picture, { 'user-agent': 'Mozilla/5.0' });
  ahead += LATER_MS;
  await fetched(mails.find(({ to }) => to === 'Ada@example.com')?.links[0], { 'user-agent': PHONE_AGENT });

  await part.screen.findByRole('row', { name: 'Opened it 1 50% 2' });
  await part.screen.findByRole('row', { name: 'Followed any link 1 50% 0' });
  await part.screen.findByRole('row', { name: 'Followed trees.example/spring 1 — 0' });
  await part.screen.findByRole('row', { name: 'Followed trees.example/spring 0 — 0' });
  await drawer.see('Sent by hand');
  const recipients = await drawer.part('region', 'Recipients');
  await recipients.see('Opened, followed a link');
  await recipients.see('Opened (a machine)');
  expect(await page.screen.findAllByText(/campaigns sent$/)).toHaveLength(2);
});

test('A draft that a colleague changes while somebody is about to send it is not sent', async () => {
  const owner = await server.signIn();
  await owner.patch('/api/settings', { name: 'Green', postalAddress: '1 Oak Rd' }).then(expectStatus(200));
  const customer = { firstName: 'Cy', lastName: 'Hall', email: 'cy@example.com' };
  await owner.post('/api/customers', customer).then(expectStatus(201));
  const path = '/api/marketing/campaigns';
  const draft = { name: 'Autumn', subject: 'Autumn', content: 'All of it.' };
  const { id } = (await owner.post(path, draft).then(expectStatus(201))).body;
  const page = await openPage(server, `/marketing-automation?campaign=${id}`, {});
  const drawer = await page.part('dialog', 'Autumn');
  await drawer.click('button', 'Send…');
  const dialog = await page.part('dialog', 'Send Autumn');
  const send = await dialog.screen.findByRole('button', { name: /^Send to \d/ });
  await owner.patch(`${path}/${id}`, { content: 'Half a sen' }).then(expectStatus(200));
  await drawer.see('Half a sen');
  await page.user.click(send);
  await dialog.screen.findByRole('alert');
  expect((await owner.get(`${path}/${id}`)).body).toMatchObject({ status: 'draft' });
});
