import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openSharedStores } from '../../platform/runtime/stores.ts';
import { detectors } from '../detectors/index.ts';
import { readHere, type ThreadData, type ToMain, type ToThread } from './reading.ts';

// The thread that reads the log and asks the detectors: whatever they do, the API keeps answering.

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const say = (message: ToMain) => port.postMessage(message);

// On other systems this would set the priority of the whole process.
if (process.platform === 'linux') setPriority(0, 19);
const stores = await openSharedStores((workerData as ThreadData).shared, systemClock);
const reading = readHere(stores, detectors, (reached) => say({ reached }));
// What was said before is heard now.
port.on('message', (message: ToThread) => {
  if (message === 'stop') reading.stop();
  else void answer(message);
});

async function answer(message: Exclude<ToThread, 'stop'>): Promise<void> {
  const { key } = message;
  if ('question' in message) {
    say({ key, answer: await reading.evaluate(message.question) });
    return;
  }
  // A prediction that cannot be made is no reason to read everything anew.
  try {
    say({ key, answer: await reading.predict(message.predictAsOf) });
  } catch (cause) {
    say({ key, failure: new Error('The predictions could not be made.', { cause }) });
  }
}

try {
  await reading.ended;
} finally {
  await stores.close();
  port.close();
}
