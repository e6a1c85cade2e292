import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bounceReport } from '../../support/bounce-reports.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

const PATH = '/api/marketing/campaigns';
const BOUNCES = '/api/public/bounces';

interface Sent {
  server: TestServer;
  owner: Client;
  smtp: TestSmtpServer;
  /** The path of the campaign. */
  at: string;
  /** What each mail comes back to, by the address it went to. */
  returnPaths: Record<string, string>;
  customers: string[];
}

/** A campaign that was sent to Ann and Bob. */
async function aSentCampaign(env: Record<string, string> = {}): Promise<Sent> {
  const smtp = await startSmtpServer();
  const server = await startTestServer({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Green Tree Care <office@green.example>',
    PUBLIC_URL: 'https://office.green.example',
    BOUNCE_ADDRESS: 'bounces@mail.green.example',
    MAIL_RATE: '600000',
    ...env,
  });
  onTestFinished(async () => {
    await server.close();
    await smtp.close();
  });
  const owner = await server.signIn();
  await owner.patch('/api/settings', { name: 'Green Tree Care', postalAddress: '12 Elm Street' });
  const customers: string[] = [];
  for (const firstName of ['Ann', 'Bob']) {
    const body = { firstName, lastName: 'Hall', email: `${firstName}@example.com` };
    customers.push((await owner.post('/api/customers', body).then(expectStatus(201))).body.id);
  }
  const texts = { name: 'Spring', subject: 'Prune', content: 'Hello', templateType: 'seasonal' };
  const { id } = (await owner.post(PATH, texts).then(expectStatus(201))).body;
  const at = `${PATH}/${id}`;
  await owner.post(`${at}/send`).then(expectStatus(200));
  while ((await owner.get(at)).body.status !== 'sent') await delay(20);
  const returnPaths = Object.fromEntries(smtp.received.map(({ to, from }) => [to[0], from]));
  return { server, owner, smtp, at, returnPaths, customers };
}

const sendMail = (client: Client, body: string) =>
  client.send(BOUNCES, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body });
const suppressionOf = async (owner: Client, address: string) =>
  (await owner.get(`/api/marketing/suppression-of?address=${address}`).then(expectStatus(200))).body.suppression;
const sendingOf = async (owner: Client, at: string) => (await owner.get(at).then(expectStatus(200))).body.sending;
const endsOf = async (owner: Client, at: string) =>
  Object.fromEntries(
    (await owner.get(`${at}/recipients`).then(expectStatus(200))).body.recipients.map(
      ({ address, end, code }: { address: string; end: string; code: string | null }) => [address, { end, code }],
    ),
  );
describe('the envelope of a campaign’s mail', () => {
  test('Each comes back to an address of its own, which is no part of what its recipient reads', async () => {
    const { smtp, returnPaths } = await aSentCampaign();
    const [ann, bob] = [returnPaths['Ann@example.com'] ?? '', returnPaths['Bob@example.com'] ?? ''];
    for (const path of [ann, bob]) {
      expect(path).toMatch(/^bounces\+[a-z2-7]{52}@mail\.green\.example$/);
      expect(path.split('@')[0]?.length).toBeLessThanOrEqual(64);
    }
    expect(ann).not.toBe(bob);
    for (const { raw } of smtp.received) {
      expect(raw).toMatch(/^From: Green Tree Care <office@green\.example>/m);
      expect(raw).not.toContain('bounces+');
    }
  });

  test('Without a mailbox of bounces it comes back to its sender', async () => {
    const { returnPaths } = await aSentCampaign({ BOUNCE_ADDRESS: '' });
    expect(Object.values(returnPaths)).toEqual(['office@green.example', 'office@green.example']);
  });
});

