import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openSharedStores } from '../../platform/runtime/stores.ts';
import { detectors } from '../detectors/index.ts';
import type { ThreadData, ToMain, ToThread } from './reading.ts';
import { createWatch, follow } from './watch.ts';

// The thread that reads the log and asks the detectors: whatever they do, the API keeps answering.

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const say = (message: ToMain) => port.postMessage(message);

// On other systems this would set the priority of the whole process.
if (process.platform === 'linux') setPriority(0, 19);
const watch = createWatch(detectors);
const stopping = new AbortController();
port.on('message', (message: ToThread) => {
  if (message === 'stop') stopping.abort();
  else say({ key: message.key, evaluated: watch.evaluate(message.question) });
});

const stores = await openSharedStores((workerData as ThreadData).shared, systemClock);
try {
  await follow(stores.log, watch, stopping.signal, (reached) => say({ reached }));
} finally {
  await stores.close();
  port.close();
}
