import { randomBytes } from 'node:crypto';
import type { StoresShare } from '../../platform/runtime/stores.ts';
import type { EventLog } from '../../store/event-store.ts';
import { DamagedReadModels, type DeadLetter, type ReadModelStore, type ReadModels } from '../../store/read-models.ts';
import type { StateRecord, StateStore } from '../../store/state.ts';
import { type BuildProgress, buildGeneration } from './build.ts';
import { fingerprint } from './fingerprint.ts';
import type { Projection } from './projection.ts';
import { readToHead } from './reading.ts';

/** Which generation the lists read, and the fingerprint of the projections that built it. */
export interface LiveGeneration {
  generation: string;
  fingerprint: string;
}

const LIVE = 'generations/live';

function liveGeneration(record: StateRecord | null): LiveGeneration | null {
  return (record?.value as unknown as LiveGeneration | undefined) ?? null;
}

/** Which generation is live; null before the first one. */
export async function readLive(state: StateStore): Promise<LiveGeneration | null> {
  return liveGeneration(await state.get(LIVE));
}

export interface GenerationContext {
  log: EventLog;
  state: StateStore;
  store: ReadModelStore;
  projections: readonly Projection[];
  signal: AbortSignal;
  /** How a thread that reads a long log for a build opens the stores; good for one thread. */
  reader?: StoresShare | undefined;
  /** Whether an event that cannot be applied is skipped even if no earlier generation has a dead letter for it. */
  skipUnreadable?: boolean;
  progress(progress: BuildProgress): void;
  /** Called with a generation that is damaged, before it is set aside. */
  damaged?(damage: DamagedReadModels): void;
}

/**
 * The live generation, if these projections built it and the log still holds the event at its checkpoint. Otherwise
 * null: a projection changed, a file was deleted or damaged, or the log was restored from a backup older than the read
 * models. A damaged generation is set aside.
 */
export async function openCurrent(context: GenerationContext): Promise<ReadModels | null> {
  const live = await readLive(context.state);
  if (!live || live.fingerprint !== fingerprint(context.projections)) return null;
  let models: ReadModels | null = null;
  try {
    models = await context.store.open(live.generation, context.projections);
    if (models && (await standsOn(context.log, models))) return models;
    await models?.close();
    return null;
  } catch (cause) {
    await models?.close();
    await putAside(context, cause);
    return null;
  }
}

/** Sets aside the generation that an error reports as damaged; its handle must be closed. @throws any other error */
export async function putAside({ store, damaged }: GenerationContext, cause: unknown): Promise<void> {
  if (!(cause instanceof DamagedReadModels)) throw cause;
  damaged?.(cause);
  await store.setAside(cause.generation);
}

/** Whether the log holds the event at a generation's checkpoint: false if an older log was restored. */
export async function standsOn(log: EventLog, models: ReadModels): Promise<boolean> {
  const { position, eventId } = await models.checkpoint();
  return position === '' || log.holds(position, eventId);
}

/**
 * Builds a complete next generation beside the live one, then switches to it by compare-and-set.
 * @returns the new generation, open, live and claimed by the epoch
 */
export async function buildNext(context: GenerationContext, epoch: number): Promise<ReadModels> {
  const { log, state, store, projections, signal, reader, progress } = context;
  const record = await state.get(LIVE);
  const accepted = await acceptedBefore(context, liveGeneration(record));
  const generation = `${fingerprint(projections)}-${randomBytes(4).toString('hex')}`;
  const models = await store.create(generation, projections);
  try {
    await models.claim(epoch);
    const batches = readToHead({ log, reader, signal });
    await buildGeneration({ batches, models, projections, epoch, accepted, progress, signal });
    const live: LiveGeneration = { generation, fingerprint: fingerprint(projections) };
    const version = await state.put(LIVE, { ...live }, { expected: record?.version ?? 'none' });
    if (version === null) throw new Error('Another runner switched the read models first.');
    return models;
  } catch (cause) {
    await models.close();
    await store.drop(generation);
    throw cause;
  }
}

/** Drops every generation but those to keep: leftovers of a crash, and ones that nobody reads any more. */
export async function dropOthers(store: ReadModelStore, keep: readonly string[]): Promise<void> {
  for (const generation of await store.list()) {
    if (!keep.includes(generation)) await store.drop(generation);
  }
}

/**
 * Which dead letters do not stop the build: those of the previous generation. If its files are lost or damaged, all
 * that the same projections skip, since it cannot have contained those either.
 */
async function acceptedBefore(
  { store, projections, skipUnreadable }: GenerationContext,
  live: LiveGeneration | null,
): Promise<(letter: DeadLetter) => boolean> {
  if (skipUnreadable) return () => true;
  if (!live) return () => false;
  const letters = await deadLettersOf(store, projections, live.generation);
  if (!letters) return () => live.fingerprint === fingerprint(projections);
  const known = new Set(letters.map(identity));
  return (letter) => known.has(identity(letter));
}

/** Null where they cannot be read. */
async function deadLettersOf(
  store: ReadModelStore,
  projections: readonly Projection[],
  generation: string,
): Promise<DeadLetter[] | null> {
  let models: ReadModels | null = null;
  try {
    models = await store.open(generation, projections);
    return models && (await models.deadLetters());
  } catch (cause) {
    if (cause instanceof DamagedReadModels) return null;
    throw cause;
  } finally {
    await models?.close();
  }
}

function identity(letter: Pick<DeadLetter, 'projection' | 'position' | 'eventId'>): string {
  return `${letter.projection} ${letter.position} ${letter.eventId}`;
}
