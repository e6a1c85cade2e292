import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { type EventStoreProcess, spawnEventStore } from '../../support/servers/eventstore-process.ts';
import { type MongoServer, mongoAvailable, startMongoServer } from '../../support/servers/mongodb-server.ts';
import { freshNamespace } from '../../support/stores/eventstoredb-log.ts';

const DAY = '2036-06-16';

// The scripts choose the database names themselves: on a shared server they would be in the way.
describe.skipIf(!mongoAvailable() || process.env['MONGODB_URL'] !== undefined)('an optimizer that is down', () => {
  let mongo: MongoServer;
  let eventStore: EventStoreProcess;
  let browser: TestBrowser;
  beforeAll(async () => {
    [mongo, eventStore] = await Promise.all([startMongoServer(), spawnEventStore()]);
    browser = await openBrowser({
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_NAMESPACE: freshNamespace(),
      MONGODB_URL: mongo.url,
      OPTIMIZER_URL: `http://127.0.0.1:${await closedPort()}`,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await eventStore?.stop();
    await mongo?.stop();
  });

  test('An optimizer that is down is told as a run that failed, and the schedule goes on', {
    tags: ['deep'],
  }, async () => {
    const page = await browser.newPage({ signedIn: true, expectedErrors: [/503 \(Service Unavailable\)/] });
    await page.goto(`/schedule?date=${DAY}&view=crews`);
    await page.getByRole('button', { name: 'Optimize Day' }).click();
    const dialog = page.getByRole('dialog', { name: 'AI Schedule Optimizer' });
    await dialog.getByLabel('Date').fill(DAY);
    await dialog.getByRole('button', { name: 'Optimize Schedule' }).click();
    const toast = page.locator('.bp6-toast');
    await toast.getByText('Optimization Failed').waitFor();
    await toast.getByText('Could not optimize schedule. Please try again.').waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Optimize Day' }).waitFor();
  });
});

/** A port that was free a moment ago, where nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
