import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openSharedStores } from '../../platform/runtime/stores.ts';
import { packed, type ReadingData } from './reading.ts';

// The thread that reads and decodes the log up to its head for a build.

/** The most batches in flight to the builder. */
const AHEAD = 8;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');

const { shared, after } = workerData as ReadingData;
let underWay = 0;
port.on('message', () => {
  underWay -= 1;
});

const stores = await openSharedStores(shared, systemClock);
const reading = new AbortController();
try {
  for await (const batch of stores.log.subscribe(after, reading.signal)) {
    port.postMessage(packed(batch));
    if (batch.live) break;
    underWay += 1;
    while (underWay >= AHEAD) await once(port, 'message');
  }
} finally {
  reading.abort();
  await stores.close();
  port.close();
}
