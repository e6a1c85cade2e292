import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import type { CampaignRecipients } from '../../../api/email-campaigns/sending/recipients.schema.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

const PATH = '/api/marketing/campaigns';

interface Sent {
  server: TestServer;
  owner: Client;
  smtp: TestSmtpServer;
  /** The path of the campaign. */
  at: string;
}

async function until<Value>(look: () => Promise<Value>, is: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await look();
    if (is(value)) return value;
    await delay(20);
  }
}

const campaignAt = async (owner: Client, at: string): Promise<CampaignRecord> =>
  (await owner.get(at).then(expectStatus(200))).body;
const untilSent = (owner: Client, at: string) =>
  until(
    () => campaignAt(owner, at),
    ({ status }) => status === 'sent',
  );
const recipientsAt = async (owner: Client, at: string): Promise<CampaignRecipients['recipients']> =>
  (await owner.get(`${at}/recipients`).then(expectStatus(200))).body.recipients;
const placeOf = async (owner: Client, at: string, address: string): Promise<string> =>
  (await recipientsAt(owner, at)).find((each) => each.address === address)?.place ?? '';

/** A campaign to Ann that was sent; nobody knows whether the server took her mail. */
async function aSentCampaign(): Promise<Sent> {
  let isBroken = true;
  const smtp = await startSmtpServer({}, (done, hangUp) => {
    if (!isBroken) return done(null);
    isBroken = false;
    hangUp();
  });
  const server = await startTestServer({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Green Tree Care <office@green.example>',
    PUBLIC_URL: 'https://office.green.example',
    MAIL_RATE: '600000',
  });
  onTestFinished(async () => {
    await server.close();
    await smtp.close();
  });
  const owner = await server.signIn();
  await owner.patch('/api/settings', { name: 'Green Tree Care', postalAddress: '12 Elm Street' });
  const texts = { subject: 'Prune', content: 'Hello', templateType: 'seasonal' };
  await owner.post('/api/customers', { firstName: 'Ann', lastName: 'Hall', email: 'ann@example.com' });
  const { id } = (await owner.post(PATH, { name: 'Spring', ...texts }).then(expectStatus(201))).body;
  await owner.post(`${PATH}/${id}/send`).then(expectStatus(200));
  await untilSent(owner, `${PATH}/${id}`);
  return { server, owner, smtp, at: `${PATH}/${id}` };
}

