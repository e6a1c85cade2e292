import { type Client, createClient } from './requests/client.ts';
import { expectStatus, type TestServer } from './server.ts';

export const PASSWORD = 'their own password';

/** Makes an account as the owner does. @returns its id */
export async function addUser(owner: Client, username: string, rest: object = {}): Promise<string> {
  return (await owner.post('/api/users', { username, role: 'office', ...rest }).then(expectStatus(201))).body.id;
}

/** The token of a new one-time link for a user. */
export async function linkToken(owner: Client, userId: string): Promise<string> {
  const { body } = await owner.post(`/api/users/${userId}/password-link`).then(expectStatus(200));
  return body.url.slice(body.url.indexOf('#') + 1);
}

/** Makes an account and sets its password through a link, which signs its person in. */
export async function addSignedIn(
  server: TestServer,
  owner: Client,
  username: string,
  rest: object = {},
): Promise<{ id: string; client: Client }> {
  const id = await addUser(owner, username, rest);
  const token = await linkToken(owner, id);
  const client = createClient(server.url);
  await client.post('/api/auth/set-password', { token, password: PASSWORD }).then(expectStatus(200));
  return { id, client };
}
