import { setTimeout as delay } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import type { CampaignRecipients } from '../../../api/email-campaigns/sending/recipients.schema.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';

const PATH = '/api/marketing/campaigns';
const SAID = { name: 'Green Tree Care', phone: '413-555-0100', postalAddress: '12 Elm Street\nAmherst, MA 01002' };
const MINUTE_MS = 60_000;

interface Company {
  server: TestServer;
  owner: Client;
  smtp: TestSmtpServer;
  /** Moves the office's clock on. */
  forward(milliseconds: number): void;
}

/** A company that can send: it says who it is, and has a mail server. */
async function aCompany(
  smtpOptions: SMTPServerOptions = {},
  answer: Parameters<typeof startSmtpServer>[1] = (done) => done(null),
  env: Record<string, string> = {},
): Promise<Company> {
  const smtp = await startSmtpServer(smtpOptions, answer);
  let ahead = 0;
  const server = await startTestServer(
    {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Green Tree Care <office@green.example>',
      PUBLIC_URL: 'https://office.green.example',
      MAIL_RATE: '600000',
      ...env,
    },
    () => Date.now() + ahead,
  );
  onTestFinished(async () => {
    await server.close();
    await smtp.close();
  });
  const owner = await server.signIn();
  await owner.patch('/api/settings', SAID).then(expectStatus(200));
  return {
    server,
    owner,
    smtp,
    forward: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

async function addCustomers(owner: Client, emails: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, email] of emails.entries()) {
    const body = { firstName: place === 1 ? 'Ann' : 'Bob', lastName: 'Miller', email };
    ids.push((await owner.post('/api/customers', body).then(expectStatus(201))).body.id);
  }
  return ids;
}

const addresses = (count: number) => Array.from({ length: count }, (_, place) => `customer${place}@example.com`);

const draft = (more: object = {}) => ({
  name: 'Spring pruning',
  subject: 'Is it time to prune, {{firstName|there}}?',
  content: 'Hello {{firstName|there}},\n\nspring is near.',
  templateType: 'seasonal',
  scheduledDate: null,
  ...more,
});
const created = async (owner: Client, more: object = {}): Promise<string> =>
  (await owner.post(PATH, draft(more)).then(expectStatus(201))).body.id;
const act = (owner: Client, id: string, name: string) => owner.post(`${PATH}/${id}/${name}`);
const campaignNow = async (owner: Client, id: string): Promise<CampaignRecord> =>
  (await owner.get(`${PATH}/${id}`).then(expectStatus(200))).body;
const recipientsNow = async (owner: Client, id: string, query = ''): Promise<CampaignRecipients> =>
  (await owner.get(`${PATH}/${id}/recipients${query}`).then(expectStatus(200))).body;

async function until<Value>(look: () => Promise<Value>, is: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await look();
    if (is(value)) return value;
    await delay(20);
  }
}
const untilStatus = (owner: Client, id: string, status: string) =>
  until(
    () => campaignNow(owner, id),
    (campaign) => campaign.status === status,
  );

