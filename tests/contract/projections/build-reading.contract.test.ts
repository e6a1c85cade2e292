import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../../platform/runtime/stores.ts';
import { readToHead } from '../../../projections/engine/reading.ts';
import type { Batch, LogEntry, Position } from '../../../store/event-store.ts';
import { appendTo, blessed, captured, newerRegistry } from '../../support/samples/lead-events.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// How a build reads a long log: most of it in a thread of its own.

/** One batch, then the thread takes over. */
const ITSELF = 500;

let stores: Stores;
let folder: Awaited<ReturnType<typeof tempFolder>>;
/** Where this thread's subscriptions started. */
let begun: Position[];

beforeEach(async () => {
  folder = await tempFolder();
  begun = [];
  const written = await openProductStores({ folder: folder.path });
  await appendTo(written.log, 'lead-a', captured('Íngrid “Ash” \u{1f333}'));
  const moves = Array.from({ length: 500 }, (_, index) => {
    return { type: 'LeadDetailsRevised', data: { notes: `Called ${index} times` } };
  });
  for (let times = 0; times < 3; times++) await appendTo(written.log, 'lead-a', ...moves);
  await appendTo(written.openLog({ registry: newerRegistry }), 'lead-a', blessed);
  await appendTo(written.log, 'lead-b', captured('Oak'));
  await written.keys.erase('subject-of-lead-b', '2026-11-21T10:00:00.000Z');
  await written.release();
  stores = await openStores(parseConfig({ DATA_DIR: folder.path }), systemClock);
});
afterEach(async () => {
  await stores.close();
  await folder.remove();
});

const watched = () =>
  logWith(stores.log, {
    subscribe(after, signal, types) {
      begun.push(after);
      return stores.log.subscribe(after, signal, types);
    },
  });

async function read(options: Partial<Parameters<typeof readToHead>[0]> = {}): Promise<Batch[]> {
  const { signal } = new AbortController();
  const batches: Batch[] = [];
  for await (const batch of readToHead({ log: watched(), signal, itself: ITSELF, ...options })) batches.push(batch);
  return batches;
}

const all = (batches: readonly Batch[]): LogEntry[] => batches.flatMap(({ entries }) => entries);

test('A long log is read by another thread as this one reads it, to the head', async () => {
  const batches = await read({ reader: stores.share() });
  const head = await stores.log.head();
  expect(begun).toEqual(['', head]);
  expect(all(batches)).toEqual(await stores.log.readAll('', 10_000));
  const [unknown, erased] = all(batches).slice(-2);
  expect(unknown).toMatchObject({ type: 'LeadBlessed', error: 'The event type is not known here.' });
  expect(erased).toMatchObject({ data: { name: '[erased]' } });

  expect(batches.map(({ live }) => live)).toEqual([...batches.slice(1).map(() => false), true]);
  for (const { entries, position, eventId } of batches.filter((batch) => batch.entries.length > 0))
    expect({ position, eventId }).toEqual({ position: entries.at(-1)?.position, eventId: entries.at(-1)?.id });
  expect(batches.at(-1)?.position).toBe(head);
});

test('A long log is read by this thread where the other one fails, with nothing left out', async () => {
  const share = stores.share();
  const config = { ...share.data.config, dataDir: `${folder.path}/elsewhere` };
  const embedded = share.data.embedded && { ...share.data.embedded, folder: config.dataDir };
  const batches = await read({ reader: { ...share, data: { ...share.data, config, embedded } } });
  expect(begun).toEqual(['', batches[0]?.position]);
  expect(all(batches)).toEqual(await stores.log.readAll('', 10_000));
});

test('A short log is read without another thread', async () => {
  const batches = await read({ reader: stores.share(), itself: 10_000 });
  expect(begun).toEqual(['']);
  expect(all(batches)).toHaveLength((await stores.log.readAll('', 10_000)).length);
});

test('The reading of a long log ends at once where no more is needed, and where it is aborted', async () => {
  const aborting = new AbortController();
  let batches = 0;
  for await (const _ of readToHead({
    log: watched(),
    reader: stores.share(),
    signal: aborting.signal,
    itself: ITSELF,
  })) {
    if (++batches === 2) aborting.abort();
  }
  expect(batches).toBe(2);
  const { signal } = new AbortController();
  for await (const _ of readToHead({ log: watched(), reader: stores.share(), signal, itself: ITSELF })) {
    if (++batches === 4) break;
  }
  expect(batches).toBe(4);
});
