import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const PATH = '/api/price-catalog';
const PRUNING = { service: 'pruning', description: 'Crown', unitPrice: '350', unit: 'tree', estimatedHours: '2.5' };

test('The price catalog is the owner’s to say, everybody’s to read, and can be undone', async () => {
  expect((await owner.get(PATH).then(expectStatus(200))).body).toEqual({ id: 'main', items: [], revision: -1 });
  const saved = await owner.put(PATH, { items: [PRUNING], expectedRevision: -1 }).then(expectStatus(200));
  const item = { ...PRUNING, id: expect.any(String), unitPrice: '350.00', estimatedHours: 2.5 };
  expect(saved.body).toEqual({ id: 'main', items: [item], revision: 0 });

  const items = [...saved.body.items, { service: 'Crane' }];
  const more = await owner.put(PATH, { items }).then(expectStatus(200));
  expect(more.body.items).toMatchObject([saved.body.items[0], { service: 'Crane', unitPrice: null, unit: null }]);
  expect((await owner.put(PATH, { items, expectedRevision: 0 })).status).toBe(409);
  for (const expectedRevision of [-2, 1e300, 'abc']) {
    const { body } = await owner.put(PATH, { items, expectedRevision }).then(expectStatus(400));
    expect(body.message).toBe('expectedRevision must be the revision of the catalog.');
  }
  expect((await owner.put(PATH, {}).then(expectStatus(200))).body).toEqual(more.body);

  const { client: staff } = await addSignedIn(server, owner, 'sam');
  expect((await staff.get(PATH).then(expectStatus(200))).body).toEqual(more.body);
  expect((await staff.put(PATH, { items: [] })).status).toBe(403);

  const commandId = more.headers.get('x-command-id');
  await owner.post('/api/undo', { category: 'catalog', id: 'main', commandId }).then(expectStatus(200));
  expect((await owner.get(PATH)).body.items).toEqual(saved.body.items);
  expect((await owner.put(PATH, { items: null }).then(expectStatus(200))).body.items).toEqual([]);
});

test.each([
  [{ items: [{ unitPrice: 5 }] }, 'items.0.service'],
  [{ items: [{ ...PRUNING, unitPrice: -1 }] }, 'items.0.unitPrice'],
  [{ items: [{ ...PRUNING, estimatedHours: -1 }] }, 'items.0.estimatedHours'],
  [
    {
      items: [
        { ...PRUNING, id: 'a' },
        { ...PRUNING, id: 'a' },
      ],
    },
    'items',
  ],
  [{ items: 'all' }, 'items'],
])('The price catalog takes no %j', async (body, path) => {
  expect((await owner.put(PATH, body).then(expectStatus(400))).body).toMatchObject({ issues: [{ path }] });
});