describe('a mail of a campaign that comes back', () => {
  test('As a mail server reports it, it reached nobody, and its address gets no marketing any more', async () => {
    const { server, owner, at, returnPaths } = await aSentCampaign();
    const stranger = createClient(server.url);
    const report = bounceReport((returnPaths['Ann@example.com'] ?? '').toUpperCase(), { status: '5.1.1' });
    const taken = await sendMail(stranger, report).then(expectStatus(200));
    expect(taken.body.outcome).toBe('recorded');
    expect(await sendingOf(owner, at)).toMatchObject({ sent: 1, bounced: 1 });
    expect(await endsOf(owner, at)).toMatchObject({
      'Ann@example.com': { end: 'bounced', code: '5.1.1' },
      'Bob@example.com': { end: 'sent' },
    });
    const suppression = await suppressionOf(owner, 'ann@example.com');
    expect(suppression).toMatchObject({ address: 'Ann@example.com', reason: 'bounced', status: 'suppressed' });
    expect(await suppressionOf(owner, 'bob@example.com')).toBeNull();
    // The same again changes nothing, not even once a person has lifted what it did.
    await owner
      .post(`/api/marketing/suppressions/${suppression.id}/lift`, { why: 'Works again', isAskedFor: false })
      .then(expectStatus(200));
    const again = await sendMail(stranger, report).then(expectStatus(200));
    expect(again.body.outcome).toBe('known');
    expect(await suppressionOf(owner, 'ann@example.com')).toMatchObject({ status: 'lifted' });
    expect(await sendingOf(owner, at)).toMatchObject({ sent: 1, bounced: 1 });
  });

  test('Many reports of one at the same time are one', async () => {
    const { server, owner, at, returnPaths } = await aSentCampaign();
    const report = bounceReport(returnPaths['Ann@example.com'] ?? '', { status: '5.1.1' });
    const all = await Promise.all(Array.from({ length: 8 }, () => sendMail(createClient(server.url), report)));
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(all.filter(({ body }) => body.outcome === 'recorded')).toHaveLength(1);
    expect(await sendingOf(owner, at)).toMatchObject({ sent: 1, bounced: 1 });
  });

  test('A webhook gives it as JSON: the mail, or the address and why', async () => {
    const { server, owner, at, returnPaths } = await aSentCampaign();
    const message = bounceReport(returnPaths['Ann@example.com'] ?? '', { status: '5.1.1' });
    await createClient(server.url).post(BOUNCES, { message }).then(expectStatus(200));
    const given = { recipient: returnPaths['Bob@example.com'], status: '5.4.4' };
    await createClient(server.url).post(BOUNCES, given).then(expectStatus(200));
    expect(await endsOf(owner, at)).toMatchObject({
      'Ann@example.com': { end: 'bounced', code: '5.1.1' },
      'Bob@example.com': { end: 'bounced', code: '5.4.4' },
    });
    expect(await suppressionOf(owner, 'bob@example.com')).toMatchObject({ reason: 'bounced' });
  });

  test.each(['4.4.7', '4.2.2', '5.2.2', '5.7.1'])(
    'With %s it reached nobody, but the mailbox is there: the next campaign goes to it',
    async (status) => {
      const { server, owner, at, returnPaths } = await aSentCampaign();
      const said = `${status.startsWith('4') ? '452' : '552'} ${status}`;
      const report = bounceReport(returnPaths['Ann@example.com'] ?? '', { status, said });
      await sendMail(createClient(server.url), report).then(expectStatus(200));
      expect(await endsOf(owner, at)).toMatchObject({ 'Ann@example.com': { end: 'bounced', code: status } });
      expect(await suppressionOf(owner, 'ann@example.com')).toBeNull();
    },
  );

  test('A delay or an automatic reply is ignored: the mail may have arrived', async () => {
    const { server, owner, at, returnPaths } = await aSentCampaign();
    const to = returnPaths['Ann@example.com'] ?? '';
    for (const message of [
      bounceReport(to, { status: '4.4.1', action: 'delayed' }),
      `From: ann@example.com\r\nTo: ${to}\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nBack on Monday.\r\n`,
    ]) {
      const { body } = await sendMail(createClient(server.url), message).then(expectStatus(200));
      expect(body.outcome).toBe('ignored');
    }
    expect(await sendingOf(owner, at)).toMatchObject({ sent: 2, bounced: 0 });
  });

  test('Once the customer is erased it is recorded, and nobody is suppressed', async () => {
    const { server, owner, at, returnPaths, customers } = await aSentCampaign();
    await owner.post(`/api/customers/${customers[0]}/erase`, { confirm: 'Ann Hall' }).then(expectStatus(200));
    const report = bounceReport(returnPaths['Ann@example.com'] ?? '', { status: '5.1.1' });
    await sendMail(createClient(server.url), report).then(expectStatus(200));
    expect(await sendingOf(owner, at)).toMatchObject({ sent: 1, bounced: 1 });
    expect((await owner.get('/api/marketing/suppressions').then(expectStatus(200))).body).toEqual([]);
  });
});

