import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn, addUser } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const AT_ONCE = 16;

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

async function together(ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(index)));
}

const withStatus = (answers: Answer[], wanted: number) => answers.filter(({ status }) => status === wanted);
const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;

test('Of many accounts with one name, one is made', async () => {
  const answers = await together((index) =>
    owner.post('/api/users', { username: index % 2 === 0 ? 'Ada' : 'ada', role: 'office' }),
  );
  expect(withStatus(answers, 201)).toHaveLength(1);
  expect(withStatus(answers, 409)).toHaveLength(AT_ONCE - 1);
  expect((await owner.get('/api/users?search=ada').then(expectStatus(200))).body).toHaveLength(1);
});

test('Of a lead that is converted many times, one customer is made', async () => {
  const lead = await add('/api/leads', { name: 'Converted' });
  const answers = await together(() => owner.post(`/api/leads/${lead.id}/convert`));
  expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  expect(new Set(answers.map(({ body }) => body.customerId)).size).toBe(1);
  expect((await owner.get('/api/customers?search=Converted').then(expectStatus(200))).body).toHaveLength(1);
});

test('Somebody whom many crews take at once is in one of them', async () => {
  const person = await add('/api/staff', { lastName: 'Taken' });
  const answers = await together((index) =>
    owner.post('/api/crews', { name: `Crew ${index}`, memberIds: [person.id] }),
  );
  expect(withStatus(answers, 201)).toHaveLength(1);
  expect(withStatus(answers, 409)).toHaveLength(AT_ONCE - 1);
  const crews = (await owner.get('/api/crews').then(expectStatus(200))).body;
  expect(crews.filter(({ memberIds }: { memberIds: string[] }) => memberIds.includes(person.id))).toHaveLength(1);
});

test('An edit that names the revision it saw wins once, and no other is lost unsaid', async () => {
  const { id, revision } = await add('/api/leads', { name: 'Edited' });
  const answers = await together((index) =>
    owner.patch(`/api/leads/${id}`, { notes: `note ${index}`, expectedRevision: revision }),
  );
  expect(withStatus(answers, 200)).toHaveLength(1);
  expect(withStatus(answers, 409)).toHaveLength(AT_ONCE - 1);
});

test('A link that many use at once sets one password', async () => {
  const id = await addUser(owner, 'linked');
  const { body } = await owner.post(`/api/users/${id}/password-link`).then(expectStatus(200));
  const token = body.url.slice(body.url.indexOf('#') + 1);
  const answers = await together((index) =>
    server.stranger.post('/api/auth/set-password', { token, password: `a long password, the ${index}th` }),
  );
  expect(withStatus(answers, 200)).toHaveLength(1);
});

test('Of owners who all give up the role at once, one stays', async () => {
  const others = await Promise.all(
    [1, 2, 3].map((number) => addSignedIn(server, owner, `owner${number}`, { role: 'owner' })),
  );
  const all = [{ id: 'owner', client: owner }, ...others];
  await Promise.all(all.map(({ id, client }) => client.patch(`/api/users/${id}`, { role: 'office' })));
  const roles = await Promise.all(
    all.map(async ({ client }) => (await client.get('/api/auth/user-working')).body.role),
  );
  expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
});
