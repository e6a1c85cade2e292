import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NO_USER_DETAILS } from '../../../domain/user/events.ts';
import { type UserCommand, user } from '../../../domain/user/user.ts';
import {
  type CommandContext,
  type CommandHandler,
  createCommandHandler,
} from '../../../platform/commands/command-handler.ts';
import type { Streams } from '../../../platform/commands/streams.ts';
import { type EventLog, StoreUnavailable } from '../../../store/event-store.ts';
import type { StoreHealth } from '../../../store/store-health.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

const NOW = '2026-11-27T10:00:00.000Z';
const PERSON = { ...NO_USER_DETAILS, username: 'casey' };
const REGISTER: UserCommand = { type: 'RegisterUser', details: PERSON, role: 'office', now: NOW };

let stores: ProductStores;
/** Another process on the same log. */
let elsewhere: CommandHandler;
beforeAll(async () => {
  stores = await openProductStores();
  elsewhere = stores.commandHandler();
});
afterAll(() => stores.close());

async function changeElsewhere(id: string, ...commands: UserCommand[]): Promise<void> {
  await elsewhere.handle(user, id, commands, sending());
}

function sending(): CommandContext {
  const commandId = randomUUID();
  return { actor: 'owner', commandId, body: 'null', correlationId: commandId, causationId: null };
}

/** This process's view of the log, which can be taken away. */
function here() {
  let reads = 0;
  let away: StoreHealth | null = null;
  let back: StoreHealth | null = null;
  let gate = Promise.resolve();
  let hasRead = () => {};
  let answer = Promise.resolve();
  const unlessAway = <Read>(read: () => Promise<Read>): Promise<Read> =>
    away ? Promise.reject(new StoreUnavailable('The log is away.')) : read();
  const log: EventLog = logWith(stores.log, {
    readStream(...given) {
      reads += 1;
      return unlessAway(async () => {
        const page = await stores.log.readStream(...given);
        const held = answer;
        answer = Promise.resolve();
        hasRead();
        await held;
        return page;
      });
    },
    async *subscribe(...given) {
      for await (const batch of stores.log.subscribe(...given)) {
        await gate;
        yield batch;
      }
    },
    health: () => away ?? back ?? stores.log.health(),
  });
  const streams = stores.streams(undefined, log as ProductStores['log']);
  return {
    streams,
    commands: createCommandHandler({ store: stores.log, streams, keys: subjectKeys(stores.state), clock: Date.now }),
    reads: () => reads,
    takeAway(since = new Date().toISOString()) {
      away = { ...stores.log.health(), isReachable: false, since };
    },
    bringBack() {
      away = null;
      back = { ...stores.log.health(), since: new Date(Date.now() + 1).toISOString() };
    },
    /** From now on nothing comes to whoever follows the log. @returns lets it */
    hold(): () => void {
      let release = () => {};
      gate = new Promise((resolve) => (release = resolve));
      return release;
    },
    /** Holds back the answer to the next read. @returns what lets it, once it was read */
    holdRead(): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = promise;
      return new Promise((read) => (hasRead = () => read(resolve)));
    },
  };
}

/** Resolves once it follows the log. */
async function follow(streams: Streams): Promise<void> {
  const stop = new AbortController();
  const live = Promise.withResolvers<void>();
  const followed = streams.follow(stop.signal, live.resolve);
  onTestFinished(async () => {
    stop.abort();
    await followed;
  });
  await live.promise;
}

const roleOf = async (streams: Streams, id: string) => (await streams.recall(user, id)).state;

