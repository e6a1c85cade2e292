import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { readFilesMark } from '../../../store/embedded/log/mark.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { copyWhileRunning } from '../processes/kill-image.ts';
import { batchAt, built } from '../processes/read-models-feed.ts';
import { notes, sampleCodec } from '../samples/event-samples.ts';

const NOTES = { collection: 'notes', indexes: [], search: [] };

/** How the process that held the folder ended. */
export type End = 'stopped' | 'killed';

/**
 * Fills a data folder with events, their read models, a file, and the marks of what each has seen of the log.
 * @param options.events a multiple of ten
 * @param options.newFolder makes the folders that are needed
 * @returns the folder: after a clean stop, or as a kill leaves it
 */
export async function makeLogImage(
  end: End,
  { events, newFolder }: { events: number; newFolder: () => Promise<string> },
): Promise<string> {
  const folder = await newFolder();
  const readModels = openEmbeddedReadModels({ folder });
  cpSync(import.meta.filename, join(folder, 'files', 'ab', 'a file'), { recursive: true });
  const stores = await openEmbeddedStores({ folder, now: Date.now });
  const log = stores.eventStore(sampleCodec().codec);
  const streams = Array.from({ length: events / 10 }, (_, index) => `notes-${index}`);
  await Promise.all(streams.map((stream) => log.append(stream, notes(10), 'none')));
  const [last] = await log.readLatest(null, 1);
  const models = await built(readModels, NOTES);
  if (last) await models.commit({ ...batchAt(1, 'notes', []), position: last.position, eventId: last.id });
  const marked = () => readFilesMark(join(folder, 'files'))?.eventId;
  if (end === 'killed') await vi.waitUntil(() => marked() === last?.id, { timeout: 10_000 });
  const copy = await newFolder();
  if (end === 'killed') copyWhileRunning(folder, copy);
  await readModels.close();
  await stores.close();
  return end === 'killed' ? copy : folder;
}
