import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '../../../platform/accounts/passwords.ts';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { type Answer, type Client, createClient } from '../../support/requests/client.ts';
import { openRaw } from '../../support/requests/raw-connection.ts';
import { expectStatus, OWNER, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let known: Client;
let now = Date.now();

beforeAll(async () => {
  // Password hashes as slow as in production.
  const passwords = createPasswords();
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' }, () => now, { passwords, loginsPerMinute: 20 });
  const owner = await server.signIn();
  known = (await addSignedIn(server, owner, 'ada')).client;
});
afterAll(() => server.close());

const login = (
  username: string,
  password: string,
  address: string,
  client = createClient(server.url),
): Promise<Answer> => client.post('/api/auth/login', { username, password }, { 'x-forwarded-for': address });
const addressOf = (index: number) => `198.51.${index >> 8}.${index & 255}`;

test('Strangers who went away keep nobody waiting', async () => {
  const visitors = await Promise.all(Array.from({ length: 200 }, () => openRaw(server.url)));
  for (const [index, visitor] of visitors.entries()) {
    const body = JSON.stringify({ username: `guess-${index}`, password: 'wrong' });
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', `X-Forwarded-For: ${addressOf(index)}`];
    const ofBody = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    visitor.send([...head, ...ofBody, '', body].join('\r\n'));
  }
  await visitors[0]?.received('401'); // the crowd is being checked
  for (const visitor of visitors) visitor.close();
  // 200 hashes take over five seconds.
  const status = async () => (await login(OWNER.username, OWNER.password, '203.0.113.1')).status;
  await expect.poll(status, { timeout: 2_500 }).toBe(200);
});

test('Of a crowd only so many wait; the others are told when to come back, and it was no try of theirs', async () => {
  now += 60_000;
  const crowd = Array.from({ length: 120 }, (_, index) => login(`late-${index}`, 'wrong', addressOf(index)));
  await Promise.race(
    crowd.map((each) => each.then(expectStatus(429))).map((each) => each.catch(() => new Promise(() => {}))),
  );
  // Somebody who has signed in from that browser before goes ahead of the crowd.
  expect(await login('ada', PASSWORD, '203.0.113.2', known)).toMatchObject({ status: 200 });
  const answers = await Promise.all(crowd);
  const refused = answers.flatMap(({ status }, index) => (status === 429 ? [index] : []));
  expect(refused.length).toBeGreaterThan(20);
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(20);
  const [first = 0] = refused;
  expect(answers[first]?.body.code).toBe('too_many_at_once');
  expect(answers[first]?.headers.get('retry-after')).toBe('3');
  for (let tries = 0; tries < 5; tries++) {
    expect(await login(`late-${first}`, 'wrong', addressOf(first))).toMatchObject({ status: 401 });
  }
  expect(await login(`late-${first}`, 'wrong', addressOf(first))).toMatchObject({ status: 429 });
});
