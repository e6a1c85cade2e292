import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isEnabledOwner, type UserCommand, user } from '../../domain/user/user.ts';
import { handleAccounts } from '../../platform/accounts.ts';
import {
  type CommandContext,
  type CommandHandler,
  createCommandHandler,
  readWhole,
} from '../../platform/command-handler.ts';
import { uuidv5 } from '../../platform/ids.ts';
import { createLoginNames } from '../../platform/login-names.ts';
import { createPasswordLinks } from '../../platform/password-links.ts';
import { createSessions } from '../../platform/sessions.ts';
import { type EventStore, StoreUnavailable } from '../../store/event-store.ts';
import { subjectKeys } from '../../store/subject-keys.ts';
import { logWith } from '../support/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../support/product-stores.ts';

let stores: ProductStores;
let now = Date.now();
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(() => stores.close());

/** What one process of the product uses; `append` stands before each of its appends. */
function aProcess(append: () => Promise<void> | void = () => {}) {
  const { state } = stores;
  const clock = () => now;
  const store: EventStore = {
    ...logWith(stores.log, {}),
    async append(...given) {
      await append();
      return stores.log.append(...given);
    },
  };
  const names = createLoginNames(state, clock);
  const sessions = createSessions(state, clock);
  const commands = handleAccounts({
    commands: createCommandHandler({ store, keys: subjectKeys(state), clock }),
    log: stores.log,
    state,
    names,
    sessions,
    passwordLinks: createPasswordLinks(state, clock),
  });
  return { names, sessions, commands };
}

let acts = 0;
function send(commands: CommandHandler, id: string, command: UserCommand, context: Partial<CommandContext> = {}) {
  const commandId = uuidv5('act', String(acts++));
  const whole = { actor: 'somebody', commandId, body: '', correlationId: commandId, causationId: null, ...context };
  return commands.handle(user, id, [command], whole);
}

function registering(username: string, email: string | null = null, role: 'owner' | 'staff' = 'owner'): UserCommand {
  const details = { username, firstName: null, lastName: null, email };
  return { type: 'RegisterUser', details, role, now: '2026-11-21T10:00:00.000Z' };
}

const revising = (email: string | null): UserCommand => ({ type: 'ReviseUser', details: { email } });
const disabling: UserCommand = { type: 'DisableUser' };
const demoting: UserCommand = { type: 'ChangeRole', role: 'staff' };
const eventsOf = (id: string) => readWhole(stores.log, `user-${id}`);
const refused = (code: string) => expect.objectContaining({ name: 'Rejection', code });

