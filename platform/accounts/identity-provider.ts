import * as openid from 'openid-client';
import { reasonOf, refusalOf, SignInRefused } from './sign-in-refused.ts';

/** Where people sign in outside Heartwood (OpenID Connect). */
export interface IdentityProviderConfig {
  /** An https address, or an http one on this machine. */
  issuer: string;
  clientId: string;
  /** Null: a public client, which has none. */
  clientSecret: string | null;
  /** For the sign-in screen, after "Sign In with". */
  name: string;
}

/** The time limit of each request to the provider, so that a waiting person learns that it is down. */
const TIMEOUT_SECONDS = 5;
const SCOPE = 'openid email profile';

/** What must be kept while the browser is at the provider; a secret. */
export interface Flow {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

/** Who the provider says a person is; all of it was verified. */
export interface Identity {
  issuer: string;
  /** Never reused by the provider for another person, as an email address may be. */
  subject: string;
  /** The email address that the provider has verified, or null. @throws SignInRefused */
  verifiedEmail(): Promise<string | null>;
}

export interface IdentityProvider {
  /** For the sign-in screen. */
  name: string;
  /**
   * Begins an authorization code flow with PKCE.
   * @returns the provider's address to send the browser to, and what `finish` needs
   * @throws SignInRefused `provider_unavailable`
   */
  begin(redirectUri: string): Promise<{ url: string; flow: Flow }>;
  /**
   * Verifies the provider's answer, and its token's signature, issuer, audience, nonce and times.
   * @param query of the callback, with its question mark
   * @throws SignInRefused
   */
  finish(flow: Flow, query: string): Promise<Identity>;
}

/** An OpenID Connect provider. Its metadata is fetched when first needed, and again until it has answered. */
export function createIdentityProvider(
  settings: IdentityProviderConfig,
  timeoutSeconds: number = TIMEOUT_SECONDS,
): IdentityProvider {
  let discovered: Promise<openid.Configuration> | null = null;

  function provider(): Promise<openid.Configuration> {
    discovered ??= discover(settings, timeoutSeconds).catch((cause) => {
      discovered = null;
      throw new SignInRefused('provider_unavailable', reasonOf(cause));
    });
    return discovered;
  }

  return {
    name: settings.name,

    async begin(redirectUri) {
      const configuration = await provider();
      const flow: Flow = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
        redirectUri,
      };
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },

    async finish(flow, query) {
      const configuration = await provider();
      const callback = new URL(flow.redirectUri);
      callback.search = query;
      const tokens = await openid
        .authorizationCodeGrant(configuration, callback, {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.codeVerifier,
        })
        .catch(refuse);
      // Because a nonce is expected, the library accepts no answer without an ID token.
      const claims = tokens.claims() ?? refuse(null);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        async verifiedEmail() {
          const isTold = claims['email_verified'] !== undefined;
          if (isTold || configuration.serverMetadata().userinfo_endpoint === undefined) return emailIn(claims);
          return emailIn(await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(refuse));
        },
      };
    },
  };
}

function discover(settings: IdentityProviderConfig, timeout: number): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  // The library leaves a token's signature to TLS, but a proxy may end TLS, and http has none.
  const execute = [openid.enableNonRepudiationChecks];
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests);
  return openid.discovery(new URL(issuer), clientId, {}, clientAuthentication(clientSecret), { execute, timeout });
}

/** With the Authorization header, which every provider must accept, unless this one says that it does not. */
function clientAuthentication(secret: string | null): openid.ClientAuth {
  if (secret === null) return openid.None();
  const basic = openid.ClientSecretBasic(secret);
  const post = openid.ClientSecretPost(secret);
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

function emailIn(claims: Readonly<Record<string, unknown>>): string | null {
  const { email, email_verified: isVerified } = claims;
  return isVerified === true && typeof email === 'string' ? email : null;
}

function refuse(cause: unknown): never {
  throw refusalOf(cause);
}
