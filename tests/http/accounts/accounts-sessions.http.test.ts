import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import { type Client, createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let server: TestServer;
let owner: Client;
let sam: { id: string; client: Client };
let now = Date.now();

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
  sam = await addSignedIn(server, owner, 'sam');
});
afterAll(() => server.close());

async function signInAgain(): Promise<Client> {
  now += 1_000;
  const client = createClient(server.url);
  const body = { username: 'sam', password: PASSWORD };
  await client.post('/api/auth/login', body, { 'user-agent': FIREFOX }).then(expectStatus(200));
  return client;
}

const listed = async (client: Client, path = '/api/auth/sessions') =>
  (await client.get(path).then(expectStatus(200))).body;

test('A person sees where they are signed in, the last one first', async () => {
  const other = await signInAgain();
  const sessions = await listed(other);
  expect(sessions).toMatchObject([
    { current: true, userAgent: 'Firefox on Linux', startedAt: new Date(now).toISOString() },
    { current: false, userAgent: null },
  ]);
  expect(Object.keys(sessions[0]).sort()).toEqual(['current', 'id', 'startedAt', 'usedAt', 'userAgent']);
  expect((await listed(sam.client)).map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
  expect(other.cookie()).not.toContain(sessions[0].id);
});

test('A person ends one of their sessions at once; ending it once more is fine', async () => {
  const other = await signInAgain();
  await other.get('/api/leads-working').then(expectStatus(200));
  const [{ id }] = await listed(other);
  await sam.client.delete(`/api/auth/sessions/${id}`).then(expectStatus(204));
  await other.get('/api/leads-working').then(expectStatus(401));
  await sam.client.delete(`/api/auth/sessions/${id}`).then(expectStatus(204));
  expect(await listed(sam.client)).not.toContainEqual(expect.objectContaining({ id }));
});

test('An id of a session signs nobody in, and ends nobody else’s', async () => {
  const [{ id }] = await listed(owner);
  await sam.client.delete(`/api/auth/sessions/${id}`).then(expectStatus(204));
  await owner.get('/api/leads-working').then(expectStatus(200));
  const cookie = `heartwood_session=owner.${id}`;
  await server.stranger.get('/api/leads-working', { cookie }).then(expectStatus(401));
  await sam.client.delete('/api/auth/sessions/what').then(expectStatus(400));
  await server.stranger.get('/api/auth/sessions').then(expectStatus(401));
});

test('The owner sees and ends another person’s sessions; nobody else does', async () => {
  const [one, other] = [await signInAgain(), await signInAgain()];
  const path = `/api/users/${sam.id}/sessions`;
  const [newest] = await listed(owner, path);
  expect(newest).toMatchObject({ current: false, userAgent: 'Firefox on Linux' });
  await owner.delete(`${path}/${newest.id}`).then(expectStatus(204));
  await other.get('/api/leads-working').then(expectStatus(401));

  await one.get(path).then(expectStatus(403));
  await one.delete(path).then(expectStatus(403));
  await one.delete(`${path}/${newest.id}`).then(expectStatus(403));
  await owner.get('/api/users/nobody/sessions').then(expectStatus(404));
  await owner.delete('/api/users/nobody/sessions').then(expectStatus(404));
  await owner.delete(`/api/users/nobody/sessions/${newest.id}`).then(expectStatus(404));
  await owner.delete(`${path}/what`).then(expectStatus(400));

  await owner.delete(path).then(expectStatus(204));
  await one.get('/api/leads-working').then(expectStatus(401));
  expect(await listed(owner, path)).toEqual([]);
});
