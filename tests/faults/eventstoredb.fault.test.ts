import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { startOwnEventStore } from '../support/eventstore-process.ts';
import { freshNamespace } from '../support/eventstoredb-log.ts';
import { type Expected, expectAll, finishUnanswered, work } from '../support/load.ts';
import { startTestServer } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ROUNDS = isDeep ? 10 : 1;
const WORKERS = 8;

test('After EventStoreDB was killed and frozen under load every acknowledged step is there, none twice', {
  tags: ['more'],
  timeout: 60_000 + ROUNDS * 60_000,
}, async () => {
  const [folder, dataDir] = [await tempFolder(), await tempFolder()];
  for (const { remove } of [folder, dataDir]) onTestFinished(remove);
  const eventStore = await startOwnEventStore(folder.path);
  onTestFinished(() => eventStore.kill());
  const env = { EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: freshNamespace() };
  const options = { eventStoreDeadlineMs: 2_000 };
  const product = await startTestServer({ DATA_DIR: dataDir.path, ...env }, Date.now, options);
  onTestFinished(product.close);
  const client = await product.signIn();
  const leads: Expected[] = [];

  for (const how of Array.from({ length: ROUNDS }, () => ['killed', 'frozen'] as const).flat()) {
    let isOver = false;
    const name = `${how} ${leads.length} worker`;
    const working = Array.from({ length: WORKERS }, (_, worker) =>
      work(client, `${name} ${worker} lead`, () => isOver),
    );
    // The time at which the server is lost is the variable here; nothing waits for this delay.
    await delay(200 + Math.random() * 300);
    if (how === 'killed') await eventStore.kill();
    else eventStore.freeze();
    // Each worker ends at its first failed request: 503, and nothing hangs.
    leads.push(...(await Promise.all(working)).flat());
    isOver = true;
    if (how === 'killed') await eventStore.start();
    else eventStore.thaw();
    const isOk = async () => (await client.get('/api/health')).body.ok;
    await expect.poll(isOk, { timeout: 30_000 }).toBe(true);
    await finishUnanswered(client, leads);
  }

  await expectAll(client, leads);
  expect(leads.filter(({ acknowledged }) => acknowledged > 0).length).toBeGreaterThan(WORKERS);
});
