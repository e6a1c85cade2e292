import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spawnServer } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { createClient } from '../support/requests/client.ts';
import { openEvents } from '../support/requests/event-stream.ts';
import { listNow } from '../support/requests/load.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder.remove());

test('A second process on the same folder is told so, and the first goes on', async () => {
  await whileServing({ DATA_DIR: folder.path }, async (client) => {
    await expect(spawnServer({ DATA_DIR: folder.path })).rejects.toThrow('is in use by another Heartwood process');
    await client.post('/api/leads', { name: 'Still here' }).then(expectStatus(201));
  });
});

test('A folder that cannot be made or written is named', async () => {
  const file = join(folder.path, 'a file');
  await writeFile(file, '');
  await expect(spawnServer({ DATA_DIR: file })).rejects.toThrow(/Heartwood does not start: .*a file/);
  await expect(spawnServer({ DATA_DIR: join(file, 'below') })).rejects.toThrow(/Heartwood does not start: .*a file/);
});

test('Every problem of the configuration is listed, and nothing starts', async () => {
  const env = { DATA_DIR: folder.path, PORT: 'eighty', MONGODB_URL: 'localhost', OWNER_PASSWORD: 'short' };
  await expect(spawnServer(env)).rejects.toThrow(/PORT: .*\n\s+MONGODB_URL: .*\n\s+OWNER_PASSWORD: /);
});

test('A stop ends event streams first and is done in five seconds', async () => {
  const server = await spawnServer({ DATA_DIR: folder.path });
  const client = createClient(server.url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  const streams = await Promise.all([1, 2, 3].map(() => openEvents(server.url, '/api/changes', client)));
  const writes = Array.from({ length: 20 }, (_, index) =>
    client.post('/api/leads', { name: `Lead ${index}` }).catch(() => null),
  );
  const stopped = await server.stop();
  expect(stopped.code).toBe(0);
  expect(stopped.took).toBeLessThan(5_000);
  await Promise.all(streams.map((stream) => stream.ended));
  const acknowledged = (await Promise.all(writes)).filter((answer) => answer?.status === 201).length;

  await whileServing({ DATA_DIR: folder.path }, async (other) => {
    expect((await listNow(other, '/api/leads-working')).length).toBeGreaterThanOrEqual(acknowledged);
  });
});

test('The owner is made once; another password later changes nothing and says so', async () => {
  const first = await spawnServer({ DATA_DIR: folder.path });
  expect(first.output()).toContain('Made the first account: owner, with OWNER_PASSWORD.');
  await first.stop();
  const second = await spawnServer({ DATA_DIR: folder.path, OWNER_PASSWORD: 'another long password' });
  expect(second.output()).toContain('OWNER_PASSWORD is set, but the owner has a password already');
  const client = createClient(second.url);
  await client.post('/api/auth/login', { ...OWNER, password: 'another long password' }).then(expectStatus(401));
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  await second.stop();
});
