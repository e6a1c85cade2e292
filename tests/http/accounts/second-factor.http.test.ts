import { TOTP } from 'otpauth';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, linkToken, PASSWORD } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import { runScript } from '../../support/processes/process.ts';
import { type Answer, type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let server: TestServer;
let owner: Client;
let now = Date.now();
/** Lines of the log. */
const lines: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  server = await startTestServer({}, () => now, { log });
  owner = await server.signIn();
});
afterAll(() => server.close());

const STEP = 30_000;
const BASE = '/api/auth/second-factor';
const codeOf = (secret: string, at = now) => new TOTP({ secret }).generate({ timestamp: at });
const login = (username: string, code?: string, client = createClient(server.url)): Promise<Answer> =>
  client.post('/api/auth/login', { username, password: PASSWORD, code });

/** Turns the second factor on. */
async function setUp(client: Client, password = PASSWORD): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.post(`${BASE}/begin`, { password }).then(expectStatus(200));
  const { secret } = begun.body;
  const on = await client.post(`${BASE}/confirm`, { code: codeOf(secret) }).then(expectStatus(200));
  now += STEP; // the code that confirmed is used up
  return { secret, recoveryCodes: on.body.recoveryCodes };
}

async function withSecondFactor(username: string) {
  const added = await addSignedIn(server, owner, username);
  return { ...added, ...(await setUp(added.client)) };
}

