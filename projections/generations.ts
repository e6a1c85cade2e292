import { randomBytes } from 'node:crypto';
import type { EventLog } from '../store/event-store.ts';
import type { DeadLetter, ReadModelStore, ReadModels } from '../store/read-models.ts';
import type { StateRecord, StateStore } from '../store/state.ts';
import { type BuildProgress, buildGeneration } from './build.ts';
import { fingerprint } from './index.ts';
import type { Projection } from './projection.ts';

/** Which generation the lists read, and which projections it was built by. */
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
  /** Whether an event that cannot be taken is skipped although no earlier generation has a dead letter for it. */
  skipUnreadable?: boolean;
  progress(progress: BuildProgress): void;
}

/**
 * The live generation, if these projections built it and the log still holds the event that it stands at. Else null: a
 * changed projection, a deleted file, or a log that was put back from a backup and is older than the read models.
 */
export async function openCurrent(context: GenerationContext): Promise<ReadModels | null> {
  const live = await readLive(context.state);
  if (!live || live.fingerprint !== fingerprint(context.projections)) return null;
  const models = await context.store.open(live.generation, context.projections);
  if (!models) return null;
  if (await standsOn(context.log, models)) return models;
  await models.close();
  return null;
}

/** Whether the log holds the event that a generation stands at: not where an older log was put back. */
export async function standsOn(log: EventLog, models: ReadModels): Promise<boolean> {
  const { position, eventId } = await models.checkpoint();
  return position === '' || log.holds(position, eventId);
}

/**
 * Builds a whole next generation beside the live one, then switches to it by compare-and-set.
 * @returns the new generation, open and live, claimed by the epoch
 */
export async function buildNext(context: GenerationContext, epoch: number): Promise<ReadModels> {
  const { log, state, store, projections, signal, progress } = context;
  const record = await state.get(LIVE);
  const known = await knownDeadLetters(store, projections, liveGeneration(record));
  const generation = `${fingerprint(projections)}-${randomBytes(4).toString('hex')}`;
  const models = await store.create(generation, projections);
  try {
    await models.claim(epoch);
    const accepted = (letter: DeadLetter) => context.skipUnreadable === true || known.has(identity(letter));
    await buildGeneration({ log, models, projections, epoch, accepted, progress, signal });
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

/** Drops every generation but the live one: those that a crash left behind, and those that nobody reads any more. */
export async function dropOthers(store: ReadModelStore, keep: readonly string[]): Promise<void> {
  for (const generation of await store.list()) {
    if (!keep.includes(generation)) await store.drop(generation);
  }
}

async function knownDeadLetters(
  store: ReadModelStore,
  projections: readonly Projection[],
  live: LiveGeneration | null,
): Promise<Set<string>> {
  const models = live ? await store.open(live.generation, projections) : null;
  if (!models) return new Set();
  try {
    return new Set((await models.deadLetters()).map(identity));
  } finally {
    await models.close();
  }
}

function identity(letter: Pick<DeadLetter, 'projection' | 'position' | 'eventId'>): string {
  return `${letter.projection} ${letter.position} ${letter.eventId}`;
}