describe('what every request asks for', () => {
  test('What every request asks for is answered without asking the log, as others have changed it since', async () => {
    const { streams, reads } = here();
    await follow(streams);
    const id = randomUUID();
    await changeElsewhere(id, REGISTER);
    await roleOf(streams, id);
    const before = reads();
    for (let asked = 0; asked < 10; asked += 1) expect(await roleOf(streams, id)).toMatchObject({ role: 'office' });
    expect(reads()).toBe(before);
    await changeElsewhere(id, { type: 'ChangeRole', role: 'auditor' });
    await expect.poll(() => roleOf(streams, id)).toMatchObject({ role: 'auditor' });
    await changeElsewhere(id, { type: 'DisableUser' });
    await expect.poll(() => roleOf(streams, id)).toMatchObject({ status: 'disabled' });
    expect(reads()).toBe(before);
  });

  test('What was read before the log was followed is brought up to date by what was recorded in between', async () => {
    const { streams } = here();
    const id = randomUUID();
    await changeElsewhere(id, REGISTER);
    await roleOf(streams, id);
    await changeElsewhere(id, { type: 'ChangeRole', role: 'auditor' });
    await follow(streams);
    expect(await roleOf(streams, id)).toMatchObject({ role: 'auditor' });
  });

  test('Whom nobody has registered is remembered, until somebody does', async () => {
    const { streams, reads } = here();
    await follow(streams);
    const id = randomUUID();
    expect(await roleOf(streams, id)).toMatchObject({ status: 'absent' });
    const before = reads();
    expect(await roleOf(streams, id)).toMatchObject({ status: 'absent' });
    expect(reads()).toBe(before);
    await changeElsewhere(id, REGISTER);
    await expect.poll(() => roleOf(streams, id)).toMatchObject({ status: 'active' });
  });

  test('Who is registered while somebody asks for them is there from then on', async () => {
    const { streams, commands, hold, holdRead } = here();
    await follow(streams);
    const id = randomUUID();
    onTestFinished(hold());
    const read = holdRead();
    const asked = roleOf(streams, id);
    const release = await read;
    await commands.handle(user, id, [REGISTER], { ...sending(), isFirst: true });
    release();
    await asked;
    expect(await roleOf(streams, id)).toMatchObject({ role: 'office' });
  });

  test('While the log is not followed every question asks it', async () => {
    const { streams } = here();
    const id = randomUUID();
    await changeElsewhere(id, REGISTER);
    expect(await roleOf(streams, id)).toMatchObject({ role: 'office' });
    await changeElsewhere(id, { type: 'ChangeRole', role: 'auditor' });
    expect(await roleOf(streams, id)).toMatchObject({ role: 'auditor' });
  });
});

describe('a log that is away', () => {
  test('While the log is away what is kept is answered as it was, and nothing else', async () => {
    const { streams, takeAway } = here();
    await follow(streams);
    const [known, unknown] = [randomUUID(), randomUUID()];
    await changeElsewhere(known, REGISTER);
    await roleOf(streams, known);
    takeAway();
    expect(streams.readsGoOn()).toBe(true);
    expect(await roleOf(streams, known)).toMatchObject({ role: 'office' });
    await expect(streams.recall(user, unknown)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(streams.load(user, known)).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test('After the log was away it is asked until all that others appended meanwhile has come', async () => {
    const { streams, reads, takeAway, bringBack, hold } = here();
    await follow(streams);
    const id = randomUUID();
    await changeElsewhere(id, REGISTER);
    await roleOf(streams, id);
    const release = hold();
    takeAway();
    await changeElsewhere(id, { type: 'ChangeRole', role: 'auditor' });
    expect(await roleOf(streams, id)).toMatchObject({ role: 'office' });
    bringBack();
    expect(await roleOf(streams, id)).toMatchObject({ role: 'auditor' });
    release();
    const isAsked = async () => {
      const before = reads();
      await roleOf(streams, id);
      return reads() > before;
    };
    await expect.poll(isAsked).toBe(false);
  });

  test('A log that has been away for too long is asked again, and the question refused', async () => {
    const { streams, takeAway } = here();
    await follow(streams);
    const id = randomUUID();
    await changeElsewhere(id, REGISTER);
    await roleOf(streams, id);
    takeAway(new Date(Date.now() - 15 * 60_000).toISOString());
    expect(streams.readsGoOn()).toBe(false);
    await expect(streams.recall(user, id)).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
