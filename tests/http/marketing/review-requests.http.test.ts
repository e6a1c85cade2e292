import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { tempConsole } from '../../support/console-folder.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const DAY_MS = 24 * 60 * 60_000;
/** 10:00 in New York on a Monday; in the future, because past sessions are swept. */
const START = Date.parse('2099-06-08T14:00:00Z');

let folder: TempFolder;
let pages: TempFolder;
let smtp: TestSmtpServer;
let now = START;
let server: TestServer;
let owner: Client;

async function start(env?: Record<string, string>): Promise<void> {
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer({ DATA_DIR: folder.path, ...(env ?? mail) }, () => now, {
    consoleFolder: pages.path,
  });
  owner = await server.signIn();
}

beforeAll(async () => {
  const read = (name: string) => readFile(join(import.meta.dirname, `../../../console/${name}`), 'utf8');
  const names = ['public/review.html', 'public/widget.html', 'public/portal.html'];
  const built = await Promise.all(names.map(async (name) => [name, await read(name)] as const));
  pages = await tempConsole(Object.fromEntries(built));
});
afterAll(() => pages.remove());
beforeEach(async () => {
  folder = await tempFolder();
  smtp = await startSmtpServer({
    onRcptTo({ address }, _session, callback) {
      callback(address.startsWith('refused') ? smtpRefusal(550, 'No such mailbox') : null);
    },
  });
  now = START;
  await start();
  const company = { name: 'Green Tree Care', postalAddress: '1 Oak Rd\nHadley, MA', reviewRequests: 'by_hand' };
  await owner.patch('/api/settings', company).then(expectStatus(200));
});
afterEach(async () => {
  await server.close();
  await smtp.close();
  await folder.remove();
});

async function customerWith(body: object = {}): Promise<string> {
  const who = { firstName: 'Ada', lastName: 'Hall', email: 'ada@example.com', address: '3 Elm St', ...body };
  return (await owner.post('/api/customers', who).then(expectStatus(201))).body.id;
}

/** A job that is finished, with its invoice. */
async function finished(customerId: string): Promise<{ id: string; invoiceId: string }> {
  const job = { customerId, address: '3 Elm St', serviceType: 'pruning', amount: '400' };
  const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
  const invoice = await owner.post('/api/invoices', { jobId: id }).then(expectStatus(201));
  return { id, invoiceId: invoice.body.id };
}

async function pay(invoiceId: string): Promise<Answer> {
  const { body } = await owner.get(`/api/invoices/${invoiceId}`).then(expectStatus(200));
  const payment = { amount: body.balance, paymentMethod: 'check' };
  return owner.post(`/api/invoices/${invoiceId}/payments`, payment).then(expectStatus(201));
}

async function paidJob(customerId: string): Promise<{ id: string; invoiceId: string }> {
  const job = await finished(customerId);
  await pay(job.invoiceId);
  return job;
}

const request = (id: string) => owner.post(`/api/jobs/${id}/request-review`);
const told = async (id: string) =>
  (await owner.get(`/api/jobs/${id}/review-request`).then(expectStatus(200))).body as Answer['body'];
const mailsOf = async (id: string) => {
  const { body } = await owner.get(`/api/mails?category=job&recordId=${id}`).then(expectStatus(200));
  return body as Answer['body'][];
};
const undo = (id: string, { headers }: Answer, as = owner) =>
  as.post('/api/undo', { category: 'job', id, commandId: headers.get('x-command-id') });

/** The path and token of the link in the email about a job, once it has gone out. */
async function tokenOf(id: string): Promise<string> {
  await expect.poll(async () => (await mailsOf(id))[0]?.status).toBe('held');
  now += 20_000;
  await expect.poll(async () => (await mailsOf(id))[0]?.status).toBe('sent');
  const token = textOf(smtp.received.at(-1)?.raw).match(/http:\/\/office\.example\.com\/review\/([\w-]+)/)?.[1];
  return token ?? '';
}
const write = (token: string, body: object, key?: string) =>
  server.stranger.post(`/api/public/review-requests/${token}`, body, key ? { 'idempotency-key': key } : undefined);

