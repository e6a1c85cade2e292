import { buildNext } from '../../../projections/engine/generations.ts';
import { projections } from '../../../projections/index.ts';
import { withStores } from './make-company.ts';

// Builds read models of a folder once and prints what that took; in a process of its own, to measure its own memory.
// Arguments: folder, whether a separate thread reads the log (or `alone`), and the names of some read models; all of
// them by default.

const [folder = '', reading, names] = process.argv.slice(2);
const wanted = names?.split(',');
const built = projections.filter(({ name }) => wanted?.includes(name) ?? true);
await withStores(folder, async (stores) => {
  const { log, state, readModels: store } = stores;
  let events = 0;
  const progress = (at: { events: number }) => {
    events = at.events;
  };
  const reader = reading === 'alone' ? undefined : stores.share();
  const before = process.cpuUsage();
  const threadBefore = process.threadCpuUsage();
  const startedAt = performance.now();
  const models = await buildNext(
    { log, state, store, projections: built, reader, signal: new AbortController().signal, progress },
    1,
  );
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  const thread = process.threadCpuUsage(threadBefore);
  await models.close();
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  console.log(
    JSON.stringify({
      ms,
      cpuMs: (user + system) / 1000,
      threadMs: (thread.user + thread.system) / 1000,
      events,
      peakMiB,
    }),
  );
});
