import { parentPort, workerData } from 'node:worker_threads';
import { openSharedStores } from '../../../store/embedded/stores.ts';
import { START } from '../../../store/event-store.ts';
import { sampleCodec } from '../samples/event-samples.ts';

// A thread that reads what another one appends: reports when it is live, then the next event's id, and leaves a record.

const stores = openSharedStores(workerData, { now: Date.now });
const log = stores.eventStore(sampleCodec().codec);
const stop = new AbortController();
let events = 0;
let wasLive = false;
for await (const { entries, live } of log.subscribe(START, stop.signal)) {
  events += entries.length;
  if (!wasLive && live) {
    wasLive = true;
    parentPort?.postMessage('live');
    continue;
  }
  const last = entries.at(-1)?.id ?? '';
  await stores.state.put('thread', { events, last }, { expected: 'none' });
  parentPort?.postMessage(last);
  stop.abort();
}
await stores.close();