describe('a request for a review', () => {
  test('A request goes once for each job, as marketing, to whoever has paid, and says otherwise why it is not offered', async () => {
    const job = await finished(await customerWith());
    expect(await told(job.id)).toEqual({ why: 'The job is not paid in full.', request: null, review: null });
    expect(await request(job.id)).toMatchObject({ status: 409, body: { message: 'The job is not paid in full.' } });
    await pay(job.invoiceId);
    expect((await told(job.id)).why).toBeNull();
    await request(job.id).then(expectStatus(200));
    await tokenOf(job.id);
    const [mail] = await mailsOf(job.id);
    expect(mail).toMatchObject({
      kind: 'review_request',
      to: 'ada@example.com',
      subject: 'Please review our work at 3 Elm St',
    });
    const { raw = '' } = smtp.received.at(-1) ?? {};
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(textOf(raw)).toContain('Hadley, MA');
    expect(await request(job.id)).toMatchObject({ status: 409 });
    expect(await told(job.id)).toMatchObject({
      why: 'The customer was asked for a review of this job before.',
      request: { isAutomatic: false, to: 'ada@example.com', status: 'sent' },
    });
  });

  test('A request is undone until it goes, and then its mailbox may be asked; after that it may not for half a year', async () => {
    const first = await paidJob(await customerWith());
    const second = await paidJob(await customerWith({ email: 'Ada@Example.com' }));
    const asked = await request(first.id).then(expectStatus(200));
    await expect.poll(async () => (await mailsOf(first.id))[0]?.status).toBe('held');
    expect(await request(second.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('This mailbox was asked for a review on June 8, 2099') },
    });
    await undo(first.id, asked).then(expectStatus(200));
    await expect.poll(async () => (await mailsOf(first.id))[0]?.status).toBe('cancelled');
    const again = await request(second.id).then(expectStatus(200));
    await tokenOf(second.id);
    expect(await undo(second.id, again)).toMatchObject({ status: 409 });
    expect((await told(first.id)).why).toContain('It can be asked again from December 5, 2099.');
    expect(smtp.received).toHaveLength(1);
  });

  test('Nobody is asked who unsubscribed, disputes an invoice, or whose job is not paid any more when the mail is to go', async () => {
    const customerId = await customerWith();
    const job = await paidJob(customerId);
    const other = await finished(customerId);
    await owner.post(`/api/invoices/${other.invoiceId}/reminders`, { paused: true }).then(expectStatus(200));
    expect((await told(job.id)).why).toBe('The customer has an invoice in dispute: its reminders are paused.');
    await owner.post(`/api/invoices/${other.invoiceId}/reminders`, { paused: false }).then(expectStatus(200));
    const address = { address: 'ada@example.com', reason: 'by_hand' };
    const suppressed = await owner.post('/api/marketing/suppressions', address).then(expectStatus(201));
    expect((await told(job.id)).why).toBe('This address gets no marketing.');
    const lift = { why: 'They asked for it', isAskedFor: true };
    await owner.post(`/api/marketing/suppressions/${suppressed.body.id}/lift`, lift).then(expectStatus(200));
    await owner.patch('/api/settings', { postalAddress: null }).then(expectStatus(200));
    expect((await told(job.id)).why).toContain('postal address');
    await owner.patch('/api/settings', { postalAddress: '1 Oak Rd' }).then(expectStatus(200));
    await request(job.id).then(expectStatus(200));
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('held');
    await owner.post(`/api/invoices/${other.invoiceId}/reminders`, { paused: true }).then(expectStatus(200));
    now += 20_000;
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('failed');
    expect((await mailsOf(job.id))[0]?.reason).toContain('The customer was not asked.');
    // Mail of marketing asks again, right before it goes.
    await owner.post(`/api/invoices/${other.invoiceId}/reminders`, { paused: false }).then(expectStatus(200));
    const [mail] = await mailsOf(job.id);
    await owner.post(`/api/mails/${mail.id}/send-again`).then(expectStatus(200));
    await owner.post('/api/marketing/suppressions', address).then(expectStatus(201));
    now += 20_000;
    await expect.poll(async () => (await mailsOf(job.id))[0]?.reason).toBe('This address gets no marketing.');
    // Nor does it go where nobody can tell any more who unsubscribed.
    const state = new DatabaseSync(join(folder.path, 'state.db'));
    state.exec("DELETE FROM records WHERE key = 'mailbox-key'");
    state.close();
    await owner.post(`/api/mails/${mail.id}/send-again`).then(expectStatus(200));
    now += 20_000;
    await expect.poll(async () => (await mailsOf(job.id))[0]?.reason).toContain('The key of the suppressed addresses');
    expect(smtp.received).toEqual([]);
  });

  test('Where it is automatic a customer is asked once, on the morning some days after their job was finished and paid', async () => {
    const job = await paidJob(await customerWith());
    const unpaid = await finished(await customerWith({ email: 'bo@example.com' }));
    const rule = { reviewRequests: 'automatic', reviewRequestDays: 3 };
    await owner.patch('/api/settings', rule).then(expectStatus(200));
    const later = async (days: number) => {
      await server.close();
      now += days * DAY_MS;
      await start();
    };
    await later(2);
    expect(await told(job.id)).toMatchObject({ why: null, request: null });
    await later(1);
    await expect.poll(async () => (await told(job.id)).request).toMatchObject({ isAutomatic: true });
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('held');
    expect((await told(unpaid.id)).request).toBeNull();
    // Undone by a person, it is not made again by itself.
    const step = { category: 'job', id: job.id, commandId: uuidv5(job.id, 'RequestReview') };
    await owner.post('/api/undo', step).then(expectStatus(200));
    await later(1);
    expect(await told(job.id)).toMatchObject({ why: null, request: null });
    // Its mailbox may be asked for another job.
    const other = await paidJob(await customerWith());
    expect((await told(other.id)).why).toBeNull();
    expect((await mailsOf(job.id)).map(({ status }) => status)).toEqual(['cancelled']);
  });
});

