import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchDescribed } from '../../support/requests/described.ts';
import { createVisitor, type Visitor } from '../../support/requests/visitor.ts';
import { inCompany } from '../../support/samples/company.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';
import { type OidcProvider, type Person, startOidcProvider } from '../../support/servers/oidc-provider.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const PASSWORD = 'their own password';
const sam = { sub: 'sub-sam', email: 'sam@example.com', email_verified: true };

let folder: TempFolder;
let provider: OidcProvider;
let server: TestServer;
let now = Date.now();

beforeAll(async () => {
  folder = await tempFolder();
  await inCompany(folder.path, async ({ register, change }) => {
    await register('sam@example.com', 'office', PASSWORD);
    await register('kim@example.com', 'office', PASSWORD);
    await register('josé@example.com', 'office', PASSWORD);
    await register('gone@example.com', 'office', PASSWORD);
    await change('gone@example.com', { type: 'DisableUser' });
  });
  provider = await startOidcProvider();
  server = await startTestServer({ ...provider.env, DATA_DIR: folder.path }, () => now);
  provider.serve(`${server.url}/api/login/callback`);
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await folder.remove();
});

/** Goes to the provider and back. @returns where the person lands, without the origin */
async function signIn(person: Person, visitor: Visitor = createVisitor()): Promise<string> {
  provider.seat(person);
  const end = await visitor.follow(`${server.url}/api/login`, '/');
  return end.slice(server.url.length);
}

/** Goes to the provider but not back. @returns the callback's address */
function goThere(person: Person, visitor: Visitor): Promise<string> {
  provider.seat(person);
  return visitor.follow(`${server.url}/api/login`, '/api/login/callback');
}

/** Who is signed in on a browser, or null. */
async function account(visitor: Visitor): Promise<string | null> {
  const answer = await visitor.visit(`${server.url}/api/auth/user-working`);
  return answer.ok ? ((await answer.json()) as { username: string }).username : null;
}

