import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { descriptionOf } from '../../support/requests/described.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

test('A number in a query string is read in plain digits alone, in every call that takes one', async () => {
  const { document } = await descriptionOf(server.url);
  const taken = Object.entries(document.paths).flatMap(([template, { get }]) =>
    (get?.parameters ?? []).flatMap(({ in: place, name, schema }) =>
      place === 'query' && ['integer', 'number'].includes(String(schema?.['type'])) ? [{ template, name }] : [],
    ),
  );
  expect(taken.length).toBeGreaterThan(20);
  for (const { template, name } of taken) {
    const path = template.replaceAll(/\{\w+\}/g, 'main');
    for (const odd of ['1e1', '0x5', '%205', '5%20', '', '%2B5', '-5', '5.', '٥', 'NaN', 'Infinity', `5&${name}=6`]) {
      const answer = await owner.get(`${path}?${name}=${odd}`);
      expect(answer, `${path}?${name}=${odd}`).toMatchObject({
        status: 400,
        body: { code: 'invalid', issues: expect.arrayContaining([expect.objectContaining({ path: name })]) },
      });
    }
  }
});
