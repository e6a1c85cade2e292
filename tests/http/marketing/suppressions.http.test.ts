import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailboxKeyOf, unsubscribeToken } from '../../../api/suppressions/mailbox-key.ts';
import { addSignedIn } from '../../support/accounts.ts';
import { tempConsole } from '../../support/console-folder.ts';
import { filesContaining } from '../../support/files.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtp-server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

let now = Date.now();
let smtp: TestSmtpServer;
let server: TestServer;
let owner: Client;
let built: TempFolder;
beforeAll(async () => {
  smtp = await startSmtpServer();
  built = await tempConsole({ 'public/notice.html': '<h1>{{title}}</h1>{{words}}' });
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'mailer@green.example', PUBLIC_URL: 'http://office.example.com' };
  server = await startTestServer(mail, () => now, { consoleFolder: built.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
  await built.remove();
});

const PATH = '/api/marketing/suppressions';
const add = (address: string, more: object = {}) => owner.post(PATH, { address, reason: 'by_hand', ...more });
const of = async (address: string) =>
  (await owner.get(`/api/marketing/suppression-of?address=${encodeURIComponent(address)}`).then(expectStatus(200))).body
    .suppression;

describe('suppressed addresses', () => {
  test('An address is suppressed in every spelling of its mailbox, found, lifted with a reason, and undone', async () => {
    const { body } = await add('Ada.King+shop@gmail.com', { note: 'Asked on the phone' }).then(expectStatus(201));
    expect(body).toMatchObject({ address: 'Ada.King+shop@gmail.com', status: 'suppressed', reason: 'by_hand' });
    expect(await of('adaking@googlemail.com')).toMatchObject({ id: body.id });
    expect((await add('adaking@gmail.com').then(expectStatus(201))).body).toMatchObject({ id: body.id, revision: 0 });
    expect(await add('no address')).toMatchObject({ status: 400, body: { issues: [{ path: 'address' }] } });
    expect(await owner.post(`${PATH}/${body.id}/lift`, {})).toMatchObject({ status: 400 });

    const lifted = await owner.post(`${PATH}/${body.id}/lift`, { why: 'It was a mistake' }).then(expectStatus(200));
    expect(lifted.body).toMatchObject({ status: 'lifted', why: 'It was a mistake' });
    const commandId = lifted.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'suppression', id: body.id, commandId }).then(expectStatus(200));
    expect(await of('adaking@gmail.com')).toMatchObject({ status: 'suppressed', note: 'Asked on the phone' });
    expect((await owner.get(`${PATH}?format=csv`)).status).toBe(200);
  });

  test('Who unsubscribed is lifted only when they asked for it', async () => {
    const { id } = (await add('wish@example.com', { reason: 'unsubscribed' }).then(expectStatus(201))).body;
    const lift = (body: object) => owner.post(`${PATH}/${id}/lift`, { why: 'They called', ...body });
    expect(await lift({})).toMatchObject({ status: 400, body: { issues: [{ path: 'isAskedFor' }] } });
    await lift({ isAskedFor: true }).then(expectStatus(200));
  });

  test('The office keeps the list, the auditor reads it, estimators and crews see nothing of it', async () => {
    const { client: office } = await addSignedIn(server, owner, 'olive', { role: 'office' });
    const { client: auditor } = await addSignedIn(server, owner, 'aud', { role: 'auditor' });
    const { client: crew } = await addSignedIn(server, owner, 'carl', { role: 'crew' });
    await office.post(PATH, { address: 'office@example.com', reason: 'bounced' }).then(expectStatus(201));
    expect(await auditor.post(PATH, { address: 'a@example.com', reason: 'bounced' })).toMatchObject({ status: 403 });
    expect(await auditor.get(PATH)).toMatchObject({ status: 200 });
    expect(await crew.get(PATH)).toMatchObject({ status: 403 });
    expect(await server.stranger.get(PATH)).toMatchObject({ status: 401 });
  });

  test('Erasing a customer erases the readable address, and what is suppressed goes on to hold', async () => {
    const person = { firstName: 'Wilma', lastName: 'Quercus', email: 'wilma.quercus@example.com' };
    const { id } = (await owner.post('/api/customers', person).then(expectStatus(201))).body;
    const suppressed = (await add('Wilma.Quercus@example.com', { note: 'quercus asked' }).then(expectStatus(201))).body;
    await owner.patch(`/api/customers/${id}`, { email: 'other@example.com' }).then(expectStatus(200));
    await owner.post(`/api/customers/${id}/erase`, { confirm: 'Wilma Quercus' }).then(expectStatus(200));
    expect(await of(person.email)).toMatchObject({ id: suppressed.id, status: 'suppressed', address: '[erased]' });
    const history = await owner.get(`/api/history/suppression/${suppressed.id}`).then(expectStatus(200));
    expect(JSON.stringify(history.body)).not.toMatch(/quercus/i);
    expect(await filesContaining(server.dataDir, ['Quercus', 'quercus'])).toEqual([]);
  });
});

