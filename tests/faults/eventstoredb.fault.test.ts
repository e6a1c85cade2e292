import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { expectAsReplayed } from '../support/processes/replay.ts';
import type { Client } from '../support/requests/client.ts';
import { type Expected, expectAll, finishUnanswered, work } from '../support/requests/load.ts';
import { startTestServer } from '../support/server.ts';
import { startOwnEventStore } from '../support/servers/eventstore-process.ts';
import { startEventStoreCluster } from '../support/servers/eventstoredb-server/cluster.ts';
import { freshNamespace } from '../support/stores/eventstoredb-log.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ROUNDS = isDeep ? 10 : 1;
/** Each takes as long as that of a real cluster. */
const ELECTIONS = isDeep ? 3 : 1;
const WORKERS = 8;
const limits = { tags: ['more'], timeout: 60_000 + ROUNDS * 60_000 };
/** As a real cluster takes where there is time; otherwise long enough that its nodes are asked in each phase. */
const ELECTION = isDeep ? undefined : { named: 1_500, leaderless: 1_000 };

test(
  'After EventStoreDB was killed and frozen under load every acknowledged step is there, none twice, and the read models equal a replay',
  limits,
  async () => {
    const folder = await tempFolder();
    onTestFinished(folder.remove);
    const eventStore = await startOwnEventStore(folder.path);
    onTestFinished(() => eventStore.kill());
    const { client, env } = await productOn(eventStore.url);
    await underLoad(client, async (how) => {
      if (how === 'killed') await eventStore.kill();
      else eventStore.freeze();
      return async () => {
        if (how === 'killed') await eventStore.start();
        else eventStore.thaw();
      };
    });
    await expectAsReplayed(env);
  },
);

test(
  'After a cluster has lost its leaders under load every acknowledged step is there, none twice, and the read models equal a replay',
  limits,
  async () => {
    const cluster = await startEventStoreCluster();
    onTestFinished(() => cluster.stop());
    const { client, env } = await productOn(cluster.url);
    await underLoad(client, async (how, endWork) => {
      const lost = cluster.leader ?? 0;
      await cluster.loseLeader(how, ELECTION);
      endWork();
      return () => cluster.restore(lost);
    });
    await expectAsReplayed(env);
  },
);

async function productOn(url: string): Promise<{ client: Client; env: Record<string, string> }> {
  const dataDir = await tempFolder();
  onTestFinished(dataDir.remove);
  const env = { DATA_DIR: dataDir.path, EVENTSTORE_URL: url, EVENTSTORE_NAMESPACE: freshNamespace() };
  const product = await startTestServer(env, Date.now, { eventStoreDeadlineMs: 2_000 });
  onTestFinished(product.close);
  return { client: await product.signIn(), env };
}

/** @param lose loses the server while others work on it, ends their work if they go on, and returns what brings it back */
async function underLoad(
  client: Client,
  lose: (how: 'killed' | 'frozen', endWork: () => void) => Promise<() => Promise<void>>,
): Promise<void> {
  const leads: Expected[] = [];
  for (const how of Array.from({ length: ELECTIONS }, () => ['killed', 'frozen'] as const).flat()) {
    let isOver = false;
    const name = `${how} ${leads.length} worker`;
    const working = Array.from({ length: WORKERS }, (_, worker) =>
      work(client, `${name} ${worker} lead`, () => isOver),
    );
    // The time at which the server is lost is the variable here; nothing waits for this delay.
    await delay(200 + Math.random() * 300);
    const bringBack = await lose(how, () => {
      isOver = true;
    });
    // Otherwise each worker ends at its first failed request: 503, and nothing hangs.
    leads.push(...(await Promise.all(working)).flat());
    await bringBack();
    const isOk = async () => (await client.get('/api/health')).body.ok;
    await expect.poll(isOk, { timeout: 30_000 }).toBe(true);
    await finishUnanswered(client, leads);
  }
  await expectAll(client, leads);
  expect(leads.filter(({ acknowledged }) => acknowledged > 0).length).toBeGreaterThan(WORKERS);
}