describe('signing in with the provider', () => {
  test('Signing in with the provider is offered to a stranger, by the name that is configured', async () => {
    const { body } = await server.stranger.get('/api/auth/options').then(expectStatus(200));
    expect(body).toEqual({ externalSignIn: { name: 'a cloud development platform account' } });
  });

  test('Signing in with the provider asks for what is needed and no more, and keeps the flow in a cookie no script can read', async () => {
    const answer = await createVisitor().visit(`${server.url}/api/login`);
    const url = new URL(answer.headers.get('location') ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'heartwood',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${server.url}/api/login/callback`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^heartwood_sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/login; HttpOnly; SameSite=Lax$/,
    );
  });

  test('Signing in with the provider signs in the account of the verified email address, whatever its case', async () => {
    const visitor = createVisitor();
    expect(await signIn({ ...sam, email: 'Sam@Example.com' }, visitor)).toBe('/');
    expect(await account(visitor)).toBe('sam@example.com');
    expect(visitor.cookies(server.url)).toMatch(/^heartwood_session=[^;]+; heartwood_device=[^;]+$/);
  });

  test('Signing in with the provider signs in the same account again after its email address has changed there', async () => {
    const visitor = createVisitor();
    expect(await signIn({ ...sam, email: 'kim@example.com' }, visitor)).toBe('/');
    expect(await account(visitor)).toBe('sam@example.com');
  });

  test('Signing in with the provider gives another session than the one before, which ends', async () => {
    const owner = await server.signIn();
    const visitor = createVisitor();
    visitor.keep(server.url, owner.cookie() ?? '');
    expect(await account(visitor)).toBe(OWNER.username);
    expect(await signIn(sam, visitor)).toBe('/');
    expect(await account(visitor)).toBe('sam@example.com');
    await owner.get('/api/auth/user-working').then(expectStatus(401));
  });

  test('A session from signing in with the provider ends here with /api/logout', async () => {
    const visitor = createVisitor();
    await signIn(sam, visitor);
    const session = visitor.cookies(server.url);
    expect(await account(visitor)).toBe('sam@example.com');
    expect((await visitor.visit(`${server.url}/api/logout`)).headers.get('location')).toBe('/');
    expect(visitor.cookies(server.url)).not.toContain('heartwood_session');
    visitor.keep(server.url, session);
    expect(await account(visitor)).toBeNull();
  });
});

describe('the way to the provider', () => {
  async function begun(headers: Record<string, string>): Promise<boolean> {
    const answer = await server.stranger.get('/api/login', headers).then(expectStatus(302));
    const isBegun = answer.headers.get('set-cookie')?.includes('heartwood_sign_in=') ?? false;
    const location = answer.headers.get('location') ?? '';
    expect(location.startsWith(isBegun ? provider.issuer : '/')).toBe(true);
    if (!isBegun) expect(location).toBe('/');
    return isBegun;
  }

  test('The way to the provider is taken by our own link, a bookmark and a typed address, and where the browser does not say', async () => {
    for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }]) {
      expect(await begun(headers as Record<string, string>), JSON.stringify(headers)).toBe(true);
    }
  });

  test('The way to the provider from another site ends at the sign-in screen, whatever begins it there', async () => {
    for (const mode of ['navigate', 'no-cors', 'cors']) {
      expect(await begun({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode }), mode).toBe(false);
    }
  });
});

describe('nobody is signed in', () => {
  test.each<[string, Person, string]>([
    ['an email address without an account', { ...sam, sub: 'new', email: 'new@example.com' }, 'unknown_account'],
    ['a disabled account', { ...sam, sub: 'gone', email: 'gone@example.com' }, 'unknown_account'],
    [
      'an address that is not verified',
      { ...sam, sub: 'kim', email: 'kim@example.com', email_verified: false },
      'not_verified',
    ],
    ['an address given to another person since', { ...sam, sub: 'sub-sam-the-second' }, 'unknown_account'],
    [
      'an address that is like an account’s but for an accent',
      { ...sam, sub: 'jose', email: 'jose@example.com' },
      'unknown_account',
    ],
    ['a user name in place of an address', { ...sam, sub: 'owner', email: OWNER.username }, 'unknown_account'],
    ['a person who cancels', null, 'cancelled'],
  ])('Nobody is signed in by %s', async (_what, person, code) => {
    const visitor = createVisitor();
    expect(await signIn(person, visitor)).toBe(`/?signIn=${code}`);
    expect(visitor.cookies(server.url)).toBe('');
  });

  test('Nobody is signed in by an answer that comes a second time, nor by both of two at once', async () => {
    const visitor = createVisitor();
    const callback = await goThere(sam, visitor);
    const cookie = visitor.cookies(server.url);
    const come = () => fetchDescribed(callback, { headers: { cookie } });
    const answers = [...(await Promise.all([come(), come()])), await come()];
    expect(answers.map((answer) => answer.headers.get('location')).sort()).toEqual([
      '/',
      '/?signIn=expired',
      '/?signIn=expired',
    ]);
  });

  test('Nobody is signed in by an answer that another browser brings', async () => {
    const callback = await goThere(sam, createVisitor());
    expect((await createVisitor().visit(callback)).headers.get('location')).toBe('/?signIn=expired');
  });

  test('Nobody is signed in by another flow’s answer', async () => {
    const [mine, theirs] = [createVisitor(), createVisitor()];
    await goThere(sam, mine);
    const callback = await goThere(sam, theirs);
    expect((await mine.visit(callback)).headers.get('location')).toBe('/?signIn=failed');
    expect(await account(mine)).toBeNull();
  });

  test('Nobody is signed in after more than ten minutes at the provider', async () => {
    const [fast, slow] = [createVisitor(), createVisitor()];
    const inTime = await goThere(sam, fast);
    now += 9 * 60_000;
    expect((await fast.visit(inTime)).headers.get('location')).toBe('/');
    const late = await goThere(sam, slow);
    now += 11 * 60_000;
    expect((await slow.visit(late)).headers.get('location')).toBe('/?signIn=expired');
  });
});

test('Without a provider nothing is offered, and every way leads to the sign-in screen', async () => {
  const alone = await startTestServer();
  try {
    const { body } = await alone.stranger.get('/api/auth/options').then(expectStatus(200));
    expect(body).toEqual({ externalSignIn: null });
    for (const path of ['/api/login', '/api/login/callback?code=1&state=2']) {
      const answer = await alone.stranger.get(path).then(expectStatus(302));
      expect(answer.headers.get('location')).toBe('/');
    }
  } finally {
    await alone.close();
  }
});