describe('setting it up', () => {
  test('Setting up a second factor takes the password, then a code of the app, and gives ten recovery codes', async () => {
    const { client } = await addSignedIn(server, owner, 'ada');
    const off = { isOn: false, hasPassword: true, isRequired: false, recoveryCodesLeft: 0 };
    expect((await client.get(BASE)).body).toEqual(off);
    expect(await client.post(`${BASE}/begin`, { password: 'not this one' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', issues: [{ path: 'password' }] },
    });
    const begun = await client.post(`${BASE}/begin`, { password: PASSWORD }).then(expectStatus(200));
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(begun.body.uri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Heartwood:ada']);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Heartwood',
      secret: begun.body.secret,
      digits: '6',
      period: '30',
    });
    await login('ada').then(expectStatus(200)); // not in force yet
    const wrong = codeOf(begun.body.secret, now + 10 * STEP);
    expect(await client.post(`${BASE}/confirm`, { code: wrong })).toMatchObject({
      status: 403,
      body: { code: 'wrong_code', issues: [{ path: 'code' }] },
    });
    const code = codeOf(begun.body.secret);
    const on = await client.post(`${BASE}/confirm`, { code }).then(expectStatus(200));
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    for (const each of on.body.recoveryCodes) expect(each).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    expect((await client.get(BASE)).body).toEqual({ ...off, isOn: true, recoveryCodesLeft: 10 });
    expect(await login('ada', code)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
  });

  test('Setting up a second factor that took longer than 15 minutes has to be begun again', async () => {
    const { client } = await addSignedIn(server, owner, 'bob');
    const { body } = await client.post(`${BASE}/begin`, { password: PASSWORD }).then(expectStatus(200));
    now += 15 * 60_000;
    expect(await client.post(`${BASE}/confirm`, { code: codeOf(body.secret) })).toMatchObject({
      status: 409,
      body: { code: 'expired' },
    });
    expect(await login('bob')).toMatchObject({ status: 200 });
  });

  test.each([{}, { password: '' }, { password: { $ne: '' } }])(
    'Setting up a second factor is not begun by %j',
    async (body) => {
      expect(await owner.post(`${BASE}/begin`, body)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    },
  );
});

describe('signing in', () => {
  test('Signing in asks for a code, takes one that is a step off, and then neither it again nor an earlier one', async () => {
    const { secret } = await withSecondFactor('carol');
    expect(await login('carol')).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    const [early, late] = [codeOf(secret, now - STEP), codeOf(secret, now + STEP)];
    expect(await login('carol', codeOf(secret, now - 3 * STEP))).toMatchObject({ status: 401 });
    expect(await login('carol', codeOf(secret, now + 3 * STEP))).toMatchObject({ status: 401 });
    expect(await login('carol', `${late.slice(0, 3)} ${late.slice(3)}`)).toMatchObject({ status: 200 });
    expect(await login('carol', late)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await login('carol', early)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
  });

  test('Signing in lets one in of many who send the same code at once', async () => {
    const { secret, recoveryCodes } = await withSecondFactor('dan');
    for (const code of [codeOf(secret), recoveryCodes[0]]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => login('dan', code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      now += 16 * 60_000;
    }
  });

  test('Signing in takes a recovery code in place of the app, each once, however it is typed', async () => {
    const { client, recoveryCodes } = await withSecondFactor('eve');
    const [first = '', second = ''] = recoveryCodes;
    expect(await login('eve', first.toLowerCase().replace('-', ' '))).toMatchObject({ status: 200 });
    expect(await login('eve', first)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await login('eve', second)).toMatchObject({ status: 200 });
    expect((await client.get(BASE)).body.recoveryCodesLeft).toBe(8);
  });

  test('Signing in counts a wrong code as a try, and the password alone as none', async () => {
    const { secret } = await withSecondFactor('fay');
    for (let tries = 0; tries < 10; tries++) expect((await login('fay')).body.code).toBe('second_factor_required');
    for (let tries = 0; tries < 5; tries++) {
      expect((await login('fay', '000000')).body.code).toBe('wrong_code');
      if (tries < 4) expect((await login('fay')).body.code).toBe('second_factor_required');
    }
    expect(await login('fay', codeOf(secret))).toMatchObject({ status: 429 });
    expect(await login('fay')).toMatchObject({ status: 429 });
    now += 31_000;
    expect(await login('fay')).toMatchObject({ status: 401 });
    expect(await login('fay', codeOf(secret))).toMatchObject({ status: 200 });
  });

  test('Signing in looks at five of many codes that come at once', async () => {
    const { secret } = await withSecondFactor('gil');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => login('gil', index === 40 ? codeOf(secret) : `00000${index % 10}`)),
    );
    expect(answers.map(({ body }) => body.code).filter((code) => code === 'wrong_code')).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
  });

  test('Signing in says nothing of the code to who does not know the password, nor of a disabled account', async () => {
    const { id } = await withSecondFactor('hal');
    const stranger = await server.stranger.post('/api/auth/login', { username: 'hal', password: 'x', code: '000000' });
    expect(stranger).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    await owner.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
    expect(await login('hal')).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });

  test('Signing in by a link that sets the password asks for the code too', async () => {
    const { id, secret } = await withSecondFactor('ida');
    const client = createClient(server.url);
    const body = { token: await linkToken(owner, id), password: PASSWORD };
    const set = await client.post('/api/auth/set-password', body).then(expectStatus(200));
    expect(set.body.signedIn).toBe(false);
    await client.get('/api/leads-working').then(expectStatus(401));
    expect(await login('ida', codeOf(secret))).toMatchObject({ status: 200 });
  });
});

describe('afterwards', () => {
  test('New recovery codes take the place of the old ones', async () => {
    const { client, secret, recoveryCodes } = await withSecondFactor('joe');
    const renewed = await client.post(`${BASE}/recovery-codes`, { code: codeOf(secret) }).then(expectStatus(200));
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect(await login('joe', recoveryCodes[0])).toMatchObject({ status: 401 });
    expect(await login('joe', renewed.body.recoveryCodes[9])).toMatchObject({ status: 200 });
  });

  test('The second factor is turned off with a code, and not without', async () => {
    const { client, secret } = await withSecondFactor('kay');
    for (const [body, status, code] of [
      [{}, 400, 'invalid'],
      [{ password: 'not this one' }, 403, 'wrong_password'],
      [{ password: PASSWORD }, 403, 'second_factor_required'],
      [{ code: '000000' }, 403, 'wrong_code'],
    ] as const)
      expect(await client.post(`${BASE}/turn-off`, body)).toMatchObject({ status, body: { code } });
    await client.post(`${BASE}/turn-off`, { code: codeOf(secret) }).then(expectStatus(200));
    expect(await login('kay')).toMatchObject({ status: 200 });
    const { recoveryCodes } = await setUp(client);
    await client.post(`${BASE}/turn-off`, { code: recoveryCodes[0] }).then(expectStatus(200));
    expect(await login('kay')).toMatchObject({ status: 200 });
    expect(await client.post(`${BASE}/recovery-codes`, { password: PASSWORD })).toMatchObject({ status: 409 });
  });

  test('The password alone neither replaces the second factor nor makes new recovery codes, and leaves as many codes to guess', async () => {
    const { client, secret, recoveryCodes } = await withSecondFactor('kim');
    const refusal = { status: 403, body: { code: 'second_factor_required', issues: [{ path: 'code' }] } };
    // Five from this device, which has signed in before, and five from the account.
    for (let tries = 0; tries < 10; tries++) {
      const path = ['begin', 'recovery-codes', 'turn-off'][tries % 3];
      expect(await client.post(`${BASE}/${path}`, { password: PASSWORD }), path).toMatchObject(refusal);
      const guess = await client.post(`${BASE}/recovery-codes`, { code: '000000' });
      expect(guess).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
    }
    expect(await client.post(`${BASE}/turn-off`, { code: codeOf(secret) })).toMatchObject({ status: 429 });
    now += 31_000;
    const begun = await client.post(`${BASE}/begin`, { code: codeOf(secret) }).then(expectStatus(200));
    now += STEP;
    expect(await login('kim', codeOf(secret))).toMatchObject({ status: 200 }); // until the new one is confirmed
    await client.post(`${BASE}/confirm`, { code: codeOf(begun.body.secret) }).then(expectStatus(200));
    now += STEP;
    expect(await login('kim', codeOf(secret))).toMatchObject({ status: 401 });
    expect(await login('kim', recoveryCodes[1])).toMatchObject({ status: 401 });
    expect(await login('kim', codeOf(begun.body.secret))).toMatchObject({ status: 200 });
  });

  test('The owner sees who has a second factor and takes it from somebody who lost their phone; nobody else does', async () => {
    const { id, client } = await withSecondFactor('lou');
    const isOn = async () => (await owner.get('/api/users?search=lou')).body[0].hasSecondFactor;
    expect(await isOn()).toBe(true);
    await client.delete(`/api/users/${id}/second-factor`).then(expectStatus(403));
    await owner.delete('/api/users/owner/second-factor').then(expectStatus(409));
    await owner.delete('/api/users/nobody/second-factor').then(expectStatus(404));
    await owner.delete(`/api/users/${id}/second-factor`).then(expectStatus(204));
    expect(await isOn()).toBe(false);
    expect(await login('lou')).toMatchObject({ status: 200 });
  });

  test('No secret of a second factor is left in any file or line of the log, and none was ever in the history', async () => {
    const { id, client, secret, recoveryCodes } = await withSecondFactor('max');
    const plain = [...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))];
    expect(await filesContaining(server.dataDir, plain)).toEqual([]);
    expect(await filesContaining(server.dataDir, [secret], (name) => name.startsWith('log.db'))).toEqual([]);
    await client.post(`${BASE}/turn-off`, { code: codeOf(secret) }).then(expectStatus(200));
    expect(await filesContaining(server.dataDir, [secret])).toEqual([]);
    expect(lines.filter((line) => [secret, ...plain].some((each) => line.includes(each)))).toEqual([]);
    expect((await owner.get(`/api/history/user/${id}`)).body).toHaveLength(1);
  });
});

