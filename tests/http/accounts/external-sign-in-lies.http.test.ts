import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVisitor } from '../../support/requests/visitor.ts';
import { inCompany } from '../../support/samples/company.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { type Lie, type LyingProvider, startLyingProvider } from '../../support/servers/lying-provider.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const LONG_AGO = Math.floor(Date.now() / 1000) - 3_600;

/** A person not linked yet, whose email address only the userinfo endpoint gives. */
const UNTOLD = { sub: 'new', email: undefined, email_verified: undefined };
const ANOTHER = { sub: 'other', email: 'sam@example.com', email_verified: true };

let folder: TempFolder;
let provider: LyingProvider;
let server: TestServer;
const logged: string[] = [];

beforeAll(async () => {
  folder = await tempFolder();
  await inCompany(folder.path, ({ register }) => register('sam@example.com', 'office', 'their own password'));
  provider = await startLyingProvider();
  server = await startTestServer({ ...provider.env, DATA_DIR: folder.path }, Date.now, {
    log: pino({}, { write: (line: string) => void logged.push(line) }),
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await folder.remove();
});

/** Goes to the provider and back. @returns where the person lands, and with which cookies */
async function signIn(url = server.url): Promise<{ end: string; cookies: string }> {
  const visitor = createVisitor();
  const end = await visitor.follow(`${url}/api/login`, '/');
  return { end: end.slice(url.length), cookies: visitor.cookies(url) };
}

test('A provider that tells the truth signs people in', async () => {
  provider.lie({});
  expect(await signIn()).toEqual({ end: '/', cookies: expect.stringMatching(/^heartwood_session=/) });
});

describe('nobody is signed in by', () => {
  const SHORT = '{"access_token":"the-access-token';
  const NO_TOKEN = { access_token: 'the-access-token', token_type: 'Bearer' };
  const refusal = (error: string) => ({ code: undefined, error });

  test.each<[string, Lie, string, string]>([
    ['another nonce', { claims: { nonce: 'of another flow' } }, 'failed', 'unexpected ID Token "nonce"'],
    ['no nonce', { claims: { nonce: undefined } }, 'failed', '"nonce" (nonce) claim missing'],
    ['a token for another client', { claims: { aud: 'another' } }, 'failed', 'unexpected JWT "aud"'],
    ['a token for another among several', { claims: { aud: ['heartwood', 'x'], azp: 'x' } }, 'failed', '"azp"'],
    ['a token of another issuer', { claims: { iss: 'https://id.example.com' } }, 'failed', 'unexpected JWT "iss"'],
    ['an expired token', { claims: { iat: LONG_AGO, exp: LONG_AGO + 60 } }, 'failed', 'unexpected JWT "exp"'],
    ['a token of nobody', { claims: { sub: undefined } }, 'failed', '"sub" (subject) claim missing'],
    ['an unsigned token', { signature: 'none' }, 'failed', 'unsupported JWS "alg"'],
    ['a token that another signed', { signature: 'stranger' }, 'failed', 'JWT signature verification failed'],
    ['an answer without a token', { tokens: { status: 200, body: NO_TOKEN } }, 'failed', '"id_token" property'],
    ['an answer cut short', { tokens: { status: 200, body: SHORT } }, 'failed', 'OAUTH_PARSE_ERROR'],
    ['another state', { callback: { state: 'of another flow' } }, 'failed', 'unexpected "state"'],
    ['no state', { callback: { state: undefined } }, 'failed', '"state" missing'],
    ['no code', { callback: { code: undefined } }, 'failed', 'no authorization code'],
    [
      'the answer of another issuer',
      { callback: { iss: 'https://id.example.com' } },
      'failed',
      '"iss" (issuer) response',
    ],
    ['a refused code', { tokens: { status: 400, body: { error: 'invalid_grant' } } }, 'failed', 'invalid_grant'],
    ['a refusal', { callback: refusal('access_denied') }, 'cancelled', 'access_denied'],
    ['a forged refusal', { callback: { ...refusal('access_denied'), state: 'x' } }, 'failed', 'unexpected "state"'],
    ['an error', { callback: refusal('server_error') }, 'failed', 'server_error'],
    ['a busy provider', { callback: refusal('temporarily_unavailable') }, 'provider_unavailable', 'temporarily'],
    ['a provider in trouble', { tokens: { status: 502, body: {} } }, 'provider_unavailable', 'HTTP response status'],
    [
      'an address verified only in words',
      { claims: { sub: 'new', email_verified: 'true' } },
      'not_verified',
      'verified',
    ],
    ['no address at all', { claims: UNTOLD, userinfo: { sub: 'new' } }, 'not_verified', 'verified'],
    ['the address of another person', { claims: UNTOLD, userinfo: ANOTHER }, 'failed', 'body "sub" property'],
  ])('Nobody is signed in by %s', async (_what, lie, code, reason) => {
    provider.lie(lie);
    logged.length = 0;
    expect(await signIn()).toEqual({ end: `/?signIn=${code}`, cookies: '' });
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ code, reason: expect.stringContaining(reason) }),
      expect.objectContaining({ security: 'sign_in_failed', detail: code }),
    ]);
    expect(logged.join('')).not.toMatch(/the-code|the-access-token|eyJ|example\.com|sub-sam/);
  });
});

test('A client secret goes into the header, or into the body of a provider that takes it only there', async () => {
  provider.lie({});
  provider.tokenRequests.length = 0;
  await signIn();
  expect(provider.tokenRequests).toEqual([
    { authorization: `Basic ${btoa('heartwood:shared')}`, body: expect.not.stringContaining('client_secret') },
  ]);
  const other = await startLyingProvider();
  other.lie({ discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] } });
  const alone = await startTestServer(other.env);
  await signIn(alone.url);
  const { OIDC_CLIENT_SECRET: _secret, ...open } = other.env;
  const publicClient = await startTestServer(open);
  await signIn(publicClient.url);
  expect(other.tokenRequests).toEqual([
    { authorization: undefined, body: expect.stringContaining('client_secret=shared') },
    { authorization: undefined, body: expect.stringMatching(/^(?!.*client_secret).*code_verifier=/) },
  ]);
  for (const each of [alone, publicClient, other]) await each.close();
});

describe('a provider that is down', () => {
  test('A provider that is down leads back to the sign-in screen, and is asked again at the next try', async () => {
    const before = await startLyingProvider();
    const port = Number(new URL(before.issuer).port);
    await before.close();
    const alone = await startTestServer(before.env);
    const down = { end: '/?signIn=provider_unavailable', cookies: '' };
    expect(await signIn(alone.url)).toEqual(down);

    const liar = await startLyingProvider(port);
    liar.lie({ discovery: { issuer: 'https://id.example.com' } });
    expect(await signIn(alone.url)).toEqual(down);
    liar.lie({});
    expect(await signIn(alone.url)).toEqual({ end: '/?signIn=unknown_account', cookies: '' });

    const visitor = createVisitor();
    const callback = await visitor.follow(`${alone.url}/api/login`, '/api/login/callback');
    await liar.close();
    expect((await visitor.visit(callback)).headers.get('location')).toBe(down.end);
    await alone.close();
  });
});
