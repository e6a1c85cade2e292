import { randomBytes } from 'node:crypto';
import type { Json, StateStore } from '../../store/state.ts';
import { sha256 } from '../runtime/ids.ts';
import type { Flow, Identity, IdentityProvider } from './identity-provider.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** How long a person may take at the provider. */
export const FLOW_MS = 10 * 60 * 1000;

export interface ExternalSignIn {
  /** The provider's name, for the sign-in screen. */
  name: string;
  /**
   * @param redirectUri where the provider sends the browser back to
   * @returns the provider's address, and the secret that the same browser must bring back
   * @throws SignInRefused `provider_unavailable`
   */
  begin(redirectUri: string): Promise<{ url: string; secret: string }>;
  /**
   * Verifies what the browser brought back. This uses up the secret, so the same answer never counts twice.
   * @throws SignInRefused
   */
  finish(secret: string | undefined, query: string): Promise<Identity>;
  /** The user that an identity is bound to, or null. */
  boundUser(identity: Identity): Promise<string | null>;
  /**
   * Binds an identity to a user permanently.
   * @returns false if either is already bound to another: an email address that the provider has reassigned does not
   *   lead to its previous owner's account
   */
  bind(identity: Identity, userId: string): Promise<boolean>;
}

/** Flows and bindings of external sign-in, in the state store. */
export function createExternalSignIn(provider: IdentityProvider, state: StateStore): ExternalSignIn {
  async function take(key: string): Promise<Json> {
    const record = await state.get(key);
    // If two requests bring the same secret at once, only one of them deletes it and continues.
    if (!record || !(await state.delete(key))) throw new SignInRefused('expired', 'the flow is over or used up');
    return record.value;
  }

  /** Whether the record holds the value, set now or before. */
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
      // The user's side is written first: after a crash in between, the same identity completes it on its next try.
      const key = identityKey(identity);
      const userKey = `${OF_USER}${sha256(identity.issuer)}/${userId}`;
      if (!(await claim(userKey, key))) return false;
      if (await claim(key, userId)) return true;
      await state.delete(userKey);
      return false;
    },
  };
}

const OF_USER = 'oidc-user/';

/** Forgets every identity that is bound to a user, of any provider: each may then be somebody else's. */
export async function unbindAll(state: StateStore, userId: string): Promise<void> {
  for (const { key, value } of await state.list(OF_USER)) {
    if (!key.endsWith(`/${userId}`)) continue;
    await state.delete(value as string);
    await state.delete(key);
  }
}

function flowKey(secret: string): string {
  return `oidc-flow/${sha256(secret)}`;
}

function identityKey({ issuer, subject }: Identity): string {
  return `oidc/${sha256(`${issuer}\n${subject}`)}`;
}