/** The key of the mailboxes, as the state store holds it. */
function mailboxKey({ dataDir }: TestServer = server): Buffer {
  const state = new DatabaseSync(join(dataDir, 'state.db'), { readOnly: true });
  const row = state.prepare("SELECT value FROM records WHERE key = 'mailbox-key'").get() as { value: string };
  state.close();
  return Buffer.from(JSON.parse(row.value) as string, 'base64');
}

/** Where a recipient unsubscribes. */
function linkOf(address: string): { call: string; page: string } {
  const token = unsubscribeToken(mailboxKeyOf(mailboxKey()), address);
  return { call: `${server.url}/api/public/unsubscribe/${token}`, page: `${server.url}/unsubscribe/${token}` };
}

const ONE_CLICK = {
  method: 'POST',
  body: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example.com' },
};

describe('unsubscribing by the link of a mail', () => {
  test('One click as a mail program sends it suppresses the address; fifty at once are one event', async () => {
    const { call } = linkOf('click@example.com');
    const clicks = await Promise.all(Array.from({ length: 50 }, () => fetch(call, ONE_CLICK)));
    expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 200));
    expect(clicks.every(({ headers }) => headers.getSetCookie().length === 0)).toBe(true);
    expect(await of('click@example.com')).toMatchObject({ reason: 'unsubscribed', revision: 0, status: 'suppressed' });
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await fetch(linkOf('form@example.com').call, { method: 'POST', body: form })).status).toBe(200);
    expect(await of('form@example.com')).toMatchObject({ status: 'suppressed' });
  });

  test('A click counts with any body or none, from any site, in whatever browser, and with what a scanner adds', async () => {
    const { call } = linkOf('bodies@example.com');
    const id = async () => (await of('bodies@example.com'))?.id;
    const cookie = `${owner.cookie()}`;
    for (const init of [
      {},
      { body: 'hello', headers: { 'content-type': 'text/plain' } },
      { body: '{', headers: { 'content-type': 'application/json' } },
      {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' },
      },
      { body: Buffer.from('List', 'utf16le'), headers: { 'content-type': 'text/plain; charset="UTF-16"' } },
      { body: 'List-Unsubscribe=One-Click', headers: { ...ONE_CLICK.headers, cookie, 'sec-fetch-site': 'cross-site' } },
    ]) {
      expect((await fetch(`${call}?utm_source=scan`, { method: 'POST', ...init })).status, JSON.stringify(init)).toBe(
        200,
      );
      expect(await of('bodies@example.com')).toMatchObject({ status: 'suppressed', reason: 'unsubscribed' });
      await owner.post(`${PATH}/${await id()}/lift`, { why: 'Again', isAskedFor: true }).then(expectStatus(200));
    }
    const history = await owner.get(`/api/history/suppression/${await id()}`).then(expectStatus(200));
    const clicks = history.body.filter(({ type }: { type: string }) => type.startsWith('AddressSuppressed'));
    expect(clicks.map(({ actor }: { actor: string }) => actor)).toEqual(clicks.map(() => 'public'));
  });

  test('Following the link changes nothing: its page has a button, and then one that takes the click back', async () => {
    const { call, page } = linkOf('page@example.com');
    const followed = await fetch(call, { redirect: 'manual' });
    expect([followed.status, followed.headers.get('location')]).toEqual([303, new URL(page).pathname]);
    expect(await (await fetch(page)).text()).toContain('<button class="button">Unsubscribe</button>');
    expect(await of('page@example.com')).toBeNull();

    const send = (body: string) => fetch(call, { ...ONE_CLICK, body });
    const shown = await (await send('from=page')).text();
    expect(shown).toContain('You are unsubscribed.');
    expect(shown).toContain('Subscribe again');
    expect(await of('page@example.com')).toMatchObject({ status: 'suppressed' });
    expect(await (await send('from=page&undo=1')).text()).toContain('<h1>Unsubscribe</h1>');
    expect(await of('page@example.com')).toMatchObject({ status: 'lifted' });
  });

  test('A click that is taken back leaves an earlier reason as it was, and is then not offered to be taken back', async () => {
    for (const reason of ['by_hand', 'bounced', 'complained']) {
      const address = `${reason}@example.com`;
      const { call } = linkOf(address);
      const before = (await add(address, { reason, note: 'As told' }).then(expectStatus(201))).body;
      const send = (body: string) => fetch(call, { ...ONE_CLICK, body });
      expect(await (await send('from=page')).text()).not.toContain('Subscribe again');
      expect(await of(address)).toMatchObject({ reason: 'unsubscribed', status: 'suppressed' });
      expect((await send('from=page&undo=1')).status).toBe(200);
      expect(await of(address)).toEqual({ ...before, revision: expect.any(Number) });
    }
  });

  test.each([
    ['with a media type that is none', { 'content-type': 'application/x-www-form-urlencoded; charset="' }, ''],
    ['with several media types', { 'content-type': 'text/plain, application/json' }, ''],
    ['packed', { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' }, ''],
    ['with a long body', { 'content-type': 'application/x-www-form-urlencoded' }, 'x'.repeat(200_000)],
    ['with a long body of any kind', { 'content-type': 'multipart/form-data' }, 'x'.repeat(200_000)],
  ])('A click counts %s', async (what, headers, padding) => {
    const address = `${what.replaceAll(' ', '-')}@example.com`;
    const body = `List-Unsubscribe=One-Click&x=${padding}`;
    const sent = 'content-encoding' in headers ? new Uint8Array(gzipSync(body)) : body;
    const answer = await fetch(linkOf(address).call, { method: 'POST', headers, body: sent });
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'You are unsubscribed.' }]);
    expect(await of(address)).toMatchObject({ status: 'suppressed', reason: 'unsubscribed' });
  });

  test('A link that is followed after its customer was erased unsubscribes, and does not bring the address back', async () => {
    const person = { firstName: 'Fern', lastName: 'Betula', email: 'fern.betula@example.com' };
    const { id } = (await owner.post('/api/customers', person).then(expectStatus(201))).body;
    await owner.post(`/api/customers/${id}/erase`, { confirm: 'Fern Betula' }).then(expectStatus(200));
    expect((await fetch(linkOf('Fern.Betula@example.com').call, ONE_CLICK)).status).toBe(200);
    expect(await of(person.email)).toMatchObject({ status: 'suppressed', address: '[erased]', erased: true });
    expect((await fetch(linkOf(person.email).call, ONE_CLICK)).status).toBe(200);
    expect(await filesContaining(server.dataDir, ['betula', 'Betula'])).toEqual([]);
  });

  test('A form that is far too large is 413, and says so', async () => {
    const { call } = linkOf('large@example.com');
    const answer = await fetch(call, { ...ONE_CLICK, body: `from=page&x=${'x'.repeat(1_100_000)}` });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'too_large', message: expect.any(String) });
  });

  test('A forged link is told in plain words that it is none', async () => {
    const { call, page } = linkOf('forged@example.com');
    const forged = `${call.slice(0, -2)}${call.endsWith('AA') ? 'BA' : 'AA'}`;
    const answer = await fetch(forged, ONE_CLICK);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('does not unsubscribe anybody') });
    expect((await fetch(`${page}AAAA`)).status).toBe(404);
    expect((await fetch(`${server.url}/api/public/unsubscribe/guessed`, ONE_CLICK)).status).toBe(404);
    expect(await of('forged@example.com')).toBeNull();
  });
});