describe('the turn of a mailbox', () => {
  test('A request that failed and is sent to another address asks no mailbox a second time, nor is it passed on by hand', async () => {
    const first = await paidJob(await customerWith());
    await request(first.id).then(expectStatus(200));
    await tokenOf(first.id);
    const boId = await customerWith({ firstName: 'Bo', email: 'bo@example.com' });
    const job = await paidJob(boId);
    const dispute = await finished(boId);
    const pause = (paused: boolean) =>
      owner.post(`/api/invoices/${dispute.invoiceId}/reminders`, { paused }).then(expectStatus(200));
    await request(job.id).then(expectStatus(200));
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('held');
    await pause(true);
    now += 20_000;
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('failed');
    await pause(false);
    const [{ id: mailId }] = await mailsOf(job.id);
    const sendTo = async (to: string) => {
      await owner.post(`/api/mails/${mailId}/send-again`, { to }).then(expectStatus(200));
      now += 20_000;
    };
    await sendTo('Ada@Example.com');
    await expect
      .poll(async () => (await mailsOf(job.id))[0]?.reason)
      .toContain('This mailbox was asked for a review on');
    expect(await owner.get(`/api/mails/${mailId}/by-hand`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('This mailbox was asked for a review on') },
    });
    await owner.post('/api/marketing/suppressions', { address: 'no@example.com', reason: 'by_hand' });
    await sendTo('no@example.com');
    await expect.poll(async () => (await mailsOf(job.id))[0]?.reason).toBe('This address gets no marketing.');
    expect(await owner.get(`/api/mails/${mailId}/by-hand`)).toMatchObject({
      status: 409,
      body: { message: 'This address gets no marketing.' },
    });
    expect(smtp.received).toHaveLength(1);
    await sendTo('cy@example.com');
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('sent');
    const other = await paidJob(await customerWith({ firstName: 'Cy', email: 'cy@example.com' }));
    expect((await told(other.id)).why).toContain('This mailbox was asked for a review on');
  });

  test('A request that the server refuses for good keeps no mailbox from being asked, whichever it was sent to', async () => {
    const job = await paidJob(await customerWith({ email: 'refused.ada@example.com' }));
    await request(job.id).then(expectStatus(200));
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('held');
    now += 20_000;
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('failed');
    const [{ id: mailId }] = await mailsOf(job.id);
    await owner.post(`/api/mails/${mailId}/send-again`, { to: 'refused.new@example.com' }).then(expectStatus(200));
    const other = await paidJob(await customerWith({ email: 'refused.new@example.com' }));
    now += 20_000;
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('failed');
    expect((await told(other.id)).why).toBeNull();
    const former = await paidJob(await customerWith({ email: 'Refused.Ada@example.com' }));
    expect((await told(former.id)).why).toBeNull();
  });

  test('Of several requests that go to one mailbox at the same moment one arrives', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const job = await paidJob(await customerWith({ email: `${name}@example.com` }));
      await request(job.id).then(expectStatus(200));
      await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('held');
      const [mail] = await mailsOf(job.id);
      await owner.post(`/api/mails/${mail.id}/cancel`).then(expectStatus(200));
      ids.push(mail.id);
    }
    const to = 'shared@example.com';
    await Promise.all(ids.map((id) => owner.post(`/api/mails/${id}/send-again`, { to }).then(expectStatus(200))));
    now += 20_000;
    const statuses = async () =>
      Promise.all(ids.map(async (id) => (await owner.get(`/api/mails/${id}`).then(expectStatus(200))).body.status));
    await expect.poll(async () => (await statuses()).toSorted()).toEqual(['failed', 'failed', 'sent']);
    expect(smtp.received.map((each) => each.to)).toEqual([[to]]);
  });

  test('An undo gives back the turn of the mailbox that was asked, whatever the address of the customer is by then', async () => {
    const customerId = await customerWith();
    const job = await paidJob(customerId);
    const asked = await request(job.id).then(expectStatus(200));
    await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('held');
    await owner.patch(`/api/customers/${customerId}`, { email: 'new@example.com' }).then(expectStatus(200));
    await undo(job.id, asked).then(expectStatus(200));
    const other = await paidJob(await customerWith());
    expect((await told(other.id)).why).toBeNull();
  });

  test('A turn whose request never came, as its process died, lapses after ten minutes', async () => {
    const dead = await paidJob(await customerWith());
    const job = await paidJob(await customerWith());
    const asked = await request(dead.id).then(expectStatus(200));
    // As if it had died before it appended the request: what it leaves is the turn.
    const state = new DatabaseSync(join(folder.path, 'state.db'));
    const turn = state.prepare("SELECT * FROM records WHERE key LIKE 'review-request/%'").get() as Record<
      string,
      string
    >;
    await undo(dead.id, asked).then(expectStatus(200));
    const names = Object.keys(turn);
    const values = `(${names.join()}) VALUES (${names.map(() => '?').join()})`;
    // Nor was there ever a letter of it.
    const never = {
      ...turn,
      value: turn['value']?.replace(/("requestId":)"[^"]+"/, `$1"${uuidv5('request', 'never')}"`),
    };
    state.prepare(`INSERT INTO records ${values}`).run(...(Object.values(never) as string[]));
    state.close();
    expect((await told(job.id)).why).toContain('This mailbox was asked for a review on');
    expect(await request(job.id)).toMatchObject({ status: 409 });
    expect((await told(dead.id)).why).toBeNull();
    now += 10 * 60_000;
    expect((await told(job.id)).why).toBeNull();
    await request(job.id).then(expectStatus(200));
    expect((await told(dead.id)).why).toContain('This mailbox was asked for a review on');
  });
});

