import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { filesContaining } from '../support/files.ts';
import { spawnServer } from '../support/processes/process.ts';
import { expectAsReplayed } from '../support/processes/replay.ts';
import { type Client, createClient } from '../support/requests/client.ts';
import { type Expected, expectAll, finishUnanswered, work } from '../support/requests/load.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { type TempFolder, tempFolder } from '../support/temp-folder.ts';

const KILLS = isDeep ? 20 : 2;
const WORKERS = 8;

let folder: TempFolder;
beforeAll(async () => {
  folder = await tempFolder();
});
afterAll(() => folder.remove());

test('After kill -9 under load every acknowledged step is there, none twice, and the read models equal a replay', {
  tags: ['more'],
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  const dataDir = folder.path;
  const leads: Expected[] = [];
  let client: Client | undefined;
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await spawnServer({ DATA_DIR: dataDir });
    const entered = await enter(server.url, client);
    client = entered;
    await finishUnanswered(entered, leads);
    let dead = false;
    const working = Array.from({ length: WORKERS }, (_, worker) =>
      work(entered, `kill ${kill} worker ${worker} lead`, () => dead),
    );
    // The time at which the process dies is the variable here; nothing waits for this delay.
    await delay(100 + Math.random() * 900);
    await server.kill();
    dead = true;
    leads.push(...(await Promise.all(working)).flat());
  }

  const server = await spawnServer({ DATA_DIR: dataDir });
  client = await enter(server.url, client);
  await finishUnanswered(client, leads);
  await expectAll(client, leads);
  const { code, took } = await server.stop();
  expect(code).toBe(0);
  expect(took).toBeLessThan(5_000);

  await expectAsReplayed({ DATA_DIR: dataDir });
  expect(
    await filesContaining(dataDir, ['load@example.com', '555-0123', 'worker 0 lead'], (name) =>
      name.startsWith('log.db'),
    ),
  ).toEqual([]);
});

/** With the session of before, which outlives each kill: signing in as often as they come would be too often. */
async function enter(url: string, before: Client | undefined): Promise<Client> {
  const client = createClient(url, before);
  if (!before) await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  return client;
}
