import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openSharedStores } from '../../platform/runtime/stores.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import { buildAsOf } from '../engine/as-of.ts';
import { projections } from '../index.ts';
import type { Built, ToBuild } from './build-in-thread.ts';

// The thread that makes a view of an earlier moment: whatever it does, the API keeps answering.

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');

// On other systems this would set the priority of the whole process.
if (process.platform === 'linux') setPriority(0, 10);
const stopping = new AbortController();
port.on('message', () => stopping.abort());

const { shared, reader, folder, moment } = workerData as ToBuild;
const stores = await openSharedStores(shared, systemClock);
const store = openEmbeddedReadModels({ folder });
try {
  const { log } = stores;
  const {
    models,
    last: end,
    recordedAt,
  } = await buildAsOf({ log, store, projections, moment, reader, signal: stopping.signal });
  await models.close();
  port.postMessage({ generation: models.generation, end, recordedAt } satisfies Built);
} finally {
  await store.close();
  await stores.close();
  port.close();
}