test('Without PUBLIC_URL nobody is mailed a link that leads to this computer: neither by hand nor automatically', async () => {
  const job = await paidJob(await customerWith());
  const rule = { reviewRequests: 'automatic', reviewRequestDays: 1 };
  await owner.patch('/api/settings', rule).then(expectStatus(200));
  await server.close();
  // Nothing goes out, so that a person may pass the link on.
  await start({});
  expect((await told(job.id)).why).toBeNull();
  const asked = await request(job.id).then(expectStatus(200));
  await expect.poll(async () => (await mailsOf(job.id))[0]?.status).toBe('failed');
  const [mail] = await mailsOf(job.id);
  await owner.get(`/api/mails/${mail.id}/by-hand`).then(expectStatus(200));
  const { port } = new URL(smtp.url);
  const mailServer = { host: '127.0.0.1', port: Number(port), security: 'starttls', from: 'mailer@green.example' };
  await owner.put('/api/settings/email', mailServer).then(expectStatus(200));
  await owner.post(`/api/mails/${mail.id}/send-again`).then(expectStatus(200));
  now += 20_000;
  await expect.poll(async () => (await mailsOf(job.id))[0]?.reason).toContain('Set PUBLIC_URL');
  await undo(job.id, asked).then(expectStatus(200));
  expect((await told(job.id)).why).toContain('Set PUBLIC_URL');
  expect(await request(job.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('PUBLIC_URL') },
  });
  const later = async (ms: number, env?: Record<string, string>) => {
    await server.close();
    now += ms;
    await start(env);
  };
  const automatic = await paidJob(await customerWith({ email: 'bo@example.com' }));
  await later(DAY_MS, {});
  expect((await told(automatic.id)).request).toBeNull();
  await later(60_000);
  await expect.poll(async () => (await told(automatic.id)).request?.at).toBe(new Date(now).toISOString());
  expect(smtp.received).toEqual([]);
});

