import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildGeneration } from '../../../projections/engine/build.ts';
import { leads } from '../../../projections/leads.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import type { Batch } from '../../../store/event-store.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { captured } from '../../support/samples/lead-events.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// What a build holds in memory once the heap is full, which it stays until dropped documents are collected.

const EVENTS = 22_000;
const BATCH = 500;
const LEADS = 700;

/** A long history of leads. */
async function* history(): AsyncGenerator<Batch> {
  for (let from = 0; from < EVENTS; from += BATCH) {
    const entries = Array.from({ length: BATCH }, (_, index) => {
      const position = String(from + index + 1).padStart(16, '0');
      const number = from + index;
      const revision = BigInt(Math.floor(number / LEADS));
      const place = { id: `e${position}`, stream: `lead-${number % LEADS}`, revision, position };
      return { ...captured('Oak'), ...place, metadata: metadata() };
    });
    const { position = '', id = '' } = entries.at(-1) ?? {};
    yield { entries, position, eventId: id, live: from + BATCH >= EVENTS };
  }
}

test('A build of read models on a full heap is written in few pieces, and all of it', async () => {
  const full = { ...v8.getHeapStatistics(), used_heap_size: Number.MAX_SAFE_INTEGER };
  const heap = vi.spyOn(v8, 'getHeapStatistics').mockReturnValue(full);
  syncBuiltinESMExports();
  onTestFinished(() => {
    heap.mockRestore();
    syncBuiltinESMExports();
  });
  const folder = await tempFolder();
  const store = openEmbeddedReadModels({ folder: folder.path });
  const models = await store.create('g', [leads]);
  await models.claim(1);
  const commit = vi.spyOn(models, 'commit');
  await buildGeneration({
    batches: history(),
    models,
    projections: [leads],
    epoch: 1,
    accepted: () => false,
    progress() {},
    signal: new AbortController().signal,
  });
  expect(commit.mock.calls.map(([{ documents }]) => documents.length)).toEqual([LEADS, LEADS]);
  expect(await models.count('leads', { search: 'oak' })).toBe(LEADS);
  expect((await models.checkpoint()).position).toBe(String(EVENTS).padStart(16, '0'));
  await store.close();
  await folder.remove();
});
