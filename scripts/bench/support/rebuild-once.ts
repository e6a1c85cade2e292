import { buildNext } from '../../../projections/engine/generations.ts';
import { projections } from '../../../projections/index.ts';
import { withStores } from './make-company.ts';

// Builds all read models of a folder once and prints what it took; a process of its own, so that its memory is its own.

const folder = process.argv[2] as string;
await withStores(folder, async ({ log, state, readModels: store }) => {
  let events = 0;
  const progress = (at: { events: number }) => {
    events = at.events;
  };
  const startedAt = performance.now();
  const models = await buildNext({ log, state, store, projections, signal: new AbortController().signal, progress }, 1);
  const ms = performance.now() - startedAt;
  await models.close();
  console.log(JSON.stringify({ ms, events, peakMiB: process.resourceUsage().maxRSS / 1024 }));
});
