import { describe, expect, test } from 'vitest';
import { createExternalSignIn } from '../../../../platform/accounts/external-sign-in.ts';
import { createIdentityProvider, type Identity } from '../../../../platform/accounts/identity-provider.ts';
import { sha256 } from '../../../../platform/runtime/ids.ts';
import { memoryState } from '../../../support/stores/memory-state.ts';

const ISSUER = 'https://id.example.com';
const identity = (subject: string, issuer = ISSUER): Identity => ({ issuer, subject, verifiedEmail: async () => null });

function start() {
  const state = memoryState();
  const provider = createIdentityProvider({
    issuer: ISSUER,
    clientId: 'heartwood',
    clientSecret: null,
    name: 'an account',
  });
  return { state, externalSignIn: createExternalSignIn(provider, state) };
}

describe('a binding', () => {
  test('A sign-in binding is of one identity and one user at an issuer, for good', async () => {
    const { externalSignIn } = start();
    expect(await externalSignIn.boundUser(identity('a'))).toBeNull();
    expect(await externalSignIn.bind(identity('a'), 'sam')).toBe(true);
    expect(await externalSignIn.bind(identity('a'), 'sam')).toBe(true);
    expect(await externalSignIn.bind(identity('b'), 'sam')).toBe(false);
    expect(await externalSignIn.bind(identity('a'), 'kim')).toBe(false);
    expect(await externalSignIn.boundUser(identity('a'))).toBe('sam');
    expect(await externalSignIn.boundUser(identity('b'))).toBeNull();
    expect(await externalSignIn.bind(identity('b'), 'kim')).toBe(true);
  });

  test('A sign-in binding at another issuer is another one', async () => {
    const { externalSignIn } = start();
    await externalSignIn.bind(identity('a'), 'sam');
    expect(await externalSignIn.bind(identity('a', 'https://other.example.com'), 'sam')).toBe(true);
    expect(await externalSignIn.boundUser(identity('a', 'https://third.example.com'))).toBeNull();
  });

  test('A sign-in binding is won by one of two identities that come at once', async () => {
    const { externalSignIn } = start();
    const won = await Promise.all(['a', 'b'].map((subject) => externalSignIn.bind(identity(subject), 'sam')));
    expect(won.sort()).toEqual([false, true]);
  });

  test('A sign-in binding that a crash left half made is completed at the next try', async () => {
    const { state, externalSignIn } = start();
    const key = `oidc/${sha256(`${ISSUER}\na`)}`;
    await state.put(`oidc-user/${sha256(ISSUER)}/sam`, key, { expected: 'none' });
    expect(await externalSignIn.bind(identity('a'), 'sam')).toBe(true);
    expect((await state.get(key))?.value).toBe('sam');
  });
});
