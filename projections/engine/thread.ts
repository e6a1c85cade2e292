import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openSharedStores, type SharedStores } from '../../platform/runtime/stores.ts';
import { projections } from '../index.ts';
import { runProjections } from './runner.ts';
import type { ThreadData } from './start-thread.ts';

// The projection runner's thread: whatever it does, the API keeps answering.

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');

const { shared, reader, holder, damaged } = workerData as ThreadData;
const stopping = new AbortController();
port.on('message', () => stopping.abort());

const stores: SharedStores = await openSharedStores(shared, systemClock);
try {
  await runProjections({
    log: stores.log,
    state: stores.state,
    store: stores.readModels,
    projections,
    clock: systemClock,
    holder,
    damaged,
    reader,
    signal: stopping.signal,
    report: (report) => port.postMessage(report),
  });
} finally {
  await stores.close();
  port.close();
}
