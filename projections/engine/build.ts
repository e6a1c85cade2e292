import { getHeapStatistics } from 'node:v8';
import { erasures } from '../../domain/index.ts';
import { type Batch, type Position, START } from '../../store/event-store.ts';
import type { DeadLetter, ReadModels } from '../../store/read-models.ts';
import { linkingOf, linkToNobody } from './links.ts';
import { project } from './project.ts';
import type { Projection } from './projection.ts';
import { linkAll } from './relinking.ts';
import { createWorkspace } from './workspace.ts';

/** Documents stay in memory until the heap reaches this size; then they are written and dropped. */
const HEAP_LIMIT_BYTES = 96 * 1024 * 1024;
/**
 * The fewest events between two writes. Dropped documents stay on the heap until they are collected: writing whenever
 * it was full meant writing, and rereading, the documents of a few hundred events at a time.
 */
const LEAST_EVENTS = 20_000;

/**
 * A build reached an event that a projection cannot apply and nobody has accepted yet (docs/design/read-models.md#dead-letters).
 */
export class BuildStopped extends Error {
  readonly letter: DeadLetter;

  constructor(letter: DeadLetter) {
    super(
      `The rebuild stopped at ${letter.type} in ${letter.stream} (position ${letter.position}), which the read model "${letter.projection}" cannot take: ${letter.error} Fix the read model, or accept the loss with: npm run rebuild -- --skip-unreadable`,
    );
    this.name = 'BuildStopped';
    this.letter = letter;
  }
}

export interface BuildProgress {
  position: Position;
  events: number;
}

/**
 * Fills an empty generation, links its documents, then makes its indexes.
 * @param batches the log, from its start
 * @param accepted whether a dead letter is already known; an unknown one stops the build
 * @throws BuildStopped; the signal's reason when it is aborted
 */
export async function buildGeneration(options: {
  batches: AsyncIterable<Batch>;
  models: ReadModels;
  projections: readonly Projection[];
  epoch: number;
  accepted(letter: DeadLetter): boolean;
  progress(progress: BuildProgress): void;
  signal: AbortSignal;
}): Promise<void> {
  const { batches, models, projections, epoch, accepted, progress, signal } = options;
  const workspace = createWorkspace(models);
  const linking = linkingOf(projections);
  let committed: Position = START;
  let deadLetters: DeadLetter[] = [];
  let erases = false;
  let read = { position: START as Position, eventId: '' };
  let events = 0;
  let written = 0;

  async function write(): Promise<void> {
    if (read.position === committed) return;
    for (const projection of linking) linkToNobody(projection, workspace);
    const documents = workspace.takeChanges();
    await models.commit({ previous: committed, epoch, ...read, documents, deadLetters, erases });
    workspace.forget();
    committed = read.position;
    written = events;
    deadLetters = [];
    erases = false;
  }

  async function take({ entries, position, eventId }: Batch): Promise<void> {
    const dead = await project(entries, projections, workspace);
    const unknown = dead.find((letter) => !accepted(letter));
    if (unknown) throw new BuildStopped(unknown);
    deadLetters.push(...dead);
    erases ||= entries.some(({ type }) => erasures.has(type));
    if (eventId !== '') read = { position, eventId };
    events += entries.length;
    if (events - written >= LEAST_EVENTS && getHeapStatistics().used_heap_size > HEAP_LIMIT_BYTES) await write();
    progress({ position: read.position, events });
  }

  for await (const batch of batches) await take(batch);
  signal.throwIfAborted();
  await write();
  await linkAll(models, projections, await models.checkpoint(), signal);
  await models.finishBuild();
}