describe('what no mail of ours came back with', () => {
  test('A token that was altered, of another company, or none at all is refused, and nothing is recorded', async () => {
    const sent = await aSentCampaign();
    const { server, owner, at, returnPaths } = sent;
    const path = returnPaths['Ann@example.com'] ?? '';
    const altered = path.replace(/\+./, (start) => (start === '+a' ? '+b' : '+a'));
    const foreign = (await aSentCampaign()).returnPaths['Ann@example.com'] ?? '';
    for (const to of [altered, foreign, path.replace(/\+.*@/, '@'), 'office@green.example', '']) {
      const { body } = await sendMail(createClient(server.url), bounceReport(to, { status: '5.1.1' })).then(
        expectStatus(404),
      );
      expect(body.message).toMatch(/^No email of a campaign comes back to this address/);
      await createClient(server.url).post(BOUNCES, { recipient: to, status: '5.1.1' }).then(expectStatus(404));
    }
    expect(await sendingOf(owner, at)).toMatchObject({ sent: 2, bounced: 0 });
    expect((await owner.get('/api/marketing/suppressions').then(expectStatus(200))).body).toEqual([]);
  });

  test('A body that says too little, or nothing that can be read, is told what to send', async () => {
    const { server, returnPaths } = await aSentCampaign();
    const recipient = returnPaths['Ann@example.com'];
    const client = createClient(server.url);
    for (const body of [
      {},
      { recipient },
      { status: '5.1.1' },
      { recipient, status: '2.0.0' },
      { recipient, status: 5 },
    ]) {
      const answer = await client.post(BOUNCES, body).then(expectStatus(400));
      expect(answer.body.message, JSON.stringify(body)).toMatch(/status|message/);
    }
    await client
      .send(BOUNCES, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'It came back' })
      .then(expectStatus(415));
    await sendMail(client, '').then(expectStatus(404));
    const deep = Array.from(
      { length: 40 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    );
    await sendMail(client, `To: ${recipient}\r\n${deep.join('')}`).then(expectStatus(400));
  });

  test('Of what strangers send no more than its headers is read, however it is made', async () => {
    const { server, returnPaths } = await aSentCampaign();
    const client = createClient(server.url);
    const to = returnPaths['Ann@example.com'] ?? '';
    const deep = `Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n`.repeat(40);
    await sendMail(client, `To: office@green.example\r\n${deep}`).then(expectStatus(404));
    const others = `To: bounces+${'a'.repeat(52)}@green.example\r\n`.repeat(20);
    await sendMail(client, `${others}To: ${to}\r\n\r\n`).then(expectStatus(404));
  });

  test('More than a mail of ours has is not read', async () => {
    const { server, owner, at, returnPaths } = await aSentCampaign();
    const report = bounceReport(returnPaths['Ann@example.com'] ?? '', { status: '5.1.1', more: 'x'.repeat(600_000) });
    await sendMail(createClient(server.url), report).then(expectStatus(413));
    expect(await sendingOf(owner, at)).toMatchObject({ bounced: 0 });
  });
});
