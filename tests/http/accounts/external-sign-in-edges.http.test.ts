import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentityProvider } from '../../../platform/accounts/identity-provider.ts';
import { addUser } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { createVisitor } from '../../support/requests/visitor.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { listenHttp } from '../../support/servers/http-listener.ts';
import { type LyingProvider, startLyingProvider } from '../../support/servers/lying-provider.ts';

let provider: LyingProvider;
/** A server with an account of the provider's person. */
let shared: TestServer;
let owner: Client;
let sam: string;
beforeAll(async () => {
  provider = await startLyingProvider();
  shared = await startTestServer(provider.env);
  owner = await shared.signIn();
  sam = await addUser(owner, 'sam', { email: 'sam@example.com' });
});
afterAll(async () => {
  await shared.close();
  await provider.close();
});

async function landing(url: string): Promise<string> {
  return (await createVisitor().follow(`${url}/api/login`, '/')).slice(url.length);
}

test('An account that was bound and is disabled since signs nobody in, and signs in once it is enabled', async () => {
  const landed = [await landing(shared.url)];
  for (const disabled of [true, false]) {
    await owner.patch(`/api/users/${sam}`, { disabled }).then(expectStatus(200));
    landed.push(await landing(shared.url));
  }
  expect(landed).toEqual(['/', '/?signIn=unknown_account', '/']);
});

test('An owner who signs in with the provider is not asked for the second factor that the company requires of passwords', async () => {
  const server = await startTestServer(provider.env);
  const byPassword = await server.signIn();
  await byPassword.patch('/api/users/owner', { email: 'sam@example.com' }).then(expectStatus(200));
  await byPassword.patch('/api/settings', { secondFactorForOwners: 'required' }).then(expectStatus(200));
  await byPassword.get('/api/leads-working').then(expectStatus(403));
  const visitor = createVisitor();
  await visitor.follow(`${server.url}/api/login`, '/');
  expect((await visitor.visit(`${server.url}/api/leads-working`)).status).toBe(200);
  expect(await (await visitor.visit(`${server.url}/api/auth/user-working`)).json()).toMatchObject({
    id: 'owner',
    secondFactorDue: false,
  });
  await server.close();
});

test('The way back from the provider is understood however its address is spelled', async () => {
  for (const spelled of ['/%61pi/login/callback', '/api/l%6fgin/callb%61ck']) {
    const visitor = createVisitor();
    const back = await visitor.follow(`${shared.url}/api/login`, '/api/login/callback');
    const answer = await visitor.visit(back.replace('/api/login/callback', spelled));
    expect(answer.headers.get('location')).toBe('/');
  }
});

test('PUBLIC_URL says where the provider sends people back to, and makes the cookie Secure', async () => {
  const server = await startTestServer({ ...provider.env, PUBLIC_URL: 'https://office.example.com/' });
  const answer = await createVisitor().visit(`${server.url}/api/login`);
  const url = new URL(answer.headers.get('location') ?? '');
  expect(url.searchParams.get('redirect_uri')).toBe('https://office.example.com/api/login/callback');
  expect(answer.headers.get('set-cookie')).toMatch(/^heartwood_sign_in=.*; HttpOnly; Secure; SameSite=Lax$/);
  await server.close();
});

test('A Host header that is no address is refused', async () => {
  const answer = await shared.server.app.inject({ url: '/api/login', headers: { host: 'no address' } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ message: 'The Host header is not an address.', code: 'malformed_request' });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('More tries than sign-in allows are refused, on the way to the provider and on the way back', async () => {
  const server = await startTestServer(provider.env, Date.now, { loginsPerMinute: 2 });
  for (const path of ['/api/login', '/api/login/callback?code=1&state=2']) {
    const statuses: number[] = [];
    for (let tries = 0; tries < 3; tries++) statuses.push((await createVisitor().visit(server.url + path)).status);
    expect(statuses).toEqual([302, 302, 429]);
  }
  await server.close();
});

test('A provider that does not answer in time is down', async () => {
  const silent = await listenHttp(() => undefined);
  const settings = { issuer: silent.url, clientId: 'heartwood', clientSecret: null, name: 'an account' };
  const begun = createIdentityProvider(settings, 0.05).begin('http://127.0.0.1/api/login/callback');
  await expect(begun).rejects.toMatchObject({
    code: 'provider_unavailable',
    message: expect.stringContaining('OAUTH_TIMEOUT'),
  });
  await silent.close();
});
