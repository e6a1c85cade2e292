import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, addUser, linkToken, PASSWORD } from '../../support/accounts.ts';
import { runScript } from '../../support/processes/process.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { createVisitor } from '../../support/requests/visitor.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';
import { type LyingProvider, startLyingProvider } from '../../support/servers/lying-provider.ts';
import { type CapturedLog, captureLog } from '../../support/stores/captured-log.ts';
import { filesOf } from '../../support/stores/embedded-log.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';
/** Typed into the name field, as happens. */
const TYPED_PASSWORD = 'My Secret Quillfeather 77';

let folder: TempFolder;
let provider: LyingProvider;
let captured: CapturedLog;
let server: TestServer;
let owner: Client;
let sam: { id: string; client: Client };
let later = 0;

beforeAll(async () => {
  folder = await tempFolder();
  provider = await startLyingProvider();
  captured = captureLog();
  await start();
  sam = await addSignedIn(server, owner, 'sam', { email: 'sam@example.com' });
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await folder.remove();
});

async function start(): Promise<void> {
  const env = { ...provider.env, DATA_DIR: folder.path, TRUST_PROXY: '127.0.0.1' };
  server = await startTestServer(env, () => Date.now() + later, { log: captured.log });
  owner = await server.signIn();
}

/** Late enough that whatever comes next is a separate record. */
function afterAWhile(): void {
  later += 61_000;
}

interface Seen {
  type: string;
  subjectName: string | null;
  [field: string]: unknown;
}

/** What the work recorded, oldest first, without the owner's own look-up. */
async function recordedBy(work: () => Promise<unknown>): Promise<Seen[]> {
  afterAWhile();
  const list = async () => (await owner.get('/api/security-events').then(expectStatus(200))).body as Seen[];
  const before = (await list())[0]?.['id'];
  await work();
  const after = await list();
  const end = after.findIndex(({ id }) => id === before);
  return after.slice(0, end < 0 ? undefined : end).reverse();
}

const types = (seen: Seen[]) => seen.map(({ type, detail }) => (detail === null ? type : `${type}: ${detail}`));