describe('an email of a campaign of which nobody knows whether it was taken', () => {
  test('It is sent again by hand, once, however often somebody asks, and ends like any other', async () => {
    const { owner, smtp, at } = await aSentCampaign();
    expect(await campaignAt(owner, at)).toMatchObject({ sending: { uncertain: 1, sent: 0 } });
    const place = await placeOf(owner, at, 'ann@example.com');
    const again = () => owner.post(`${at}/recipients/${place}/send-again`);
    const answers = await Promise.all([again(), again(), again()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    const ended = await until(
      () => campaignAt(owner, at),
      ({ status, sending }) => status === 'sent' && sending?.uncertain === 0 && sending.waiting === 0,
    );
    expect(ended).toMatchObject({ sending: { sent: 1, waiting: 0 } });
    expect(smtp.received.map(({ to }) => to)).toEqual([['ann@example.com']]);
    expect(await recipientsAt(owner, at)).toMatchObject([{ end: 'sent', isAgain: true }]);
    const late = await again().then(expectStatus(409));
    expect(late.body.message).toMatch(/^Only an email of which nobody can tell/);
    expect(smtp.received).toHaveLength(1);
  });

  test('A repeat of the same request is answered like the first one, and sends nothing more', async () => {
    const { owner, smtp, at } = await aSentCampaign();
    const path = `${at}/recipients/${await placeOf(owner, at, 'ann@example.com')}/send-again`;
    const headers = { 'idempotency-key': 'again-1' };
    await owner.post(path, undefined, headers).then(expectStatus(204));
    await until(
      () => campaignAt(owner, at),
      ({ status, sending }) => status === 'sent' && sending?.sent === 1,
    );
    await owner.post(path, undefined, headers).then(expectStatus(204));
    expect(smtp.received).toHaveLength(1);
  });

  test('Whoever unsubscribed meanwhile gets nothing, though it was asked for', async () => {
    const { owner, smtp, at } = await aSentCampaign();
    const place = await placeOf(owner, at, 'ann@example.com');
    await owner.post('/api/marketing/suppressions', { address: 'ann@example.com', reason: 'unsubscribed' });
    await owner.post(`${at}/recipients/${place}/send-again`).then(expectStatus(204));
    const ended = await until(
      () => campaignAt(owner, at),
      ({ status, sending }) => status === 'sent' && sending?.uncertain === 0 && sending.waiting === 0,
    );
    expect(ended).toMatchObject({ sending: { suppressed: 1, sent: 0 } });
    expect(smtp.received).toEqual([]);
  });

  test('Without what every mail needs it is refused, and nothing has begun', async () => {
    const { owner, at } = await aSentCampaign();
    const place = await placeOf(owner, at, 'ann@example.com');
    await owner.patch('/api/settings', { postalAddress: null }).then(expectStatus(200));
    const { body } = await owner.post(`${at}/recipients/${place}/send-again`).then(expectStatus(409));
    expect(body.message).toMatch(/postal address/);
    expect(await campaignAt(owner, at)).toMatchObject({ status: 'sent', sending: { uncertain: 1 } });
  });

  test('A recipient who is not there is told so', async () => {
    const { owner, at } = await aSentCampaign();
    for (const act of ['send-again', 'came-back']) {
      await owner.post(`${at}/recipients/1.7/${act}`).then(expectStatus(404));
      await owner.post(`${at}/recipients/9.0/${act}`).then(expectStatus(404));
      await owner.post(`${at}/recipients/x/${act}`).then(expectStatus(400));
      await owner.post(`${PATH}/none/recipients/1.0/${act}`).then(expectStatus(404));
    }
  });
});

describe('an email of a campaign that came back', () => {
  const suppressionOf = async (owner: Client, address: string) =>
    (await owner.get(`/api/marketing/suppression-of?address=${address}`).then(expectStatus(200))).body.suppression;

  test('A person says so: it counts as such, and its address gets no marketing any more', async () => {
    const { owner, at } = await aSentCampaign();
    const place = await placeOf(owner, at, 'ann@example.com');
    await owner.post(`${at}/recipients/${place}/came-back`).then(expectStatus(204));
    expect(await campaignAt(owner, at)).toMatchObject({ sending: { bounced: 1, uncertain: 0, sent: 0 } });
    expect(await recipientsAt(owner, at)).toMatchObject([{ end: 'bounced', code: null }]);
    const suppression = await suppressionOf(owner, 'ann@example.com');
    expect(suppression).toMatchObject({ reason: 'bounced', status: 'suppressed' });
    // Once it is lifted, the same word does not bring it back.
    await owner
      .post(`/api/marketing/suppressions/${suppression.id}/lift`, { why: 'It works again', isAskedFor: false })
      .then(expectStatus(200));
    await owner.post(`${at}/recipients/${place}/came-back`).then(expectStatus(204));
    expect(await suppressionOf(owner, 'ann@example.com')).toMatchObject({ status: 'lifted' });
  });

  test('Somebody whose email never went cannot have it come back', async () => {
    const { owner, at } = await aSentCampaign();
    await owner.post('/api/marketing/suppressions', { address: 'ann@example.com', reason: 'unsubscribed' });
    const place = await placeOf(owner, at, 'ann@example.com');
    await owner.post(`${at}/recipients/${place}/send-again`).then(expectStatus(204));
    await until(
      () => campaignAt(owner, at),
      ({ status, sending }) => status === 'sent' && sending?.suppressed === 1,
    );
    const { body } = await owner.post(`${at}/recipients/${place}/came-back`).then(expectStatus(409));
    expect(body.message).toBe('No email of this campaign went to this recipient, so none can have come back.');
  });
});
