import { randomBytes } from 'node:crypto';
import type { Json, StateStore } from '../../store/state.ts';
import { sha256 } from '../runtime/ids.ts';
import type { Flow, Identity, IdentityProvider } from './identity-provider.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** How long a person may take at the provider. */
export const FLOW_MS = 10 * 60 * 1000;

export interface ExternalSignIn {
  /** Of the provider, for the sign-in screen. */
  name: string;
  /**
   * @param redirectUri where the provider sends the browser back to
   * @returns the provider's address, and the secret that the same browser must bring back
   * @throws SignInRefused `provider_unavailable`
   */
  begin(redirectUri: string): Promise<{ url: string; secret: string }>;
  /**
   * Verifies what the browser brought back. Uses up the secret, so that the same answer never counts twice.
   * @throws SignInRefused
   */
  finish(secret: string | undefined, query: string): Promise<Identity>;
  /** The user that an identity was bound to, or null. */
  boundUser(identity: Identity): Promise<string | null>;
  /**
   * Binds an identity to a user for good.
   * @returns false where one of them is bound otherwise: an e-mail address that the provider gave to another person
   * does not lead to the account of the one before
   */
  bind(identity: Identity, userId: string): Promise<boolean>;
}

/** Flows and bindings of external sign-in, in the state store. */
export function createExternalSignIn(provider: IdentityProvider, state: StateStore): ExternalSignIn {
  async function take(key: string): Promise<Json> {
    const record = await state.get(key);
    // If two requests bring the same secret at once, only one of them deletes it and goes on.
    if (!record || !(await state.delete(key))) throw new SignInRefused('expired', 'the flow is over or used up');
    return record.value;
  }

  /** Whether the record holds the value, now or already. */
  async function claim(key: string, value: string): Promise<boolean> {
    const version = await state.put(key, value, { expected: 'none' });
    return version !== null || (await state.get(key))?.value === value;
  }

  return {
    name: provider.name,

    async begin(redirectUri) {
      const { url, flow } = await provider.begin(redirectUri);
      const secret = randomBytes(32).toString('base64url');
      await state.put(flowKey(secret), { ...flow }, { expected: 'none', ttlMs: FLOW_MS });
      return { url, secret };
    },

    async finish(secret, query) {
      if (secret === undefined) throw new SignInRefused('expired', 'the browser brought no flow');
      const flow = (await take(flowKey(secret))) as unknown as Flow;
      return provider.finish(flow, query);
    },

    async boundUser(identity) {
      return ((await state.get(identityKey(identity)))?.value as string | undefined) ?? null;
    },

    async bind(identity, userId) {
      // The user's side is written first: after a crash in between, the same identity completes it at its next try.
      const key = identityKey(identity);
      const userKey = `oidc-user/${sha256(identity.issuer)}/${userId}`;
      if (!(await claim(userKey, key))) return false;
      if (await claim(key, userId)) return true;
      await state.delete(userKey);
      return false;
    },
  };
}

function flowKey(secret: string): string {
  return `oidc-flow/${sha256(secret)}`;
}

function identityKey({ issuer, subject }: Identity): string {
  return `oidc/${sha256(`${issuer}\n${subject}`)}`;
}
