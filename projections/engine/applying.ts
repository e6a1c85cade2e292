import { erasures } from '../../domain/index.ts';
import type { EventLog, LogEntry, Position } from '../../store/event-store.ts';
import type { Checkpoint, ReadModels } from '../../store/read-models.ts';
import { linkedCollections } from './links.ts';
import { project } from './project.ts';
import type { Projection } from './projection.ts';
import { relink, relinkPiece } from './relinking.ts';
import { createWorkspace } from './workspace.ts';

/** What a commit of events has led to. */
export interface Applied {
  /** Where the checkpoint is now. */
  at: Checkpoint;
  erases: boolean;
  /** Whether documents that link to what was changed were left to be rewritten later. */
  leavesWork: boolean;
}

/**
 * Brings a finished generation forward by some events, in one commit.
 * @param entries those that follow its checkpoint; at least one
 * @param piece how many documents linked to a changed one are rewritten in it
 */
export async function applyEntries(
  models: ReadModels,
  projections: readonly Projection[],
  entries: readonly LogEntry[],
  { position: previous, epoch }: Checkpoint,
  piece?: number,
): Promise<Applied> {
  const workspace = createWorkspace(models, linkedCollections(projections));
  const deadLetters = await project(entries, projections, workspace);
  const put = await relink(models, projections, workspace, piece);
  const documents = workspace.takeChanges();
  const last = entries.at(-1) as LogEntry;
  const at = { position: last.position, eventId: last.id, epoch };
  const erases = entries.some(({ type }) => erasures.has(type));
  await models.commit({ previous, ...at, documents, deadLetters, erases, work: { put, done: [] } });
  return { at, erases, leavesWork: put.length > 0 };
}

const PAGE = 500;

/** Brings a finished generation that nobody else writes to forward, to a later position. */
export async function bringTo(
  end: Position,
  {
    models,
    log,
    projections,
  }: { models: ReadModels; log: Pick<EventLog, 'readAll'>; projections: readonly Projection[] },
): Promise<void> {
  let at = await models.checkpoint();
  while (at.position < end) {
    const page = await log.readAll(at.position, PAGE);
    const entries = page.filter(({ position }) => position <= end);
    if (entries.length === 0) break;
    ({ at } = await applyEntries(models, projections, entries, at));
  }
  while (await relinkPiece(models, projections, at));
}
