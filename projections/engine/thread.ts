import { parentPort, workerData } from 'node:worker_threads';
import { runShared, type SharedRun } from './run-shared.ts';

// The projection runner's thread: whatever it does, the API keeps answering.

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');

const stopping = new AbortController();
port.on('message', () => stopping.abort());

try {
  await runShared(workerData as SharedRun, (report) => port.postMessage(report), stopping.signal);
} finally {
  port.close();
}
