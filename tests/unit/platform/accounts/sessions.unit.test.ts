import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openSession } from '../../../../api/accounts/session-cookie.ts';
import type { ApiContext } from '../../../../api/kit/context.ts';
import { createSessions } from '../../../../platform/accounts/sessions.ts';
import { PLAIN_SESSION_COOKIE } from '../../../../platform/http/cookie-names.ts';
import { StoreUnavailable } from '../../../../store/event-store.ts';
import { memoryState } from '../../../support/stores/memory-state.ts';
import { stateWith } from '../../../support/stores/state-wrapper.ts';

const NOW = Date.UTC(2026, 10, 21, 10);

/** Sessions whose next look-up pauses after reading the record until it is released. */
function slowSessions() {
  const memory = memoryState(() => NOW);
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const state = stateWith(memory, {
    async get(key) {
      const record = await memory.get(key);
      asked.resolve();
      await gate.promise;
      return record;
    },
  });
  return { sessions: createSessions(state, () => NOW), asked: asked.promise, letGo: gate.resolve };
}

test.each(['closeAll', 'forget', 'forgetAll'] as const)(
  'A look-up of a session that is under way during %s is not remembered',
  async (act) => {
    const { sessions, asked, letGo } = slowSessions();
    const secret = await sessions.open('sam');
    const under = sessions.find(secret, false);
    await asked;
    await sessions[act]('sam');
    letGo();
    const found = await under;
    const again = await sessions.find(secret, false);
    if (act === 'closeAll') expect(again).toBeNull();
    else expect(again).not.toBe(found);
  },
);

test('Those who ask for a session at once are answered with one look, but not with one from before a change', async () => {
  const { sessions, asked, letGo } = slowSessions();
  const secret = await sessions.open('sam');
  const [one, other] = [sessions.find(secret, false), sessions.find(secret, false)];
  await asked;
  sessions.forget('sam');
  const later = sessions.find(secret, false);
  letGo();
  expect(await one).not.toBeNull();
  expect(await other).toBe(await one);
  expect(await later).not.toBe(await one);
});

test('A look-up of a session is remembered, so that the person behind it is too', async () => {
  const sessions = createSessions(
    memoryState(() => NOW),
    () => NOW,
  );
  const secret = await sessions.open('sam');
  const found = await sessions.find(secret, false);
  expect(await sessions.find(secret, false)).toBe(found);
  sessions.forget('sam');
  expect(await sessions.find(secret, false)).toEqual(found);
  expect(await sessions.find(secret, false)).not.toBe(found);
});

/** A state store that can be full: nothing more is written then. */
function fillingState() {
  const memory = memoryState(() => NOW);
  const disk = { isFull: false };
  const full = new StoreUnavailable('The disk is full: nothing was written. Make room and try again.');
  const state = stateWith(memory, {
    put: async (...given) => (disk.isFull ? Promise.reject(full) : memory.put(...given)),
  });
  return { state, disk };
}

test('A session goes on where its use cannot be noted, as on a full disk', async () => {
  let now = NOW;
  const { state, disk } = fillingState();
  const sessions = createSessions(state, () => now);
  const secret = await sessions.open('sam');
  disk.isFull = true;
  now += 10 * 60_000;
  expect(await sessions.find(secret, true)).toMatchObject({ userId: 'sam' });
});

test('A browser keeps its session where another one cannot be stored', async () => {
  const { state, disk } = fillingState();
  const sessions = createSessions(state, () => NOW);
  const secret = await sessions.open('sam');
  const app = Fastify();
  await app.register(cookie);
  const context = { sessions, config: { publicUrl: undefined } } as unknown as ApiContext;
  app.post('/sign-in', async (_request, reply) => openSession(context, reply, { id: 'sam' }));
  disk.isFull = true;
  const answer = await app.inject({ method: 'POST', url: '/sign-in', cookies: { [PLAIN_SESSION_COOKIE]: secret } });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await sessions.find(secret, true)).toMatchObject({ userId: 'sam' });
  await app.close();
});