test('A customer who unsubscribed gets the emails about their own quote and invoice', async () => {
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'own@example.com', address: '3 Elm St' };
  const customerId = (await owner.post('/api/customers', ada).then(expectStatus(201))).body.id;
  expect((await fetch(linkOf(ada.email).call, ONE_CLICK)).status).toBe(200);
  const made = async (path: string, body: object) => {
    const { id } = (await owner.post(path, body).then(expectStatus(201))).body;
    await owner.post(`${path}/${id}/send`).then(expectStatus(200));
    return id;
  };
  const items = [{ service: 'tree_removal', unitPrice: '1200' }];
  const quote = { customerName: 'Ada Lovelace', customerEmail: ada.email, propertyAddress: '3 Elm St', items };
  const ids = [
    await made('/api/quotes', quote),
    await made('/api/invoices', { customerId, lines: [{ description: 'The oak', unitPrice: 1_000 }] }),
  ];
  const mailsWith = async (status: string) =>
    (await owner.get('/api/mails').then(expectStatus(200))).body.filter(
      (mail: { recordId: string; status: string }) => ids.includes(mail.recordId) && mail.status === status,
    );
  await expect.poll(() => mailsWith('held'), { timeout: 30_000 }).toHaveLength(2);
  now += 10_000;
  await expect.poll(() => mailsWith('sent'), { timeout: 30_000 }).toHaveLength(2);
  expect(smtp.received.map(({ to }) => to)).toEqual([[ada.email], [ada.email]]);
});

