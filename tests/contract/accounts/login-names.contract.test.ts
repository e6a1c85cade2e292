import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLoginNames } from '../../../platform/accounts/login-names.ts';
import { StoreUnavailable } from '../../../store/event-store.ts';
import {
  accountEvents,
  accountProcess,
  refused,
  registering,
  revising,
} from '../../support/processes/account-process.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

let stores: ProductStores;
let now = Date.now();
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(() => stores.close());

const aProcess = (append?: () => void) => accountProcess(stores, { clock: () => now, ...(append && { append }) });

describe('a name to sign in with', () => {
  test('A name to sign in with is one person’s, whatever its case and accents, and whether it is a username or an email address', async () => {
    const { send, names } = aProcess();
    await send('a', registering('René', 'rene@example.com'));
    await expect(send('b', registering('rene'))).rejects.toEqual(refused('taken'));
    await expect(send('b', registering('RENE@example.com'))).rejects.toMatchObject({ field: 'username' });
    await expect(send('b', registering('bo', 'Rene@Example.com'))).rejects.toMatchObject({ field: 'email' });
    expect(await accountEvents(stores, 'b')).toEqual([]);
    expect(await names.userIdOf('rene')).toBe('a');
    await send('c', registering('Łukasz'));
    await expect(send('d', registering('lukasz'))).rejects.toEqual(refused('taken'));
    expect(await names.userIdOf('LUKASZ')).toBe('c');
  });

  test('A name to sign in with that was claimed by a command that failed is given back', async () => {
    const { send, names } = aProcess();
    await send('a', registering('ada', 'ada@example.com'));
    await expect(send('b', registering('bo', 'ada@example.com'))).rejects.toEqual(refused('taken'));
    expect(await names.userIdOf('bo')).toBeNull();
    await send('c', registering('bo'));
    expect(await names.userIdOf('bo')).toBe('c');
  });

  test('A name to sign in with is one person’s also where two processes give it away at once', async () => {
    const [one, other] = [aProcess(), aProcess()];
    const outcomes = await Promise.allSettled([one.send('a', registering('ada')), other.send('b', registering('ada'))]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes[0]?.status === 'fulfilled' ? 'a' : 'b';
    expect(await one.names.userIdOf('ada')).toBe(winner);
    expect(await accountEvents(stores, winner === 'a' ? 'b' : 'a')).toEqual([]);
  });

  test('A name to sign in with that a crash left without an account can be had a minute later, and not before', async () => {
    const { send, names } = aProcess();
    await names.claim('ada', 'gone', async () => false);
    await expect(send('a', registering('ada'))).rejects.toEqual(refused('taken'));
    now += 61_000;
    await send('a', registering('ada'));
    expect(await names.userIdOf('ada')).toBe('a');
    now += 61_000;
    await expect(send('b', registering('ada'))).rejects.toEqual(refused('taken'));
  });

  test('A name to sign in with that a crash left beside the account’s own is given back by its next change, and one on its way is not', async () => {
    const { send, names } = aProcess();
    await send('a', registering('ada', 'ada@example.com'));
    await names.claim('left@example.com', 'a', async () => false);
    now += 61_000;
    await names.claim('coming@example.com', 'a', async () => false);
    await send('a', revising('king@example.com'));
    expect(await names.userIdOf('left@example.com')).toBeNull();
    expect(await names.userIdOf('coming@example.com')).toBe('a');
    expect(await names.userIdOf('king@example.com')).toBe('a');
  });

  test('A name to sign in with is free once its person has another one, and theirs again by the undo', async () => {
    const { send, names } = aProcess();
    await send('a', registering('ada', 'ada@example.com'));
    await send('a', revising('king@example.com'));
    expect(await names.userIdOf('ada@example.com')).toBeNull();
    expect(await names.userIdOf('king@example.com')).toBe('a');
    await send('b', registering('bo', 'ada@example.com'));
    await expect(send('a', revising('ada@example.com'))).rejects.toEqual(refused('taken'));
    await send('b', revising(null));
    await send('a', revising('ada@example.com'));
    expect([...(await stores.state.list('login/'))].map(({ key }) => key)).toEqual([
      'login/ada',
      'login/ada@example.com',
      'login/bo',
    ]);
  });

  test('A name to sign in with stays its person’s where it is only written in another way', async () => {
    const { send, names } = aProcess();
    await send('a', registering('ada@example.com', 'ada@example.com'));
    await send('a', revising('Ada@Example.com'));
    await send('a', revising(null));
    expect(await names.userIdOf('ada@example.com')).toBe('a');
  });

  test('A name to sign in with is its person’s also where it was claimed before claims had a date', async () => {
    const { send, names } = aProcess();
    await send('a', registering('ada'));
    const record = await stores.state.get('login/ada');
    await stores.state.put('login/ada', 'a', { expected: record?.version ?? 'none' });
    expect(await names.userIdOf('ada')).toBe('a');
    await expect(send('b', registering('ada'))).rejects.toEqual(refused('taken'));
  });

  test('A name to sign in with stays claimed while it is not known whether its event is there', async () => {
    const { send, names } = aProcess(() => {
      throw new StoreUnavailable('Away.');
    });
    await expect(send('a', registering('ada'))).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await names.userIdOf('ada')).toBe('a');
    await aProcess().send('a', registering('ada'));
  });
});

/** Names claimed by an earlier version, which kept letters that people do not type. */
async function claimedBefore(names: Readonly<Record<string, string>>) {
  for (const [name, userId] of Object.entries(names))
    await stores.state.put(`login/${name}`, { userId, claimedAt: 0 }, { expected: 'none' });
  return createLoginNames(stores.state, () => 1_000_000);
}

const keys = async () => (await stores.state.list('login/')).map(({ key }) => key).sort();

describe('a name to sign in with that an earlier version claimed', () => {
  test('Names to sign in with that were claimed by an earlier version are moved to where they are looked for', async () => {
    const names = await claimedBefore({ łukasz: 'a', ada: 'b' });
    expect(await names.userIdOf('Łukasz')).toBe('a');
    for (const _ of ['at the start', 'and at the next one']) {
      await names.refold();
      expect(await keys()).toEqual(['login/ada', 'login/lukasz']);
    }
    for (const typed of ['łukasz', 'Lukasz', ' LUKASZ ']) expect(await names.userIdOf(typed)).toBe('a');
    expect(await names.claim('lukasz', 'c', async () => true)).toBe(false);
    await names.release('Łukasz', 'a');
    expect(await keys()).toEqual(['login/ada']);
  });

  test('Two people whose names became one both go on signing in', async () => {
    const names = await claimedBefore({ łukasz: 'a', lukasz: 'b' });
    await names.refold();
    expect(await names.userIdOf('Łukasz')).toBe('a');
    expect(await names.userIdOf('lukasz')).toBe('b');
    expect(await names.claim('łukasz', 'b', async () => true)).toBe(false);
    await names.release('łukasz', 'a');
    expect(await keys()).toEqual(['login/lukasz']);
  });

  test('A move of a name that was cut short is finished', async () => {
    const names = await claimedBefore({ łukasz: 'a', lukasz: 'a' });
    await names.refold();
    expect(await keys()).toEqual(['login/lukasz']);
    expect(await names.userIdOf('łukasz')).toBe('a');
  });
});
