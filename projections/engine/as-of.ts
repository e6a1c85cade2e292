import { randomBytes } from 'node:crypto';
import type { StoresShare } from '../../platform/runtime/stores.ts';
import { type Batch, type EventLog, isDecoded, type Position, START } from '../../store/event-store.ts';
import type { ReadModelStore, ReadModels } from '../../store/read-models.ts';
import { type BuildProgress, buildGeneration } from './build.ts';
import { fingerprint } from './fingerprint.ts';
import { linkedCollections } from './links.ts';
import { batchesAsOf, type Moment } from './moment.ts';
import type { Projection } from './projection.ts';
import { readToHead } from './reading.ts';

/** Nobody else writes to read models of the past. */
export const PAST_EPOCH = 1;

/** Read models as of a moment. */
export interface Past {
  /** Open. */
  models: ReadModels;
  /** How many events they were made from. */
  events: number;
  /** The last of them in the log; START if there are none. */
  last: Position;
  /** When the latest of them was recorded, ISO UTC; null if none can be read. */
  recordedAt: string | null;
  /** Whether the log held nothing else. */
  isAll: boolean;
}

/**
 * Builds a generation of read models as they were at a moment, beside the live ones and without touching them. An event that a
 * read model cannot take is skipped with a dead letter.
 * @param options.store where the generation is made: any but the live one
 * @param options.moment without it, everything up to the head
 * @throws the signal's reason when it is aborted; nothing is left of the generation then
 */
export async function buildAsOf(options: {
  log: EventLog;
  store: Pick<ReadModelStore, 'create' | 'drop'>;
  projections: readonly Projection[];
  moment?: Moment | undefined;
  reader?: StoresShare | undefined;
  signal: AbortSignal;
  progress?(progress: BuildProgress): void;
}): Promise<Past> {
  const { log, reader, signal, moment, store, projections, progress = () => {} } = options;
  const generation = `${fingerprint(projections)}-${randomBytes(4).toString('hex')}`;
  const models = await store.create(generation, projections);
  const past: Past = { models, events: 0, last: START, recordedAt: null, isAll: false };
  let looked = 0;
  let isHead = false;
  const whole = noting(readToHead({ log, reader, signal }), ({ entries, live }) => {
    looked += entries.length;
    isHead = live;
  });
  const batches = noting(moment ? batchesAsOf(whole, moment) : whole, ({ entries }) => {
    past.events += entries.length;
    past.last = entries.at(-1)?.position ?? past.last;
    // Clocks are set back, so it need not be the last one.
    for (const { metadata } of entries.filter(isDecoded))
      if (past.recordedAt === null || metadata.recordedAt > past.recordedAt) past.recordedAt = metadata.recordedAt;
  });
  try {
    await models.claim(PAST_EPOCH);
    await buildGeneration({ batches, models, projections, epoch: PAST_EPOCH, accepted: () => true, progress, signal });
    past.isAll = isHead && looked === past.events;
    return past;
  } catch (cause) {
    await models.close();
    await store.drop(generation);
    throw cause;
  }
}

async function* noting(
  batches: AsyncIterable<Batch>,
  note: (batch: Batch) => void,
): AsyncGenerator<Batch, void, undefined> {
  for await (const batch of batches) {
    note(batch);
    yield batch;
  }
}

/**
 * The read models that some collections need to be built: their own, those whose fields they copy, and those that add
 * documents to others. The collections that are not asked for are built without what they copy themselves, as nobody copies
 * that from them.
 */
export function projectionsOf(collections: readonly string[], all: readonly Projection[]): Projection[] {
  const linked = linkedCollections(all.filter(({ collection }) => collections.includes(collection)));
  const isBuilt = ({ collection, adds }: Projection) =>
    collections.includes(collection) || linked.has(collection) || adds !== undefined;
  const built = all.filter(isBuilt);
  const names = new Set(built.map(({ collection }) => collection));
  return built.map((projection) =>
    addingOnlyTo(names, collections.includes(projection.collection) ? projection : withoutLinks(projection)),
  );
}

function withoutLinks({ links: _, ...projection }: Projection): Projection {
  return projection;
}

function addingOnlyTo(collections: ReadonlySet<string>, { adds, ...projection }: Projection): Projection {
  if (!adds) return projection;
  return {
    ...projection,
    adds: (...change) => adds(...change).filter(({ collection }) => collections.has(collection)),
  };
}
