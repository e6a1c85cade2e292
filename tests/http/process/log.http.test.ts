import { once } from 'node:events';
import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSignedIn, linkToken } from '../../support/accounts.ts';
import { spawnScript } from '../../support/processes/process.ts';
import type { Client } from '../../support/requests/client.ts';
import { createVisitor } from '../../support/requests/visitor.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';
import { type LyingProvider, startLyingProvider } from '../../support/servers/lying-provider.ts';
import { type CapturedLog, captureLog } from '../../support/stores/captured-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

/** Everything personal or secret here contains one of these. */
const MARK = 'Quillfeather';
const SECRET = 'S3cretQuill';
const LEAKS = /quillfeather|s3cretquill|the-access-token|the-code|eyJ|203\.0\.113\.77/i;

let folder: TempFolder;
let provider: LyingProvider;
let captured: CapturedLog;
let server: TestServer;
let owner: Client;
let leadId: string;
/** Moves past the counted sign-in tries from this machine. */
let later = 0;

beforeAll(async () => {
  folder = await tempFolder();
  provider = await startLyingProvider();
  captured = captureLog();
  await start();
  leadId = (await owner.post('/api/leads', { name: MARK, phone: SECRET }).then(expectStatus(201))).body.id;
  await owner.get(`/api/leads-working?search=${MARK}`).then(expectStatus(200));
});
beforeEach(() => captured.clear());
afterAll(async () => {
  await server.close();
  await provider.close();
  await folder.remove();
});

async function start(): Promise<void> {
  const env = { ...provider.env, DATA_DIR: folder.path, TRUST_PROXY: '127.0.0.1', OWNER_PASSWORD: OWNER.password };
  server = await startTestServer(env, () => Date.now() + later, { log: captured.log, loginsPerMinute: 30 });
  owner = await server.signIn();
}

/** Sends what a client would tidy up. @returns the whole answer */
async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end(text);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  await once(socket, 'close');
  return answer;
}