describe('sending an email campaign', () => {
  test('A draft is sent once to everybody with an email, with what marketing must carry, and no outbox fills up', async () => {
    const { owner, smtp } = await aCompany();
    await addCustomers(owner, [...addresses(3), '']);
    const id = await created(owner);
    const begun = await act(owner, id, 'send').then(expectStatus(200));
    expect(begun.body).toMatchObject({ status: 'sending' });
    const sent = await untilStatus(owner, id, 'sent');
    expect(sent).toMatchObject({ totalRecipients: 3, sending: { sent: 3, waiting: 0, uncertain: 0 } });

    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(addresses(3));
    const [mail] = smtp.received.filter(({ to }) => to[0] === 'customer1@example.com');
    expect(mail?.raw).toMatch(/^Subject: Is it time to prune, Ann\?/m);
    expect(mail?.raw).toMatch(/^List-Unsubscribe:\s+<https:\/\/office\.green\.example\/api\/public\/unsubscribe\//m);
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(mail?.raw).toContain('12 Elm Street');
    expect(mail?.raw).toContain('text/plain');
    expect(mail?.raw).toContain('text/html');
    expect((await owner.get('/api/mails').then(expectStatus(200))).body).toEqual([]);

    const again = await act(owner, id, 'send').then(expectStatus(409));
    expect(again.body.message).toBe('This campaign was sent already. Create a new one to write again.');
    expect(smtp.received).toHaveLength(3);
  });

  test('A draft that somebody else has changed since is not sent', async () => {
    const { owner, smtp } = await aCompany();
    await addCustomers(owner, addresses(1));
    const id = await created(owner);
    const { revision } = await campaignNow(owner, id);
    await owner.patch(`${PATH}/${id}`, { content: 'Half a sen' }).then(expectStatus(200));
    const sent = await owner.post(`${PATH}/${id}/send`, { expectedRevision: revision }).then(expectStatus(409));
    expect(sent.body.code).toBe('stale');
    expect(await campaignNow(owner, id)).toMatchObject({ status: 'draft' });
    expect(smtp.messages()).toBe(0);
  });

  test('Two customers with one address get one mail', async () => {
    const { owner, smtp } = await aCompany();
    await addCustomers(owner, ['ann@example.com', 'Ann@Example.com', 'bob@example.com']);
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await untilStatus(owner, id, 'sent');
    expect(smtp.received).toHaveLength(2);
    const { recipients, total } = await recipientsNow(owner, id);
    expect(total).toBe(2);
    expect(recipients.map(({ customers }) => customers.length).sort()).toEqual([1, 2]);
  });

  test('An empty audience is refused, and nothing has begun', async () => {
    const { owner } = await aCompany();
    await addCustomers(owner, ['']);
    const id = await created(owner);
    const { body } = await act(owner, id, 'send').then(expectStatus(409));
    expect(body.message).toMatch(/^Nobody would get this campaign/);
    expect(await campaignNow(owner, id)).toMatchObject({ status: 'draft' });
  });

  test.each([
    ['a company name', { name: null }, /company’s name/],
    ['a postal address', { postalAddress: null }, /postal address/],
  ] as const)('Without %s nothing is sent', async (_, settings, message) => {
    const { owner, smtp } = await aCompany();
    await addCustomers(owner, addresses(1));
    await owner.patch('/api/settings', settings).then(expectStatus(200));
    const id = await created(owner);
    expect((await act(owner, id, 'send').then(expectStatus(409))).body.message).toMatch(message);
    expect(smtp.messages()).toBe(0);
  });

  test('Without a mail server or PUBLIC_URL nothing is sent', async () => {
    const { owner } = await aCompany({}, undefined, { SMTP_URL: '', MAIL_FROM: '', PUBLIC_URL: '' });
    await addCustomers(owner, addresses(1));
    const id = await created(owner);
    expect((await act(owner, id, 'send').then(expectStatus(409))).body.message).toMatch(/^Email is not set up/);
    const server = { host: '127.0.0.1', port: 2525, security: 'starttls', from: 'office@green.example' };
    await owner.put('/api/settings/email', server).then(expectStatus(200));
    expect((await act(owner, id, 'send').then(expectStatus(409))).body.message).toMatch(/Set PUBLIC_URL/);
  });

  test('Two campaigns at once are both sent', async () => {
    const { owner, smtp } = await aCompany();
    await addCustomers(owner, addresses(4));
    const ids = [await created(owner), await created(owner, { name: 'Storm check' })];
    await Promise.all(ids.map((id) => act(owner, id, 'send').then(expectStatus(200))));
    for (const id of ids) await untilStatus(owner, id, 'sent');
    expect(smtp.received).toHaveLength(8);
  });

  test('Who gets it is shown page by page, by how it ended', async () => {
    const { owner } = await aCompany({
      onRcptTo: ({ address }, _session, done) =>
        done(
          address === 'customer1@example.com' ? smtpRefusal(550, '5.1.1 No such mailbox customer1@example.com') : null,
        ),
    });
    await addCustomers(owner, addresses(3));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await untilStatus(owner, id, 'sent');
    const first = await recipientsNow(owner, id, '?limit=2');
    expect(first).toMatchObject({ total: 3, next: '1.2' });
    const rest = await recipientsNow(owner, id, `?limit=2&after=${first.next}`);
    expect([...first.recipients, ...rest.recipients].map(({ address }) => address).sort()).toEqual(addresses(3));
    expect(rest.next).toBeNull();
    const refused = await recipientsNow(owner, id, '?end=refused');
    expect(refused).toMatchObject({
      total: 1,
      recipients: [{ address: 'customer1@example.com', end: 'refused', code: '550 5.1.1' }],
    });
    // A mailbox that is not there gets no campaign any more.
    await until(
      async () => (await owner.get('/api/marketing/suppression-of?address=customer1@example.com')).body.suppression,
      (found) => found?.reason === 'bounced',
    );
    await owner.get(`${PATH}/${id}/recipients?end=lost`).then(expectStatus(400));
    await owner.get(`${PATH}/${id}/recipients?after=x`).then(expectStatus(400));
    await owner.get(`${PATH}/nothing/recipients`).then(expectStatus(404));
  });
});

describe('an email campaign under way', () => {
  test('No more go out in a minute than MAIL_RATE says', async () => {
    const { owner, smtp } = await aCompany({}, undefined, { MAIL_RATE: '600' });
    await addCustomers(owner, addresses(12));
    const id = await created(owner);
    const startedAt = performance.now();
    await act(owner, id, 'send').then(expectStatus(200));
    await untilStatus(owner, id, 'sent');
    // The first goes at once, each further one after a tenth of a second.
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
    expect(smtp.received).toHaveLength(12);
  });

  test('It is paused, goes on where it was, and mails nobody twice', async () => {
    const { owner, smtp } = await aCompany({}, undefined, { MAIL_RATE: '1200' });
    await addCustomers(owner, addresses(20));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await until(
      async () => smtp.received.length,
      (count) => count >= 3,
    );
    const paused = await act(owner, id, 'pause').then(expectStatus(200));
    expect(paused.body).toMatchObject({ status: 'paused', sending: { why: null } });
    // What was on its way at that moment arrives; then it is still.
    const stopped = await until(
      async () => {
        const before = smtp.received.length;
        await delay(300);
        return smtp.received.length === before ? campaignNow(owner, id) : null;
      },
      (campaign) => campaign?.sending?.sent === smtp.received.length,
    );
    await delay(300);
    expect(smtp.received).toHaveLength(stopped?.sending?.sent ?? 0);
    expect(smtp.received.length).toBeLessThan(20);
    await act(owner, id, 'resume').then(expectStatus(200));
    await untilStatus(owner, id, 'sent');
    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(addresses(20).sort());
  });

  test('It is cancelled: who had no mail by then gets none', async () => {
    const { owner, smtp } = await aCompany({}, undefined, { MAIL_RATE: '1200' });
    await addCustomers(owner, addresses(20));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await until(
      async () => smtp.received.length,
      (count) => count >= 3,
    );
    await act(owner, id, 'cancel').then(expectStatus(200));
    const count = smtp.received.length;
    await delay(300);
    expect(smtp.received.length).toBeLessThan(20);
    // What was on its way arrives.
    expect(smtp.received.length - count).toBeLessThan(8);
    expect(await campaignNow(owner, id)).toMatchObject({ status: 'cancelled', sending: { uncertain: 0 } });
    await act(owner, id, 'resume').then(expectStatus(409));
    await act(owner, id, 'send').then(expectStatus(409));
  });

  test('Whoever unsubscribes or is erased in the middle gets nothing any more', async () => {
    const { owner, smtp } = await aCompany({}, undefined, { MAIL_RATE: '600' });
    const ids = await addCustomers(owner, addresses(10));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await until(
      async () => smtp.received.length,
      (count) => count >= 1,
    );
    const mailed = () => new Set(smtp.received.map(({ to }) => to[0]));
    await act(owner, id, 'pause').then(expectStatus(200));
    await until(
      () => campaignNow(owner, id),
      ({ sending }) => sending?.sent === smtp.received.length,
    );
    const [unsubscribed, erased, moved] = addresses(10).filter((address) => !mailed().has(address));
    const idOf = (address?: string) => ids[addresses(10).indexOf(address ?? '')];
    const suppression = { address: unsubscribed, reason: 'by_hand' };
    await owner.post('/api/marketing/suppressions', suppression).then(expectStatus(201));
    const { body: shown } = await owner.get(`/api/customers/${idOf(erased)}`).then(expectStatus(200));
    const name = `${shown.firstName} ${shown.lastName}`;
    await owner.post(`/api/customers/${idOf(erased)}/erase`, { confirm: name }).then(expectStatus(200));
    await owner.patch(`/api/customers/${idOf(moved)}`, { email: 'elsewhere@example.com' }).then(expectStatus(200));
    await act(owner, id, 'resume').then(expectStatus(200));
    expect(await untilStatus(owner, id, 'sent')).toMatchObject({ sending: { sent: 7, suppressed: 1, gone: 2 } });
    for (const address of [unsubscribed, erased, moved, 'elsewhere@example.com'])
      expect(mailed().has(address), address).toBe(false);
    expect((await recipientsNow(owner, id, '?end=gone')).recipients).toContainEqual(
      expect.objectContaining({ address: null, customers: [expect.objectContaining({ erased: true })] }),
    );
  });

  test('What is missing later on pauses it with the reason', async () => {
    const { owner, smtp } = await aCompany({}, undefined, { MAIL_RATE: '600' });
    await addCustomers(owner, addresses(10));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await until(
      async () => smtp.received.length,
      (count) => count >= 1,
    );
    await owner.patch('/api/settings', { postalAddress: null }).then(expectStatus(200));
    const stopped = await untilStatus(owner, id, 'paused');
    expect(stopped.sending?.why).toMatch(/postal address/);
    expect((await act(owner, id, 'resume').then(expectStatus(409))).body.message).toMatch(/postal address/);
    await owner.patch('/api/settings', SAID).then(expectStatus(200));
    await act(owner, id, 'resume').then(expectStatus(200));
    await untilStatus(owner, id, 'sent');
    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(addresses(10).sort());
  });

  test('A server that throttles is given time, and all goes on by itself', async () => {
    let asked = 0;
    const { owner, smtp } = await aCompany({
      onMailFrom: (_address, _session, done) => {
        asked++;
        done(asked === 3 || asked === 4 ? smtpRefusal(421, 'Too many mails, try again later') : null);
      },
    });
    await addCustomers(owner, addresses(8));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await until(
      async () => smtp.received.length,
      (count) => count >= 6,
    );
    expect(await campaignNow(owner, id)).toMatchObject({ status: 'sending', sending: { refused: 0 } });
  });

  test('A recipient who is put off is tried again later, and skips nobody else', async () => {
    let isBusy = true;
    const { owner, smtp, forward } = await aCompany({
      onRcptTo: ({ address }, _session, done) =>
        done(isBusy && address === 'customer1@example.com' ? smtpRefusal(451, 'Greylisted') : null),
    });
    await addCustomers(owner, addresses(4));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await until(
      () => campaignNow(owner, id),
      ({ sending }) => sending?.sent === 3,
    );
    expect(await recipientsNow(owner, id, '?end=waiting')).toMatchObject({ total: 1, recipients: [{ code: '451' }] });
    expect(await campaignNow(owner, id)).toMatchObject({ status: 'sending' });
    isBusy = false;
    forward(2 * MINUTE_MS);
    expect(await untilStatus(owner, id, 'sent')).toMatchObject({ sending: { sent: 4 } });
    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(addresses(4));
  });

  test('What the server received whole but did not confirm is uncertain, and never sent again', async () => {
    let seen = 0;
    const { owner, smtp } = await aCompany({}, (done, socket) => {
      if (++seen === 2) socket();
      else done(null);
    });
    await addCustomers(owner, addresses(3));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    const { sending } = await untilStatus(owner, id, 'sent');
    expect((sending?.sent ?? 0) + (sending?.uncertain ?? 0)).toBe(3);
    expect(sending?.uncertain).toBeGreaterThan(0);
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(smtp.received.length);
  });

  test('A server that refuses the whole message for now has not taken it, so it is tried again', async () => {
    let seen = 0;
    const { owner, smtp, forward } = await aCompany({}, (done) =>
      done(++seen === 2 ? smtpRefusal(454, 'Throttling failure: Maximum sending rate exceeded') : null),
    );
    await addCustomers(owner, addresses(4));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    await until(
      () => campaignNow(owner, id),
      ({ status, sending }) => status === 'sent' || sending?.sent === 3,
    );
    expect(await recipientsNow(owner, id, '?end=waiting')).toMatchObject({ total: 1, recipients: [{ code: '454' }] });
    forward(2 * MINUTE_MS);
    expect(await untilStatus(owner, id, 'sent')).toMatchObject({ sending: { sent: 4, uncertain: 0 } });
    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(addresses(4));
  });

  test('A server that confirms nothing does not use up the recipients', async () => {
    let brokenUntil = Number.POSITIVE_INFINITY;
    const { owner, smtp } = await aCompany({}, (done, socket) => {
      brokenUntil = Math.min(brokenUntil, performance.now() + 2_000);
      if (performance.now() < brokenUntil) socket();
      else done(null);
    });
    await addCustomers(owner, addresses(25));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    const { sending } = await untilStatus(owner, id, 'sent');
    expect((sending?.sent ?? 0) + (sending?.uncertain ?? 0)).toBe(25);
    expect(sending?.sent).toBeGreaterThan(12);
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(smtp.received.length);
  });

  test('A server that passes nothing on says nothing about mailboxes, and one that takes the others does', async () => {
    let knows: (address: string) => boolean = () => false;
    const { owner } = await aCompany({
      onRcptTo: ({ address }, _session, done) => done(knows(address) ? null : smtpRefusal(550, 'relay not permitted')),
    });
    await addCustomers(owner, addresses(8));
    const first = await created(owner);
    await act(owner, first, 'send').then(expectStatus(200));
    expect(await untilStatus(owner, first, 'sent')).toMatchObject({ sending: { refused: 8 } });
    expect((await owner.get('/api/marketing/suppressions').then(expectStatus(200))).body).toEqual([]);
    knows = (address) => address !== 'customer7@example.com';
    const second = await created(owner);
    await act(owner, second, 'send').then(expectStatus(200));
    expect(await untilStatus(owner, second, 'sent')).toMatchObject({ sending: { sent: 7, refused: 1 } });
    const suppressed = await until(
      async () => (await owner.get('/api/marketing/suppressions').then(expectStatus(200))).body,
      (list) => list.length > 0,
    );
    expect(suppressed).toMatchObject([{ address: 'customer7@example.com', reason: 'bounced' }]);
  });

  test('A server that refuses the sender, or everybody, stops the campaign instead of using up its recipients', async () => {
    const { owner, smtp } = await aCompany({
      onMailFrom: (_address, _session, done) => done(smtpRefusal(550, 'Sender not allowed')),
    });
    await addCustomers(owner, addresses(3));
    const id = await created(owner);
    await act(owner, id, 'send').then(expectStatus(200));
    const { sending } = await untilStatus(owner, id, 'paused');
    expect(sending).toMatchObject({ refused: 0, sent: 0, why: expect.stringMatching(/Sender not allowed/) });
    expect(smtp.messages()).toBe(0);
  });
});

describe('a scheduled email campaign', () => {
  test('It goes out at its time, and a send before that is refused', async () => {
    const { owner, smtp, forward } = await aCompany();
    await addCustomers(owner, addresses(2));
    const scheduledDate = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
    const id = await created(owner, { scheduledDate });
    expect(await campaignNow(owner, id)).toMatchObject({ status: 'scheduled' });
    const { body } = await act(owner, id, 'send').then(expectStatus(409));
    expect(body.message).toBe('This campaign is scheduled and goes out by itself. Clear its date to send it now.');
    forward(11 * MINUTE_MS);
    await untilStatus(owner, id, 'sent');
    expect(smtp.received).toHaveLength(2);
  });

  test('One whose time passed long ago waits for a person, who is told why', async () => {
    const { owner, smtp, forward } = await aCompany();
    await addCustomers(owner, addresses(2));
    const id = await created(owner, { scheduledDate: new Date(Date.now() + 10 * MINUTE_MS).toISOString() });
    forward(180 * MINUTE_MS);
    const { sending } = await untilStatus(owner, id, 'paused');
    expect(sending?.why).toMatch(/^It was due while Heartwood was not running/);
    expect(smtp.messages()).toBe(0);
    await act(owner, id, 'resume').then(expectStatus(200));
    await untilStatus(owner, id, 'sent');
  });

  test('One that is restored after its time, or whose date an undo puts back, mails nobody without being asked', async () => {
    const { owner, smtp, forward } = await aCompany();
    await addCustomers(owner, addresses(2));
    const scheduledDate = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
    const removed = await created(owner, { scheduledDate });
    const moved = await created(owner, { scheduledDate });
    await owner.delete(`${PATH}/${removed}`).then(expectStatus(204));
    const cleared = await owner.patch(`${PATH}/${moved}`, { scheduledDate: null }).then(expectStatus(200));
    forward(12 * MINUTE_MS);
    await act(owner, removed, 'restore').then(expectStatus(200));
    const commandId = cleared.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'email_campaign', id: moved, commandId }).then(expectStatus(200));
    for (const id of [removed, moved]) {
      const { sending } = await until(
        () => campaignNow(owner, id),
        ({ status }) => status === 'paused' || status === 'sent',
      );
      expect(sending?.why).toMatch(/^Its time had passed when it was restored/);
    }
    expect(smtp.messages()).toBe(0);
    await act(owner, removed, 'resume').then(expectStatus(200));
    await untilStatus(owner, removed, 'sent');
    expect(smtp.messages()).toBe(2);
  });

  test('A date in the past is refused', async () => {
    const { owner } = await aCompany();
    const past = new Date(Date.now() - 60 * MINUTE_MS).toISOString();
    await owner.post(PATH, draft({ scheduledDate: past })).then(expectStatus(400));
  });
});
