import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { type Answer, type Client, createClient } from '../../support/requests/client.ts';
import { OWNER, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let now = Date.now();

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, () => now, { loginsPerMinute: 20 });
  owner = await server.signIn();
});
afterAll(() => server.close());

const login = (username: string, password: string, address: string): Promise<Answer> =>
  createClient(server.url).post('/api/auth/login', { username, password }, { 'x-forwarded-for': address });

/** Sends this many tries at once, from 20 addresses. */
const crowd = (tries: number, one: (index: number, address: string) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: tries }, (_, index) => one(index, `203.0.113.${index % 20}`)));

const countOf = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

describe('an account', () => {
  test('An account is tried five times, however many try at once, and the right password comes too late', async () => {
    now += 60_000;
    const answers = await crowd(200, (_, address) => login('owner', 'not this one', address));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([5, 195]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('30');
    expect(refused?.body.code).toBe('too_many_tries');
    expect(await login(OWNER.username, OWNER.password, '203.0.113.50')).toMatchObject({ status: 429 });
    now += 31_000;
    expect(await login(OWNER.username, OWNER.password, '203.0.113.50')).toMatchObject({ status: 200 });
  });

  test('An account does not let the right one of a crowd in after the limit', async () => {
    now += 60_000;
    const guesses = await crowd(60, (index, address) =>
      login('owner', index === 50 ? OWNER.password : 'not this one', address),
    );
    expect([countOf(guesses, 200), countOf(guesses, 401)]).toEqual([0, 5]);
    now += 31_000;
    expect(await login(OWNER.username, OWNER.password, '203.0.113.50')).toMatchObject({ status: 200 });
  });

  test('An account gives both of its names five looks together, and each looks like one that nobody has', async () => {
    now += 60_000;
    await addSignedIn(server, owner, 'ada', { email: 'ada@example.com' });
    const known = ['Ada', 'ada@example.com'];
    const unknown = ['Nobody', 'nobody@example.com'];
    const seen = async (names: string[]) => {
      const told: string[] = [];
      for (const name of names) {
        for (let tries = 0; tries < 7; tries++) {
          const { status, body } = await login(name, 'wrong', `203.0.113.${tries}`);
          told.push(`${status} ${body.message}`);
        }
      }
      return told;
    };
    const answers = await seen(known);
    expect(answers).toEqual(await seen(unknown));
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(
      [...Array(2)].flatMap(() => [401, 401, 401, 401, 401, 429, 429]).map(String),
    );
    now += 31_000;
    expect(await login('ada', PASSWORD, '203.0.113.1')).toMatchObject({ status: 200 });
  });

  test('An account is not looked at by one name once the other has used its tries up, not even with the right password', async () => {
    now += 60_000;
    await addSignedIn(server, owner, 'sally', { email: 'sally@example.com' });
    for (let tries = 0; tries < 5; tries++) await login('sally', 'wrong', `203.0.113.${tries}`);
    const refused = await login('sally@example.com', PASSWORD, '203.0.113.9');
    expect(refused).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    now += 31_000;
    expect(await login('sally@example.com', PASSWORD, '203.0.113.9')).toMatchObject({ status: 200 });
  });

  test('A crowd that guesses by both names of an account is looked at ten times, and gets nowhere', async () => {
    now += 60_000;
    await addSignedIn(server, owner, 'tess', { email: 'tess@example.com' });
    const names = (index: number) => (index % 2 ? 'tess' : 'tess@example.com');
    const guesses = await crowd(60, (index, address) => login(names(index), index > 12 ? PASSWORD : 'wrong', address));
    expect(countOf(guesses, 200)).toBe(0);
    expect(countOf(guesses, 401)).toBe(10);
  });

  test('An account lets in all ten who sign in rightly at once, by both of its names, and is not locked after', async () => {
    now += 60_000;
    await addSignedIn(server, owner, 'vera', { email: 'vera@example.com' });
    const names = (index: number) => (index % 2 ? 'vera' : 'vera@example.com');
    for (const failed of [0, 4]) {
      for (let tries = 0; tries < failed; tries++) await login('vera', 'wrong', `203.0.113.${tries}`);
      const answers = await crowd(10, (index, address) => login(names(index), PASSWORD, address));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await login('vera', 'wrong', '203.0.113.50')).toMatchObject({ status: 401 });
      expect(await login('vera', PASSWORD, '203.0.113.51')).toMatchObject({ status: 200 });
    }
  });

  test('The tries of an account start anew with a success', async () => {
    now += 60_000;
    await addSignedIn(server, owner, 'bob');
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 4; tries++) {
        expect(await login('bob', 'wrong', `203.0.113.${round}`)).toMatchObject({ status: 401 });
      }
      expect(await login('bob', PASSWORD, `203.0.113.${round}`)).toMatchObject({ status: 200 });
    }
  });

  test('An account is not locked for longer because the clock was set back', async () => {
    now += 60_000;
    for (let tries = 0; tries < 5; tries++) await login('carol', 'wrong', '203.0.113.1');
    now -= 24 * 60 * 60_000;
    const refused = await login('carol', 'wrong', '203.0.113.1');
    expect(refused.body.message).toBe('Too many failed attempts. Try again in 30 seconds.');
    now += 31_000;
    expect(await login('carol', 'wrong', '203.0.113.1')).toMatchObject({ status: 401 });
    now += 24 * 60 * 60_000;
  });
});

describe('an address', () => {
  const names = (address: (index: number) => string, tries: number) =>
    Promise.all(Array.from({ length: tries }, (_, index) => login(`guess-${index}`, 'wrong', address(index))));

  test('An address tries 20 times a minute, whatever the name, and others go on', async () => {
    now += 60_000;
    const answers = await names(() => '198.51.100.7', 60);
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([20, 40]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({
      message: 'Too many requests from your address. Try again in 60 seconds.',
      code: 'too_many_requests',
    });
    expect(refused?.headers.get('retry-after')).toBe('60');
    expect(await login('guess', 'wrong', '198.51.100.8')).toMatchObject({ status: 401 });
    now += 60_000;
    expect(await login('guess', 'wrong', '198.51.100.7')).toMatchObject({ status: 401 });
  });

  test('An address of IPv6 is the whole network that its visitor has', async () => {
    now += 60_000;
    const answers = await names((index) => `2001:db8:1:2::${(index + 1).toString(16)}`, 60);
    expect(countOf(answers, 401)).toBe(20);
    expect(await login('guess', 'wrong', '2001:db8:1:3::1')).toMatchObject({ status: 401 });
  });

  test('An address of IPv6 is also the larger network that a visitor may have, for five times as many tries', async () => {
    now += 60_000;
    const answers = await names((index) => `2001:db8:7:${(index % 30).toString(16)}::1`, 200);
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([100, 100]);
    expect(await login('guess', 'wrong', '2001:db8:7:ffff::1')).toMatchObject({ status: 429 });
    expect(await login('guess', 'wrong', '2001:db8:8::1')).toMatchObject({ status: 401 });
  });

  test('An address waits no longer because the clock was set back', async () => {
    now += 60_000;
    await names(() => '198.51.100.9', 20);
    now -= 24 * 60 * 60_000;
    expect((await login('guess', 'wrong', '198.51.100.9')).headers.get('retry-after')).toBe('60');
    now += 24 * 60 * 60_000;
  });
});