describe('the link in a request for a review', () => {
  const REVIEW = { rating: 5, reviewText: 'Great <b>work</b>', mayPublish: true };

  async function asked(): Promise<{ token: string; jobId: string; customerId: string; answer: Answer }> {
    const customerId = await customerWith();
    const { id: jobId } = await paidJob(customerId);
    const answer = await request(jobId).then(expectStatus(200));
    return { token: await tokenOf(jobId), jobId, customerId, answer };
  }
  const reviews = async () => (await owner.get('/api/marketing/reviews').then(expectStatus(200))).body;
  const jobOf = async (id: string) => (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
  const page = async (token: string) =>
    (await server.stranger.get(`/review/${token}`).then(expectStatus(200))).body as string;

  test('The link takes one review, however often and by how many at once it is sent, and no other link leads there', async () => {
    const { token, jobId, customerId } = await asked();
    for (const rating of [0, 6, 4.5, 'five', '']) {
      expect(await write(token, { ...REVIEW, rating })).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/rating/) },
      });
    }
    expect(await write(token, { ...REVIEW, reviewText: 'x'.repeat(5_001) })).toMatchObject({ status: 400 });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => write(token, REVIEW, `key ${index}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ body }) => body.message))).toEqual(
      new Set(['We have your review of this job already. Thank you.']),
    );
    // The answer of the first time, for whoever lost it.
    const first = answers.findIndex(({ status }) => status === 201);
    expect(await write(token, REVIEW, `key ${first}`)).toMatchObject({ status: 201, body: REVIEW });
    expect((await jobOf(jobId)).photoConsent).toBeNull();
    await expect
      .poll(reviews)
      .toMatchObject([
        { ...REVIEW, customer: 'Ada Hall', customerId, jobId, platform: 'heartwood', publishedAt: null },
      ]);
    expect((await told(jobId)).review).toEqual({ id: (await reviews())[0].id, rating: 5 });

    const { url } = (await owner.get(`/api/invoices/${(await paidJob(customerId)).invoiceId}/link`)).body;
    for (const other of [String(url).split('/').at(-1), token.slice(0, -1), 'x'])
      expect(await write(other ?? '', REVIEW)).toMatchObject({ status: 404 });
  });

  test('What a customer wrote is published as they agreed, taken back, and gone at once when they are erased', async () => {
    const { token, customerId } = await asked();
    await write(token, REVIEW).then(expectStatus(201));
    const unwilling = {
      customer: 'Bo Elm',
      platform: 'google',
      rating: 2,
      reviewText: 'Late',
      reviewedOn: '2026-06-10',
    };
    const second = await owner.post('/api/marketing/reviews', unwilling).then(expectStatus(201));
    await expect.poll(async () => (await reviews()).length).toBe(2);
    const { id } = (await reviews()).find((each: { rating: number }) => each.rating === 5);
    const act = (which: string, name: string) => owner.post(`/api/marketing/reviews/${which}/${name}`);
    expect(await act(second.body.id, 'publish')).toMatchObject({ status: 409 });
    const published = () => server.stranger.get('/api/public/reviews');
    expect((await published()).body.reviews).toEqual([]);
    const seen = await act(id, 'publish').then(expectStatus(200));
    expect(seen.body.publishedAt).toEqual(expect.any(String));
    const shown = await published().then(expectStatus(200));
    expect(shown.body).toEqual({
      averageRating: '3.5',
      count: 2,
      reviews: [{ name: 'Ada H.', rating: 5, reviewText: 'Great <b>work</b>', reviewedOn: '2099-06-08' }],
    });
    const etag = shown.headers.get('etag') ?? '';
    const again = await server.stranger.get('/api/public/reviews', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    await act(id, 'unpublish').then(expectStatus(200));
    expect((await published()).body.reviews).toEqual([]);
    await act(id, 'publish').then(expectStatus(200));
    await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Ada Hall' }).then(expectStatus(200));
    expect((await published()).body).toMatchObject({ averageRating: '3.5', reviews: [] });
    expect(await write(token, REVIEW)).toMatchObject({ status: 410 });
    expect(JSON.stringify((await owner.get(`/api/history/customer_review/${id}`)).body)).not.toContain('Great');
  });

  test('A customer agrees with their review that photos of their job are shown, by a tick of its own, empty at first', async () => {
    const { token, jobId } = await asked();
    expect(await page(token)).toMatch(/name="mayShowPhotos"(?![^>]+ checked)/);
    await write(token, { rating: 5, mayShowPhotos: true }).then(expectStatus(201));
    expect(await page(token)).toContain('We will not publish it.');
    expect(await page(token)).toContain('We may show photos of this work.');
    const given = { isGiven: true, recordedBy: null, at: expect.any(String) };
    await expect.poll(async () => (await jobOf(jobId)).photoConsent).toEqual(given);
    await owner.post(`/api/jobs/${jobId}/take-back-photo-consent`).then(expectStatus(200));
    expect(await page(token)).toContain('We will not show photos of this work.');
    // What was said before is not said again by a repeat.
    await write(token, { rating: 5, mayShowPhotos: true });
    expect(await page(token)).toContain('We will not show photos of this work.');
  });

  test('Who agreed to photos before is not asked for that again, and keeps to it without a tick', async () => {
    const { token, jobId } = await asked();
    await owner.post(`/api/jobs/${jobId}/give-photo-consent`).then(expectStatus(200));
    expect(await page(token)).toContain('You told us that we may show photos of this work.');
    expect(await page(token)).not.toContain('name="mayShowPhotos"');
    await write(token, REVIEW).then(expectStatus(201));
    expect(await page(token)).toContain('We may show photos of this work.');
  });

  test('The page behind the link can be sent without a script, keeps what was typed, and shows what was written, as text', async () => {
    const { token, jobId } = await asked();
    expect(await page(token)).toContain('data-state="ask"');
    expect(await page(token)).toContain('Pruning at 3 Elm St');
    expect(await page(token)).toContain('as “Ada H.”');
    expect(await page(token)).not.toContain(' checked');
    const post = (fields: Record<string, string>) =>
      server.stranger.send(`/api/public/review-requests/${token}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        body: new URLSearchParams(fields),
      });
    const text = '</textarea><script>alert(1)</script>';
    const wrong = await post({ rating: '6', reviewText: text, mayPublish: 'on', mayShowPhotos: 'on' });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toContain('The rating must be a whole number from 1 to 5.');
    expect(wrong.body).toContain('&#60;/textarea&#62;&#60;script&#62;alert(1)');
    for (const tick of ['mayPublish', 'mayShowPhotos'])
      expect(wrong.body).toMatch(new RegExp(`name="${tick}"[^>]+ checked`));
    expect((await jobOf(jobId)).photoConsent).toBeNull();
    const long = await post({ rating: '4', reviewText: 'x'.repeat(70_000) });
    expect(long.status).toBe(413);
    expect(long.body).toContain('Your review is too long to be sent.');
    for (const _ of ['sent', 'sent again']) {
      const answer = await post({ rating: '4', reviewText: `${text}\r\nFine` });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/review/${token}`]);
    }
    const thanks = await page(token);
    expect(thanks).toContain('data-state="sent"');
    expect(thanks).toContain('4 of 5 stars');
    expect(thanks).toContain('We will not publish it.');
    expect(thanks).not.toContain('<script>alert');
    await expect.poll(reviews).toMatchObject([{ rating: 4, reviewText: `${text}\nFine`, mayPublish: false, jobId }]);
    expect((await server.stranger.get('/review/guessed')).status).toBe(404);
  });

  test('The quote widget shows published reviews where its site asks for them, and the portal does, as text', async () => {
    const { token } = await asked();
    const body = async (path: string) => (await server.stranger.get(path).then(expectStatus(200))).body as string;
    expect(await body('/widget?reviews=3')).not.toContain('What Our Customers Say');
    await write(token, REVIEW).then(expectStatus(201));
    await expect.poll(async () => (await reviews()).length).toBe(1);
    await owner.post(`/api/marketing/reviews/${(await reviews())[0].id}/publish`).then(expectStatus(200));
    for (const path of ['/widget?reviews=3', '/widget?reviews=', '/customer-portal']) {
      const shown = await body(path);
      expect(shown).toContain('5.0 of 5 over one review');
      expect(shown).toContain('Great &#60;b&#62;work&#60;/b&#62;');
      expect(shown).toContain('Ada H., June 8, 2099');
      expect(shown).not.toMatch(/Ada Hall|<b>work/);
    }
    for (const path of ['/widget', '/widget?reviews=0']) expect(await body(path)).not.toContain('Customers Say');
  });

  test('Only the office and the owner ask and publish; an auditor reads, crews and estimators do not', async () => {
    const { jobId, answer } = await asked();
    for (const [role, read, change] of [
      ['office', 200, 409],
      ['auditor', 200, 403],
      ['estimator', 403, 403],
      ['crew', 403, 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `${role}-asks`, { role });
      expect((await client.get(`/api/jobs/${jobId}/review-request`)).status).toBe(read);
      expect((await client.post(`/api/jobs/${jobId}/request-review`)).status).toBe(change);
      // An undo takes the right of the act.
      const mayUndo = change === 403 ? 403 : 409;
      expect((await undo(jobId, answer, client)).status, role).toBe(mayUndo);
    }
  });
});

/** The text of an email, whose lines are broken anew for the way. */
function textOf(raw = ''): string {
  return raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