describe('a name to sign in with', () => {
  test('is one person’s, whatever its case and accents, and whether it is a username or an e-mail address', async () => {
    const { commands, names } = aProcess();
    await send(commands, 'a', registering('René', 'rene@example.com'));
    await expect(send(commands, 'b', registering('rene'))).rejects.toEqual(refused('taken'));
    await expect(send(commands, 'b', registering('RENE@example.com'))).rejects.toMatchObject({ field: 'username' });
    await expect(send(commands, 'b', registering('bo', 'Rene@Example.com'))).rejects.toMatchObject({ field: 'email' });
    expect(await eventsOf('b')).toEqual([]);
    expect(await names.userIdOf('rene')).toBe('a');
  });

  test('that was claimed by a command that failed is given back', async () => {
    const { commands, names } = aProcess();
    await send(commands, 'a', registering('ada', 'ada@example.com'));
    await expect(send(commands, 'b', registering('bo', 'ada@example.com'))).rejects.toEqual(refused('taken'));
    expect(await names.userIdOf('bo')).toBeNull();
    await send(commands, 'c', registering('bo'));
    expect(await names.userIdOf('bo')).toBe('c');
  });

  test('is one person’s also where two processes give it away at once', async () => {
    const [one, other] = [aProcess(), aProcess()];
    const outcomes = await Promise.allSettled([
      send(one.commands, 'a', registering('ada')),
      send(other.commands, 'b', registering('ada')),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes[0]?.status === 'fulfilled' ? 'a' : 'b';
    expect(await one.names.userIdOf('ada')).toBe(winner);
    expect(await eventsOf(winner === 'a' ? 'b' : 'a')).toEqual([]);
  });

  test('that a crash left without an account can be had a minute later, and not before', async () => {
    const { commands, names } = aProcess();
    await names.claim('ada', 'gone', async () => false);
    await expect(send(commands, 'a', registering('ada'))).rejects.toEqual(refused('taken'));
    now += 61_000;
    await send(commands, 'a', registering('ada'));
    expect(await names.userIdOf('ada')).toBe('a');
    now += 61_000;
    await expect(send(commands, 'b', registering('ada'))).rejects.toEqual(refused('taken'));
  });

  test('is free once its person has another one, and theirs again by the undo', async () => {
    const { commands, names } = aProcess();
    await send(commands, 'a', registering('ada', 'ada@example.com'));
    await send(commands, 'a', revising('king@example.com'));
    expect(await names.userIdOf('ada@example.com')).toBeNull();
    expect(await names.userIdOf('king@example.com')).toBe('a');
    await send(commands, 'b', registering('bo', 'ada@example.com'));
    await expect(send(commands, 'a', revising('ada@example.com'))).rejects.toEqual(refused('taken'));
    await send(commands, 'b', revising(null));
    await send(commands, 'a', revising('ada@example.com'));
    expect([...(await stores.state.list('login/'))].map(({ key }) => key)).toEqual([
      'login/ada',
      'login/ada@example.com',
      'login/bo',
    ]);
  });

  test('stays its person’s where it is only written in another way', async () => {
    const { commands, names } = aProcess();
    await send(commands, 'a', registering('ada@example.com', 'ada@example.com'));
    await send(commands, 'a', revising('Ada@Example.com'));
    await send(commands, 'a', revising(null));
    expect(await names.userIdOf('ada@example.com')).toBe('a');
  });

  test('stays claimed while it is not known whether its event is there', async () => {
    const { commands, names } = aProcess(() => {
      throw new StoreUnavailable('Away.');
    });
    await expect(send(commands, 'a', registering('ada'))).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await names.userIdOf('ada')).toBe('a');
    await send(aProcess().commands, 'a', registering('ada'));
  });
});

describe('the last enabled owner', () => {
  const owners = async (...ids: string[]) => {
    for (const id of ids) await send(aProcess().commands, id, registering(id));
  };
  const enabledOwners = async (...ids: string[]) => {
    const all = await Promise.all(ids.map(eventsOf));
    return all.filter((events) => isEnabledOwner(events.reduce((s, e) => user.evolve(s, e as never), user.initial)));
  };

  test('stays one', async () => {
    const { commands } = aProcess();
    await owners('a', 'b');
    await send(commands, 'c', registering('c', null, 'staff'));
    await send(commands, 'a', disabling);
    for (const command of [disabling, demoting])
      await expect(send(commands, 'b', command)).rejects.toEqual(refused('conflict'));
    await send(commands, 'c', { type: 'ChangeRole', role: 'owner' });
    await send(commands, 'b', demoting);
    await expect(send(commands, 'c', demoting)).rejects.toEqual(refused('conflict'));
    await send(commands, 'a', { type: 'EnableUser' });
    await send(commands, 'c', demoting);
  });

  test('is one also where all leave at once, in two processes', async () => {
    const [one, other] = [aProcess(), aProcess()];
    await owners('a', 'b', 'c', 'd');
    const outcomes = await Promise.allSettled([
      send(one.commands, 'a', demoting),
      send(other.commands, 'b', disabling),
      send(one.commands, 'c', disabling),
      send(other.commands, 'd', demoting),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await enabledOwners('a', 'b', 'c', 'd')).toHaveLength(1);
  });

  test('does not count somebody who is just leaving, in a process that is slow', async () => {
    const [reached, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = aProcess(async () => {
      reached.resolve();
      await resume.promise;
    });
    await owners('a', 'b');
    const leaving = send(slow.commands, 'a', demoting);
    await reached.promise;
    await expect(send(aProcess().commands, 'b', demoting)).rejects.toEqual(refused('conflict'));
    resume.resolve();
    await leaving;
    expect(await enabledOwners('a', 'b')).toHaveLength(1);
  });

  test('counts somebody whose leaving died once their account has changed', async () => {
    await owners('a', 'b');
    const dying = aProcess(() => {
      throw new Error('Died.');
    });
    await expect(send(dying.commands, 'a', demoting)).rejects.toThrow('Died.');
    const { commands } = aProcess();
    await send(commands, 'a', revising('a@example.com'));
    await send(commands, 'b', demoting);
    await expect(send(commands, 'a', demoting)).rejects.toEqual(refused('conflict'));
  });

  test('is not asked for again by a repeat', async () => {
    const { commands } = aProcess();
    await owners('a', 'b');
    const commandId = uuidv5('act', 'once');
    await send(commands, 'a', demoting, { commandId });
    await send(commands, 'a', { type: 'ChangeRole', role: 'owner' });
    await send(commands, 'b', demoting);
    expect(await send(commands, 'a', demoting, { commandId })).toMatchObject({ repeated: true });
    expect(await enabledOwners('a', 'b')).toHaveLength(1);
  });
});

describe('disabling', () => {
  test('is nobody’s own act', async () => {
    const { commands } = aProcess();
    for (const id of ['a', 'b']) await send(commands, id, registering(id));
    await expect(send(commands, 'a', disabling, { actor: 'a' })).rejects.toEqual(refused('conflict'));
    expect(await eventsOf('a')).toHaveLength(1);
  });

  test('signs out everywhere, and enabling leaves it so', async () => {
    const { commands, sessions } = aProcess();
    for (const id of ['a', 'b']) await send(commands, id, registering(id));
    const secret = await sessions.open('a');
    expect(await sessions.find(secret, false)).not.toBeNull();
    await send(commands, 'a', disabling);
    expect(await sessions.find(secret, false)).toBeNull();
    const late = await sessions.open('a');
    await send(commands, 'a', { type: 'EnableUser' });
    expect(await sessions.find(late, false)).toBeNull();
  });
});

test('two processes that change one account at once both do', async () => {
  const [one, other] = [aProcess(), aProcess()];
  await send(one.commands, 'a', registering('a'));
  await Promise.all([
    send(one.commands, 'a', revising('a@example.com')),
    send(other.commands, 'a', { type: 'ReviseUser', details: { firstName: 'Ada' } }),
  ]);
  expect(await eventsOf('a')).toHaveLength(3);
});
