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
  else answer(message);
});

function answer(message: Exclude<ToThread, 'stop'>): void {
  const { key } = message;
  if ('question' in message) {
    say({ key, answer: watch.evaluate(message.question) });
    return;
  }
  // A prediction that cannot be made is no reason to read everything anew.
  try {
    say({ key, answer: watch.predict(message.predictAsOf) });
  } catch (cause) {
    say({ key, failure: new Error('The predictions could not be made.', { cause }) });
  }
}

const stores = await openSharedStores((workerData as ThreadData).shared, systemClock);
try {
  await follow(stores.log, watch, stopping.signal, (reached) => say({ reached }));
} finally {
  await stores.close();
  port.close();
}
