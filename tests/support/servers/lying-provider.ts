import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenHttp } from './http-listener.ts';

/** What an answer says in place of the truth. */
export interface Lie {
  /** In the provider's own description. */
  discovery?: object;
  /** In the parameters of the redirect back; `undefined` leaves one out. */
  callback?: Record<string, string | undefined>;
  /** In the ID token. */
  claims?: object;
  /** How the ID token is signed. */
  signature?: 'none' | 'stranger';
  /** The answer in place of the tokens; text is sent as is. */
  tokens?: { status: number; body: object | string };
  userinfo?: object;
}

export interface LyingProvider {
  issuer: string;
  env: Record<string, string>;
  /** From now on it lies like this, and only like this. */
  lie(lie: Lie): void;
  /** The token requests it received. */
  tokenRequests: { authorization: string | undefined; body: string }[];
  close(): Promise<void>;
}

const PERSON = { sub: 'sub-sam', email: 'sam@example.com', email_verified: true };
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** An OpenID provider that says whatever a test wants. @param port of an earlier one to replace */
export async function startLyingProvider(port = 0): Promise<LyingProvider> {
  const keys = newKeys();
  const strangersKeys = newKeys();
  const tokenRequests: LyingProvider['tokenRequests'] = [];
  let lie: Lie = {};
  let nonce = '';

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: listener.url, aud: 'heartwood', iat: now, exp: now + 60, nonce, ...PERSON, ...lie.claims };
    if (lie.signature === 'none') return `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
    return signed(claims, lie.signature === 'stranger' ? strangersKeys.privateKey : keys.privateKey);
  }

  const answers: Record<string, (url: URL, request: IncomingMessage, response: ServerResponse) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer: listener.url,
      authorization_endpoint: `${listener.url}/authorize`,
      token_endpoint: `${listener.url}/token`,
      userinfo_endpoint: `${listener.url}/userinfo`,
      jwks_uri: `${listener.url}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'none'],
      ...lie.discovery,
    }),
    '/keys': () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
    '/authorize': (url, _request, response) => {
      nonce = url.searchParams.get('nonce') ?? '';
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      const told = { code: 'the-code', state: url.searchParams.get('state') ?? '', ...lie.callback };
      for (const [name, value] of Object.entries(told)) if (value !== undefined) back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href });
    },
    '/token': async (_url, request, response) => {
      tokenRequests.push({ authorization: request.headers.authorization, body: await textOf(request) });
      response.statusCode = lie.tokens?.status ?? 200;
      return lie.tokens?.body ?? { access_token: 'the-access-token', token_type: 'Bearer', id_token: idToken() };
    },
    '/userinfo': () => lie.userinfo ?? PERSON,
  };

  const listener = await listenHttp(async (request, response) => {
    const url = new URL(request.url ?? '/', listener.url);
    const body = await answers[url.pathname]?.(url, request, response);
    if (body === undefined) response.end();
    else
      response
        .setHeader('content-type', 'application/json')
        .end(typeof body === 'string' ? body : JSON.stringify(body));
  }, port);

  return {
    issuer: listener.url,
    env: { OIDC_ISSUER: listener.url, OIDC_CLIENT_ID: 'heartwood', OIDC_CLIENT_SECRET: 'shared' },
    lie: (next) => {
      lie = next;
    },
    tokenRequests,
    close: listener.close,
  };
}

function signed(claims: object, key: KeyObject): string {
  const content = `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