describe('no line holds anything of a person, a secret or an address', () => {
  test('No line of the log holds anything of a person, a secret or an address after refusals of every kind', async () => {
    const { client: staff } = await addSignedIn(server, owner, `staff-${MARK}`, { email: `${MARK}@example.com` });
    const json = { 'content-type': 'application/json' };
    const key = { 'idempotency-key': MARK };
    const answers = [
      await owner.post('/api/leads', { name: [MARK], email: MARK, estimatedValue: MARK }),
      await owner.send('/api/leads', { method: 'POST', headers: json, body: `{"name":"${MARK}` }),
      await owner.send('/api/leads', { method: 'POST', headers: { 'content-type': `text/${MARK}` }, body: MARK }),
      await owner.post('/api/leads', { name: MARK.repeat(30_000) }),
      await owner.post('/api/leads', { name: MARK }, { 'idempotency-key': MARK.repeat(20) }),
      await owner.post('/api/leads', { name: MARK }, key).then(() => owner.post('/api/leads', { name: 'Other' }, key)),
      await owner.patch(`/api/leads/${leadId}`, { status: MARK }),
      await owner.patch(`/api/leads/${leadId}`, { name: MARK, expectedRevision: 90 }),
      await owner.patch(`/api/leads/${MARK}`, { name: MARK }),
      await owner.get(`/api/${MARK}?q=${MARK}`),
      await owner.get(`/api/leads-working?sort=${MARK}`),
      await owner.get(`/api/leads-working?cursor=${MARK}&limit=1`),
      await owner.get(`/api/history/${MARK}/${MARK}`),
      await owner.get(`/api/leads-working?limit=1`, { 'x-min-position': MARK }).then(() => ({ status: 400 })),
      await owner.post('/api/leads', { name: MARK }, { origin: `https://${MARK}.example` }),
      await staff.post('/api/users', { username: MARK, role: 'office' }),
      await server.stranger.get(`/api/customers?search=${MARK}`, { cookie: `heartwood_session=${SECRET}` }),
      await server.stranger.post('/api/auth/login', { username: MARK, password: SECRET }, { 'user-agent': MARK }),
      await server.stranger.post('/api/auth/login', { username: [MARK], password: { [MARK]: SECRET } }),
      await server.stranger.post('/api/auth/set-password', { token: SECRET, password: SECRET }),
      await staff.post('/api/auth/change-password', { currentPassword: SECRET, newPassword: SECRET }),
      await server.stranger.get(`/api/photos/${MARK}`, { 'x-forwarded-for': '203.0.113.77' }),
    ];
    expect(answers.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
    expect(await raw(`GET /api/%zz${MARK} HTTP/1.1\r\nHost: ${MARK}\r\n\r\n`)).toMatch(/^HTTP\/1.1 4/);
    expect(await raw(`${MARK} / HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 400/);
    const tries = Array.from({ length: 40 }, () =>
      server.stranger.post('/api/auth/login', { username: MARK, password: SECRET }),
    );
    expect((await Promise.all(tries)).map(({ status }) => status)).toContain(429);
    expect(captured.text()).not.toMatch(LEAKS);
    expect(captured.lines().filter(({ level }) => level >= 50)).toEqual([]);
  });

  test('No line of the log holds anything of a person, a secret or an address after external sign-ins that fail, and one that succeeds', async () => {
    const lies = [
      { claims: { sub: MARK, email: `${MARK}@example.com`, email_verified: true } },
      { claims: { nonce: SECRET } },
      { callback: { state: SECRET, code: MARK } },
      { callback: { code: undefined, error: MARK, error_description: MARK } },
      { tokens: { status: 400, body: { error: 'invalid_grant', error_description: MARK } } },
      { tokens: { status: 200, body: `{"access_token":"${SECRET}` } },
      { tokens: { status: 502, body: MARK } },
    ];
    for (const lie of lies) {
      provider.lie(lie);
      await createVisitor().follow(`${server.url}/api/login?hint=${MARK}`, '/');
    }
    expect(captured.lines().filter(({ msg }) => msg === 'external sign-in refused')).toHaveLength(lies.length - 1);
    expect(captured.text()).not.toMatch(LEAKS);
  });

  test('No line of the log holds anything of a person or a secret, and an event that cannot be read is found by its reference', async () => {
    const token = await linkToken(owner, 'owner');
    await server.close();
    const log = new DatabaseSync(`${folder.path}/log.db`);
    log.prepare(`UPDATE events SET data = ? WHERE stream = ?`).run(`{"name":"${MARK}`, `lead-${leadId}`);
    log.close();
    captured.clear();
    later = 60_000;
    await start();
    const answer = await owner.get(`/api/history/lead/${leadId}`).then(expectStatus(500));
    const reference = answer.headers.get('x-request-id');
    expect(answer.body.message).toBe(`A step of this record's history cannot be read. Reference: ${reference}.`);
    expect(captured.lines().filter((line) => line.reference === reference)).toEqual([
      expect.objectContaining({
        level: 50,
        method: 'GET',
        route: '/api/history/:category/:id',
        status: 500,
        err: expect.objectContaining({
          type: 'UndecodableEvent',
          about: expect.objectContaining({ stream: `lead-${leadId}`, revision: '0' }),
          stack: expect.arrayContaining([expect.stringContaining('event-log.ts')]),
        }),
      }),
    ]);
    expect(captured.text()).not.toMatch(LEAKS);
    expect(captured.text()).not.toContain(token);
  });
});

test('What nothing catches is logged with its stack, and ends the process', async () => {
  const thrower = `process.once('SIGUSR2', () => void Promise.reject(new Error('${MARK}')))`;
  const child = spawnScript('scripts/start.ts', ['--api-only'], {
    PORT: '0',
    DATA_DIR: `${folder.path}/crash`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(thrower)}`,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 20_000 }).toContain('listens on');
  child.kill('SIGUSR2');
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  const line = output.split('\n').find((each) => each.includes('"level":60')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({
    origin: 'unhandledRejection',
    err: { type: 'Error', stack: expect.any(Array) },
  });
  expect(output).not.toContain(MARK);
});