describe('are recorded', () => {
  test('Sign-ins that succeed and fail are recorded, by whom, from where and with what', async () => {
    const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.5' };
    const login = (body: object) => createClient(server.url).post('/api/auth/login', body, headers);
    const seen = await recordedBy(async () => {
      await login({ username: 'SAM', password: 'not this one' }).then(expectStatus(401));
      await login({ username: 'sam', password: PASSWORD }).then(expectStatus(200));
    });
    const from = { address: '203.0.113.5', browser: 'Firefox on Windows', count: 1, isRest: false };
    expect(seen).toEqual([
      expect.objectContaining({ ...from, type: 'sign_in_failed', actor: null, subject: sam.id, subjectName: 'sam' }),
      expect.objectContaining({ ...from, type: 'sign_in_succeeded', actor: sam.id, subject: sam.id, actorName: 'sam' }),
    ]);
    expect(Date.parse(seen[0]?.['at'] as string)).toBeGreaterThan(Date.now());
  });

  test('A sign-in with a name that nobody has is recorded, the name never as it was typed', async () => {
    const seen = await recordedBy(() =>
      server.stranger.post('/api/auth/login', { username: TYPED_PASSWORD, password: 'x' }).then(expectStatus(401)),
    );
    expect(seen).toMatchObject([{ type: 'sign_in_failed', subject: null, subjectName: null }]);
    expect(filesOf(folder.path, 'state.db').includes('Quillfeather')).toBe(false);
    expect(captured.text()).not.toContain('Quillfeather');
  });

  test('Sign-ins refused after too many tries are recorded', async () => {
    const seen = await recordedBy(async () => {
      const tries = Array.from({ length: 9 }, () =>
        server.stranger.post('/api/auth/login', { username: 'sam@example.com', password: 'x' }),
      );
      expect((await Promise.all(tries)).map(({ status }) => status)).toContain(429);
    });
    expect(seen.toSorted((a, b) => a.type.localeCompare(b.type))).toMatchObject([
      { type: 'sign_in_failed', subject: sam.id, count: 5 },
      { type: 'sign_in_refused', subject: sam.id, count: 4, detail: 'too_many_tries' },
    ]);
  });

  test('External sign-ins are recorded, with the reason of those that fail', async () => {
    const seen = await recordedBy(async () => {
      for (const lie of [{}, { callback: { code: undefined, error: 'access_denied' } }, { claims: { sub: 'else' } }]) {
        provider.lie(lie);
        await createVisitor().follow(`${server.url}/api/login`, '/');
      }
    });
    expect(types(seen)).toEqual([
      'sign_in_succeeded: external',
      'sign_in_failed: cancelled',
      'sign_in_failed: unknown_account',
    ]);
    expect(seen[0]).toMatchObject({ subject: sam.id });
  });

  test('Sign-outs are recorded, and so are sessions that others end', async () => {
    later += 20 * 60_000;
    const again = () => server.signIn({ username: 'sam', password: PASSWORD });
    const clients = [await again(), await again(), await again()];
    const seen = await recordedBy(async () => {
      await clients[0]?.get('/api/logout').then(expectStatus(302));
      const { body } = await owner.get(`/api/users/${sam.id}/sessions`).then(expectStatus(200));
      await owner.delete(`/api/users/${sam.id}/sessions/${body[0].id}`).then(expectStatus(204));
      await owner.delete(`/api/users/${sam.id}/sessions`).then(expectStatus(204));
      const last = await again();
      const [own] = (await last.get('/api/auth/sessions').then(expectStatus(200))).body;
      await (await again()).delete(`/api/auth/sessions/${own.id}`).then(expectStatus(204));
      await (await again()).post('/api/auth/sign-out-everywhere').then(expectStatus(200));
    });
    expect(types(seen.filter(({ type }) => type !== 'sign_in_succeeded'))).toEqual([
      'signed_out',
      'sessions_ended: one_session',
      'sessions_ended: everywhere',
      'signed_out: another_session',
      'signed_out: everywhere',
    ]);
    expect(seen[1]).toMatchObject({ actorName: 'owner', subjectName: 'sam' });
  });

  test('Password links that are made, used and tried are recorded, and so are passwords that are changed', async () => {
    const id = await addUser(owner, 'linked');
    const seen = await recordedBy(async () => {
      const token = await linkToken(owner, id);
      const client = createClient(server.url);
      await client.post('/api/auth/set-password', { token, password: PASSWORD }).then(expectStatus(200));
      await server.stranger.post('/api/auth/set-password', { token, password: PASSWORD }).then(expectStatus(410));
      const change = (currentPassword: string) =>
        client.post('/api/auth/change-password', { currentPassword, newPassword: `${PASSWORD} too` });
      await change('not this one').then(expectStatus(403));
      await change(PASSWORD).then(expectStatus(200));
    });
    expect(types(seen)).toEqual([
      'password_link_made',
      'password_link_used',
      'sign_in_succeeded: link',
      'password_link_refused: POST /api/auth/set-password',
      'password_check_failed: POST /api/auth/change-password',
      'password_changed',
    ]);
    expect(seen.filter(({ subject }) => subject !== id)).toHaveLength(1);
  });

  test('Second factors are recorded: set up, asked for, used and taken away', async () => {
    const { id, client } = await addSignedIn(server, owner, 'careful');
    const login = (code?: string) => {
      const body = { username: 'careful', password: PASSWORD, code };
      return createClient(server.url).post('/api/auth/login', body);
    };
    const base = '/api/auth/second-factor';
    const seen = await recordedBy(async () => {
      const { secret } = (await client.post(`${base}/begin`, { password: PASSWORD }).then(expectStatus(200))).body;
      const timestamp = Date.now() + later;
      const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: timestamp + steps * 30_000 });
      const on = await client.post(`${base}/confirm`, { code: code(0) }).then(expectStatus(200));
      await login().then(expectStatus(401));
      await login('000000').then(expectStatus(401));
      await login(code(1)).then(expectStatus(200));
      await login(on.body.recoveryCodes[0]).then(expectStatus(200));
      await owner.delete(`/api/users/${id}/second-factor`).then(expectStatus(204));
      await owner.delete(`/api/users/${id}/second-factor`).then(expectStatus(204));
    });
    expect(types(seen)).toEqual([
      'second_factor_added',
      'second_factor_failed: wrong_code',
      'sign_in_succeeded: second_factor',
      'recovery_code_used',
      'second_factor_removed',
    ]);
    expect(seen.map(({ subjectName }) => subjectName)).toEqual(Array(5).fill('careful'));
    expect(seen.map(({ actorName }) => actorName)).toEqual(['careful', null, 'careful', 'careful', 'owner']);
  });

  test('Changes of accounts and roles are recorded, by a form as by an undo, and once where a command comes twice', async () => {
    const seen = await recordedBy(async () => {
      const key = { 'idempotency-key': 'the same' };
      const body = { username: 'kim', role: 'office' };
      const { id } = (await owner.post('/api/users', body, key).then(expectStatus(201))).body;
      await owner.post('/api/users', body, key).then(expectStatus(201));
      const made = await owner.patch(`/api/users/${id}`, { role: 'owner' }).then(expectStatus(200));
      const commandId = made.headers.get('x-command-id');
      await owner.post('/api/undo', { category: 'user', id, commandId }).then(expectStatus(200));
      await owner.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
      await owner.patch(`/api/users/${id}`, { disabled: false }).then(expectStatus(200));
    });
    expect(types(seen)).toEqual([
      'account_added: office',
      'role_changed: owner',
      'role_changed: office',
      'account_disabled',
      'account_enabled',
    ]);
    expect(seen.filter(({ actorName, subjectName }) => actorName !== 'owner' || subjectName !== 'kim')).toEqual([]);
  });

  test('Exports of every list are recorded', async () => {
    const lists = ['leads-working', 'customers', 'equipment', 'users', 'security-events'];
    const seen = await recordedBy(async () => {
      for (const list of lists) await owner.get(`/api/${list}?format=csv`).then(expectStatus(200));
    });
    expect(seen.map(({ type }) => type)).toEqual(lists.map(() => 'data_exported'));
    expect(seen.map(({ detail }) => detail)).toEqual(['leads', 'customers', 'equipment', 'people', 'security-events']);
  });

  test('What a role may not do is recorded, and so are requests of other sites', async () => {
    sam.client = await server.signIn({ username: 'sam', password: PASSWORD });
    const seen = await recordedBy(async () => {
      await sam.client.post('/api/users', { username: 'x', role: 'owner' }).then(expectStatus(403));
      await sam.client.get('/api/history/user/owner').then(expectStatus(403));
      await owner.post('/api/leads', {}, { origin: 'https://elsewhere.example' }).then(expectStatus(403));
    });
    expect(types(seen)).toEqual([
      'access_refused: POST /api/users',
      'access_refused: GET /api/history/:category/:id',
      'cross_site_refused: POST /api/leads',
    ]);
    expect(seen[0]).toMatchObject({ actorName: 'sam', subjectName: 'sam' });
  });

  test('A password that is replaced on the server itself is recorded', async () => {
    await server.close();
    const { code, output } = await runScript('scripts/set-password.ts', ['sam'], { DATA_DIR: folder.path });
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/ is [\w-]{22} \(shown this once\)/),
    });
    await start();
    const { body } = await owner.get('/api/security-events?type=password_set').then(expectStatus(200));
    expect(body).toEqual([expect.objectContaining({ actor: null, subject: sam.id, address: null, browser: null })]);
  });
});

