import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fold } from '../../../domain/kit/decider.ts';
import { isEnabledOwner, user } from '../../../domain/user/user.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import {
  accountEvents,
  accountProcess,
  demoting,
  disabling,
  enabling,
  promoting,
  refused,
  registering,
  revising,
} from '../../support/processes/account-process.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

let stores: ProductStores;
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(() => stores.close());

const aProcess = (append?: () => Promise<void> | void) => accountProcess(stores, append && { append });

describe('the last enabled owner', () => {
  const owners = async (...ids: string[]) => {
    for (const id of ids) await aProcess().send(id, registering(id));
  };
  const enabledOwners = async (...ids: string[]) => {
    const all = await Promise.all(ids.map((id) => accountEvents(stores, id)));
    return all.filter((events) => isEnabledOwner(fold(user, events as never[])));
  };

  test('The last enabled owner is neither disabled nor demoted', async () => {
    const { send } = aProcess();
    await owners('a', 'b');
    await send('c', registering('c', null, 'office'));
    await send('a', disabling);
    for (const command of [disabling, demoting]) await expect(send('b', command)).rejects.toEqual(refused('conflict'));
    await send('c', promoting);
    await send('b', demoting);
    await expect(send('c', demoting)).rejects.toEqual(refused('conflict'));
    await send('a', enabling);
    await send('c', demoting);
  });

  test('One enabled owner is left also where all leave at once, in two processes', async () => {
    const [one, other] = [aProcess(), aProcess()];
    await owners('a', 'b', 'c', 'd');
    const outcomes = await Promise.allSettled([
      one.send('a', demoting),
      other.send('b', disabling),
      one.send('c', disabling),
      other.send('d', demoting),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await enabledOwners('a', 'b', 'c', 'd')).toHaveLength(1);
  });

  test('An owner who is just leaving, in a process that is slow, does not count as an enabled owner', async () => {
    const [reached, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = aProcess(async () => {
      reached.resolve();
      await resume.promise;
    });
    await owners('a', 'b');
    const leaving = slow.send('a', demoting);
    await reached.promise;
    await expect(aProcess().send('b', demoting)).rejects.toEqual(refused('conflict'));
    resume.resolve();
    await leaving;
    expect(await enabledOwners('a', 'b')).toHaveLength(1);
  });

  test('An owner whose leaving died counts as an enabled owner once their account has changed', async () => {
    await owners('a', 'b');
    const dying = aProcess(() => {
      throw new Error('Died.');
    });
    await expect(dying.send('a', demoting)).rejects.toThrow('Died.');
    const { send } = aProcess();
    await send('a', revising('a@example.com'));
    await send('b', demoting);
    await expect(send('a', demoting)).rejects.toEqual(refused('conflict'));
  });

  test('A repeat of a demotion does not ask again for another enabled owner', async () => {
    const { send } = aProcess();
    await owners('a', 'b');
    const commandId = uuidv5('act', 'once');
    await send('a', demoting, { commandId });
    await send('a', promoting);
    await send('b', demoting);
    expect(await send('a', demoting, { commandId })).toMatchObject({ repeated: true });
    expect(await enabledOwners('a', 'b')).toHaveLength(1);
  });
});

describe('disabling', () => {
  test('Nobody disables their own account', async () => {
    const { send } = aProcess();
    for (const id of ['a', 'b']) await send(id, registering(id));
    await expect(send('a', disabling, { actor: 'a' })).rejects.toEqual(refused('conflict'));
    expect(await accountEvents(stores, 'a')).toHaveLength(1);
  });

  test('Disabling signs out everywhere, and enabling leaves it so', async () => {
    const { send, sessions } = aProcess();
    for (const id of ['a', 'b']) await send(id, registering(id));
    const secret = await sessions.open('a');
    expect(await sessions.find(secret, false)).not.toBeNull();
    await send('a', disabling);
    expect(await sessions.find(secret, false)).toBeNull();
    const late = await sessions.open('a');
    await send('a', enabling);
    expect(await sessions.find(late, false)).toBeNull();
  });
});

test('Two processes that change one account at once both do', async () => {
  const [one, other] = [aProcess(), aProcess()];
  await one.send('a', registering('a'));
  await Promise.all([
    one.send('a', revising('a@example.com')),
    other.send('a', { type: 'ReviseUser', details: { firstName: 'Ada' } }),
  ]);
  expect(await accountEvents(stores, 'a')).toHaveLength(3);
});
