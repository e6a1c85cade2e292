import { TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPasswords } from '../../../platform/accounts/passwords.ts';
import { createSecondFactor } from '../../../platform/accounts/second-factor.ts';
import { createSignIn } from '../../../platform/accounts/sign-in.ts';
import { createTries, TooManyTries } from '../../../platform/accounts/tries.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

let stores: ProductStores;
let now = Date.now();
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(() => stores.close());

const clock = () => now;
const settled = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome.value));
const refusals = (outcomes: unknown[]) => outcomes.filter((outcome) => outcome instanceof TooManyTries);

test('Two processes count together, and no password is hashed before its try is counted', async () => {
  let hashed = 0;
  const real = createPasswords({ memory: 64, passes: 1 });
  const passwords = {
    ...real,
    verify: (...given: Parameters<typeof real.verify>) => {
      hashed++;
      return real.verify(...given);
    },
  };
  const processes = [createSignIn(stores.state, passwords, clock), createSignIn(stores.state, passwords, clock)];
  await processes[0]?.setFirstPassword('a', 'the right one');
  await processes[0]?.claimName('ada', 'a');
  const work = Array.from({ length: 40 }, () =>
    processes.map((each) => each.check({ name: 'Ada', password: 'wrong' })),
  ).flat();
  expect(refusals(await settled(work))).toHaveLength(75);
  expect(hashed).toBe(5);
});

test('Two processes count an address together', async () => {
  const processes = [createTries(stores.state, clock), createTries(stores.state, clock)];
  const work = Array.from({ length: 20 }, () =>
    processes.map((each) => each.takeAddress('/sign-in', '192.0.2.1', 20)),
  ).flat();
  expect(refusals(await settled(work))).toHaveLength(20);
});

test('A window may be longer than a minute, and is told in minutes', async () => {
  const tries = createTries(stores.state, clock);
  const take = () => tries.takeAddress('visitors', '192.0.2.1', 2, 600_000);
  await take();
  now += 61_000;
  await take();
  const [refused] = (await settled([take()])) as TooManyTries[];
  expect(refused?.message).toBe('Too many requests from your address. Try again in 9 minutes.');
  expect(refused?.retryAfterSeconds).toBe(539);
  now += 539_000;
  await take();
});

test('Requests of all addresses count together', async () => {
  const tries = createTries(stores.state, clock);
  const take = () => tries.takeOfAll('analyses', 2, 600_000);
  await take();
  await take();
  const [refused] = (await settled([take()])) as TooManyTries[];
  expect(refused).toMatchObject({ code: 'too_many_in_all', retryAfterSeconds: 600 });
  now += 600_000;
  await take();
});

test('Each try after the fifth waits twice as long, up to 15 minutes', async () => {
  const tries = createTries(stores.state, clock);
  const fail = () => tries.attempt('a', {}, async () => 'wrong');
  for (let free = 0; free < 5; free++) await fail();
  const waits: number[] = [];
  for (let more = 0; more < 7; more++) {
    const [refused] = (await settled([fail()])) as TooManyTries[];
    waits.push(refused?.retryAfterSeconds ?? 0);
    now += (refused?.retryAfterSeconds ?? 0) * 1000;
    await fail();
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
});

test('Ten who sign in at once with the same right code: one is let in, the others are told to try again', async () => {
  const passwords = createPasswords({ memory: 64, passes: 1 });
  const signIn = createSignIn(stores.state, passwords, clock);
  await signIn.setFirstPassword('a', 'the right one');
  await signIn.claimName('ada', 'a');
  await signIn.claimName('ada@example.com', 'a');
  const secondFactor = createSecondFactor(stores.state, passwords, clock);
  const { secret } = await secondFactor.begin('a', 'ada', false);
  const codeNow = () => new TOTP({ secret }).generate({ timestamp: now });
  const recovery = (await secondFactor.confirm('a', codeNow())) as string[];
  now += 30_000;
  for (const code of [codeNow(), recovery[0]]) {
    const check = (index: number) =>
      signIn.check({ name: index % 2 ? 'ada' : 'ada@example.com', password: 'the right one', code });
    const outcomes = await settled(Array.from({ length: 10 }, (_, index) => check(index)));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([...Array(9).fill('code_taken'), 'signed_in']);
    // Long after, it is a code like any other that is not accepted.
    expect(await check(0)).toEqual({ kind: 'wrong_code', userId: 'a' });
  }
});