test('The key of the unsubscribe links is made at the first start, so that each backup has it', async () => {
  const fresh = await startTestServer();
  try {
    expect(mailboxKey(fresh)).toHaveLength(32);
  } finally {
    await fresh.close();
  }
});

test('Without the key of the suppressed addresses nobody can tell who unsubscribed; the answer and health say so', async () => {
  const { call, page } = linkOf('late@example.com');
  await add('before@example.com').then(expectStatus(201));
  const state = new DatabaseSync(join(server.dataDir, 'state.db'));
  const key = state.prepare("SELECT * FROM records WHERE key = 'mailbox-key'").get() as Record<string, string>;
  state.exec("DELETE FROM records WHERE key = 'mailbox-key'");
  try {
    expect(await add('after@example.com')).toMatchObject({ status: 503, body: { code: 'mailbox_key_lost' } });
    expect((await fetch(call, ONE_CLICK)).status).toBe(503);
    expect((await fetch(page)).status).toBe(503);
    const { body } = await owner.get('/api/health').then(expectStatus(200));
    expect(body).toMatchObject({
      ok: false,
      suppressions: { problem: expect.stringContaining('no marketing is sent') },
    });
  } finally {
    const names = Object.keys(key);
    state
      .prepare(`INSERT INTO records (${names.join()}) VALUES (${names.map(() => '?').join()})`)
      .run(...Object.values(key));
    state.close();
  }
  expect(await of('before@example.com')).toMatchObject({ status: 'suppressed' });
  expect((await owner.get('/api/health')).body).toMatchObject({ ok: true, suppressions: { problem: null } });
});