describe('required of owners', () => {
  const required = (rule: string) => owner.patch('/api/settings', { secondFactorForOwners: rule });

  test('Where it is required, an owner without a second factor sets it up before anything else is answered; others are not asked', async () => {
    const { id, client } = await addSignedIn(server, owner, 'nan', { role: 'owner' });
    const { client: staff } = await addSignedIn(server, owner, 'oli');
    await setUp(owner, 'a long enough password');
    await required('required').then(expectStatus(200));

    const fresh = createClient(server.url);
    const signedIn = await login('nan', undefined, fresh);
    expect(signedIn).toMatchObject({ status: 200, body: { secondFactorDue: true } });
    const refusal = { status: 403, body: { code: 'second_factor_setup_required' } };
    for (const path of ['/api/leads-working', '/api/users', '/api/settings', '/api/changes'])
      expect(await fresh.get(path), path).toMatchObject(refusal);
    expect(await fresh.post('/api/leads', { name: 'Oak' })).toMatchObject(refusal);
    expect(await fresh.patch('/api/settings', { secondFactorForOwners: 'optional' })).toMatchObject(refusal);
    const newPassword = { currentPassword: PASSWORD, newPassword: 'a better password' };
    expect(await fresh.post('/api/auth/change-password', newPassword)).toMatchObject(refusal);
    expect((await fresh.get('/api/health')).body).toEqual({ ok: true });
    expect(await client.get('/api/leads-working')).toMatchObject(refusal);
    await staff.get('/api/leads-working').then(expectStatus(200));
    expect((await staff.get('/api/auth/user-working')).body.secondFactorDue).toBe(false);

    expect((await fresh.get('/api/auth/user-working')).body).toMatchObject({ id, secondFactorDue: true });
    expect((await fresh.get(BASE)).body).toMatchObject({ isOn: false, isRequired: true });
    await setUp(fresh);
    await fresh.get('/api/leads-working').then(expectStatus(200));
    expect((await fresh.get('/api/auth/user-working')).body.secondFactorDue).toBe(false);
    await client.get('/api/logout').then(expectStatus(302));
    await required('optional').then(expectStatus(200));
  });

  test('Requiring a second factor of owners holds at once for a session that is in use, and so does what ends it', async () => {
    const { id, client } = await addSignedIn(server, owner, 'quin', { role: 'owner' });
    const status = async () => (await client.get('/api/leads-working')).status;
    const statuses = [await status()];
    const changed = await required('required').then(expectStatus(200));
    statuses.push(await status());
    const { secret } = await setUp(client);
    statuses.push(await status());
    await client.post(`${BASE}/turn-off`, { code: codeOf(secret) }).then(expectStatus(200));
    statuses.push(await status());
    await setUp(client);
    statuses.push(await status());
    await owner.delete(`/api/users/${id}/second-factor`).then(expectStatus(204));
    statuses.push(await status());
    const act = { category: 'company', id: 'main', commandId: changed.headers.get('x-command-id') };
    await owner.post('/api/undo', act).then(expectStatus(200));
    statuses.push(await status());
    expect(statuses).toEqual([200, 403, 200, 403, 200, 403, 200]);
  });

  test('Requiring a second factor of owners is a step of the company’s history, and the owner’s to say', async () => {
    const { client: staff } = await addSignedIn(server, owner, 'pam');
    await staff.patch('/api/settings', { secondFactorForOwners: 'required' }).then(expectStatus(403));
    await required('never').then(expectStatus(400));
    const { body } = await owner.get('/api/history/company/main').then(expectStatus(200));
    const field = 'secondFactorForOwners';
    expect(body.flatMap(({ changes }: { changes: object[] }) => changes).slice(0, 2)).toEqual([
      { field, before: 'optional', after: 'required' },
      { field, before: 'required', after: 'optional' },
    ]);
  });
});

test('The command npm run set-password removes the second factor', async () => {
  const folder = await tempFolder();
  const before = await startTestServer({ DATA_DIR: folder.path }, () => now);
  await setUp(await before.signIn(), OWNER.password);
  await before.close();
  const { code, output } = await runScript('scripts/set-password.ts', ['owner'], { DATA_DIR: folder.path });
  expect(code, output).toBe(0);
  expect(output).toContain('Their second factor is removed.');
  const password = /is (\S+) \(shown this once\)/.exec(output)?.[1] ?? '';
  const after = await startTestServer({ DATA_DIR: folder.path });
  await after.signIn({ username: 'owner', password });
  await after.close();
  await folder.remove();
});
