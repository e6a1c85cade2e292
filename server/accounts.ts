import { createDeviceTokens } from '../platform/accounts/device-tokens.ts';
import { createExternalSignIn } from '../platform/accounts/external-sign-in.ts';
import { createIdentityProvider } from '../platform/accounts/identity-provider.ts';
import { createLoginNames } from '../platform/accounts/login-names.ts';
import { createPasswordLinks } from '../platform/accounts/password-links.ts';
import { createPasswords, type Passwords } from '../platform/accounts/passwords.ts';
import { createSecondFactor } from '../platform/accounts/second-factor.ts';
import type { SecurityEvents } from '../platform/accounts/security-events.ts';
import { createSessions } from '../platform/accounts/sessions.ts';
import { createSignIn } from '../platform/accounts/sign-in.ts';
import { createTries } from '../platform/accounts/tries.ts';
import type { Config } from '../platform/configuration/config.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { StateStore } from '../store/state.ts';

/** Who signs in, and how; all of it is in the state store, but for the accounts themselves. */
export async function openAccounts(options: {
  config: Pick<Config, 'identityProvider'>;
  state: StateStore;
  clock: Clock;
  security: SecurityEvents;
  /** How passwords are hashed. */
  passwords?: Passwords | undefined;
}) {
  const { config, state, clock, security, passwords = createPasswords() } = options;
  const sessions = createSessions(state, clock);
  const names = createLoginNames(state, clock);
  await names.refold();
  return {
    names,
    sessions,
    security,
    passwordLinks: createPasswordLinks(state, clock),
    signIn: createSignIn(state, passwords, clock),
    tries: createTries(state, clock),
    devices: createDeviceTokens(state),
    secondFactor: createSecondFactor(state, passwords, clock, sessions.forget),
    externalSignIn:
      config.identityProvider && createExternalSignIn(createIdentityProvider(config.identityProvider), state),
  };
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;