describe('the list', () => {
  test('The list of security events is for the owner alone', async () => {
    sam.client = await addSignedIn(server, owner, 'sammy').then(({ client }) => client);
    await sam.client.get('/api/security-events').then(expectStatus(403));
    await server.stranger.get('/api/security-events').then(expectStatus(401));
  });

  test('The list of security events is paged, the newest first, and narrowed by type and account', async () => {
    const { body: all } = await owner.get('/api/security-events').then(expectStatus(200));
    const paged: unknown[] = [];
    for (let cursor = ''; ; ) {
      const answer = await owner.get(`/api/security-events?limit=7${cursor}`).then(expectStatus(200));
      paged.push(...answer.body);
      const next = answer.headers.get('x-next-cursor');
      if (next === null) break;
      cursor = `&cursor=${next}`;
    }
    expect(paged).toEqual(all);
    const times = all.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    const { body: roles } = await owner.get('/api/security-events?type=role_changed').then(expectStatus(200));
    expect(roles).toEqual(all.filter(({ type }: Seen) => type === 'role_changed'));
    const { body: ofSam } = await owner.get(`/api/security-events?user=${sam.id}`).then(expectStatus(200));
    expect(ofSam).toEqual(all.filter(({ actor, subject }: Seen) => actor === sam.id || subject === sam.id));
    await owner.get('/api/security-events?type=other').then(expectStatus(400));
    await owner.get('/api/security-events?cursor=other').then(expectStatus(400));
  });

  test('The list of security events comes as CSV', async () => {
    const { body } = await owner.get('/api/security-events?format=csv&type=role_changed').then(expectStatus(200));
    const [header, first] = (body as string).split('\r\n');
    expect(header).toBe('id,type,at,until,count,actor,actorName,subject,subjectName,address,browser,detail,isRest');
    expect(first).toMatch(/,role_changed,/);
  });
});

test('No line of the log holds an address or a name', () => {
  expect(captured.lines().filter(({ security }) => security === 'role_changed')).toHaveLength(2);
  expect(captured.text()).not.toMatch(/203\.0\.113\.5\b|sam@example\.com|"sam"|their own password/);
});

test('Hammering the sign-in makes few records and holds nobody up', async () => {
  const seen = await recordedBy(async () => {
    const login = (n: number) => {
      const from = { 'x-forwarded-for': `198.51.100.${n % 250}` };
      return server.stranger.post('/api/auth/login', { username: `nobody-${n}`, password: 'x' }, from);
    };
    // No more at once than may wait for their passwords to be checked.
    for (let begun = 0; begun < 300; begun += 30) {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => login(begun + n)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    }
    await server.signIn(OWNER);
  });
  const failed = seen.filter(({ type }) => type === 'sign_in_failed');
  expect(failed.length).toBeLessThanOrEqual(41);
  expect(failed.find(({ isRest }) => isRest)).toMatchObject({ count: expect.any(Number), address: null });
});
