import { onTestFinished, test } from 'vitest';
import { spawnEventStore } from '../servers/eventstore-process.ts';
import { freshNamespace } from '../stores/eventstoredb-log.ts';
import { tempFolder } from '../temp-folder.ts';

/**
 * Tests what processes leave that die at some points of an act: in `npm test` some (or none, where it is like another
 * act) on the embedded event store, in `npm run test:deep` every point on each event store.
 * @param check gets the environment that names the empty stores, and the points
 */
export function testDeaths<Point>(
  title: string,
  { every, some }: { every: readonly Point[]; some: readonly Point[] },
  check: (env: Record<string, string>, points: readonly Point[]) => Promise<void>,
): void {
  if (some.length > 0) test(title, async () => check(await emptyStores('embedded'), some));

  test.each(['embedded', 'EventStoreDB'] as const)(
    `${title}, at each point on the %s event store`,
    { tags: ['deep'], timeout: 300_000 },
    async (which) => check(await emptyStores(which), every),
  );
}

async function emptyStores(which: 'embedded' | 'EventStoreDB'): Promise<Record<string, string>> {
  const folder = await tempFolder();
  onTestFinished(folder.remove);
  const env = { DATA_DIR: folder.path };
  if (which === 'embedded') return env;
  const eventStore = await spawnEventStore();
  onTestFinished(eventStore.stop);
  return { ...env, EVENTSTORE_URL: eventStore.url, EVENTSTORE_NAMESPACE: freshNamespace() };
}
