import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import { ensureOwner } from '../../../platform/accounts/first-owner.ts';
import { createPasswords } from '../../../platform/accounts/passwords.ts';
import { createSignIn, type SignIn } from '../../../platform/accounts/sign-in.ts';
import { createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createStreams } from '../../../platform/commands/streams.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { stateWith } from '../../support/stores/state-wrapper.ts';

let stores: ProductStores;
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(() => stores.close());

const PASSWORD = 'a long enough password';
const OWNER_IN = { kind: 'signed_in', userId: 'owner', by: 'password' };

/** What a start of the product uses; `write` is called before each of its writes and may end it by throwing. */
function aStart(write: () => void = () => {}) {
  const state = stateWith(stores.state, {
    async put(key, value, options) {
      write();
      return stores.state.put(key, value, options);
    },
  });
  const store: EventStore = {
    ...logWith(stores.log, {}),
    async append(stream, events, expected) {
      write();
      return stores.log.append(stream, events, expected);
    },
  };
  const clock = Date.now;
  const keys = subjectKeys(state);
  const streams = createStreams({ store, keys, records: recordFolds });
  const commands = createCommandHandler({ store, streams, keys, clock });
  const signIn: SignIn = createSignIn(state, createPasswords({ memory: 64, passes: 1 }), clock);
  return {
    signIn,
    ensure: (username = 'ada', password: string | null = PASSWORD) =>
      ensureOwner({ commands, signIn, clock }, username, password),
  };
}

const ownerEvents = () => stores.log.readStream('user-owner');

describe('the first start', () => {
  test('The first start makes the owner, with the configured password', async () => {
    const { ensure, signIn } = aStart();
    expect(await ensure()).toEqual({ kind: 'created', username: 'ada', generatedPassword: null });
    expect(await signIn.check({ name: 'Ada', password: PASSWORD })).toEqual(OWNER_IN);
    expect(await ownerEvents()).toMatchObject([
      { type: 'UserRegistered', data: { username: 'ada', role: 'owner' }, metadata: { actor: 'first-start' } },
    ]);
  });

  test('The first start makes up a password where none is configured', async () => {
    const { ensure, signIn } = aStart();
    const outcome = await ensure('ada', null);
    const generated = outcome.kind === 'created' ? outcome.generatedPassword : null;
    expect(generated).toMatch(/^[\w-]{22}$/);
    expect(await signIn.check({ name: 'ada', password: generated as string })).toEqual(OWNER_IN);
  });
});

describe('a later start', () => {
  test('A later start finds the owner, and appends nothing', async () => {
    await aStart().ensure();
    expect(await aStart().ensure()).toEqual({ kind: 'existing', passwordIgnored: false });
    expect(await aStart().ensure('ada', null)).toEqual({ kind: 'existing', passwordIgnored: false });
    expect(await ownerEvents()).toHaveLength(1);
  });

  test('A later start changes neither the password nor the name, and says that a password was ignored', async () => {
    await aStart().ensure();
    const { ensure, signIn } = aStart();
    expect(await ensure('bob', 'another password')).toEqual({ kind: 'existing', passwordIgnored: true });
    expect(await signIn.check({ name: 'ada', password: PASSWORD })).toEqual(OWNER_IN);
    expect(await signIn.userIdOf('bob')).toBeNull();
  });
});

test('Two first starts at once make one owner, who signs in with the password that one of them tells', async () => {
  const [one, other] = [aStart(), aStart()];
  const outcomes = await Promise.all([one.ensure('ada', null), other.ensure('ada', null)]);
  const told = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? outcome.generatedPassword : []));
  expect(told).toHaveLength(1);
  expect(await one.signIn.check({ name: 'ada', password: String(told[0]) })).toEqual(OWNER_IN);
  expect(await ownerEvents()).toHaveLength(1);
  expect(await stores.state.list('login/')).toHaveLength(1);
});

test('A start that dies at any of its writes is mended by the next one', async () => {
  let deaths = 0;
  for (let allowed = 0; ; allowed++) {
    await stores.close();
    stores = await openProductStores();
    let left = allowed;
    const dying = aStart(() => {
      if (left-- === 0) throw new Error('Died.');
    });
    const died = await dying.ensure().then(
      () => false,
      () => true,
    );
    const { ensure, signIn } = aStart();
    await ensure();
    expect(await signIn.check({ name: 'ada', password: PASSWORD })).toEqual(OWNER_IN);
    expect(await ownerEvents()).toHaveLength(1);
    if (!died) break;
    deaths++;
  }
  expect(deaths).toBe(4); // the credential, the subject's key, the event, the name
});
