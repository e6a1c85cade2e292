import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Configuration, Provider } from 'oidc-provider';
import { listenHttp } from './http-listener.ts';

/** The person at the provider's screens; `null` presses Cancel. */
export type Person = { sub: string; email: string; email_verified: boolean } | null;

export interface OidcProvider {
  issuer: string;
  /** Environment variables of a Heartwood that uses it. */
  env: Record<string, string>;
  /** Where it may redirect people back to. */
  serve(redirectUri: string): void;
  /** Whoever is sent to it from now on is this person. */
  seat(person: Person): void;
  close(): Promise<void>;
}

const CLIENT = { client_id: 'heartwood', client_secret: 'a secret that both sides know' };

/** The real OpenID provider on a free port, whose screens are filled in at once. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const people = new Map<string, Person>();
  let provider: Provider | null = null;
  let seated: Person = null;

  const listener = await listenHttp((request, response) => {
    if (!provider) response.writeHead(503).end();
    else if (request.url?.startsWith('/interaction/')) void interact(provider, request, response, seated);
    else void provider.callback()(request, response);
  });

  return {
    issuer: listener.url,
    env: {
      OIDC_ISSUER: listener.url,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
    },
    serve(redirectUri) {
      provider = new Provider(listener.url, configuration(redirectUri, people));
    },
    seat(person) {
      seated = person;
      if (person) people.set(person.sub, person);
    },
    close: listener.close,
  };
}

function configuration(redirectUri: string, people: ReadonlyMap<string, Person>): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of a test'] },
    ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    async findAccount(_context, sub) {
      return { accountId: sub, claims: async () => ({ ...people.get(sub), sub }) };
    },
  };
}

/** Signs in if asked to, otherwise consents. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  person: Person,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' });
  if (prompt.name === 'login' || session?.accountId === undefined) {
    return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  }
  const grant = new provider.Grant({ accountId: session.accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true });
}
