import { portionsOf } from '../../store/portions.ts';
import type { Checkpoint, Document, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { changedTargets, link, linkingOf } from './links.ts';
import type { Link, Projection } from './projection.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** Documents rewritten in one commit: incoming events wait for no more than these. */
export const PIECE = 50;
/** Documents linked at once at the end of a build. */
const BUILD_PAGE = 2_000;
/** Ids in one query. */
const IDS_PER_QUERY = 500;

/** On the work list: a collection's documents that copy fields of one document, which has changed. */
interface Relinking extends Document {
  collection: string;
  by: string;
  target: string;
  /** The cursor after what has been rewritten already. */
  after: string | null;
}

/**
 * Before a commit: copies the linked fields into the documents it writes. If it changes fields that others copy, those
 * are rewritten in the same commit as long as they are few.
 * @returns the rest, for the work list
 */
export async function relink(
  models: Pick<ReadModels, 'find'>,
  projections: readonly Projection[],
  workspace: Workspace,
  piece = PIECE,
): Promise<Document[]> {
  const work: Document[] = [];
  let room = piece;
  for (const projection of linkingOf(projections)) {
    const { collection, links } = projection;
    const changed = workspace.changed(collection);
    if (changed.length > 0) await link(projection, changed, workspace);
    for (const each of links) {
      const changedOnes = changedTargets(each, workspace);
      if (changedOnes.length === 0) continue;
      for (const targets of portionsOf(changedOnes, IDS_PER_QUERY)) {
        const where = { [each.by]: { in: targets } };
        const { documents } = await models.find(collection, { where, limit: room + 1 });
        if (documents.length > room) {
          work.push(...targets.map((target) => relinking(collection, each, target)));
          continue;
        }
        room -= documents.length;
        workspace.hold(collection, documents);
        await link(projection, idsOf(documents), workspace);
      }
    }
  }
  return work;
}

/**
 * Rewrites a piece of the work list and commits it without moving the checkpoint.
 * @returns whether there is more
 */
export async function relinkPiece(
  models: ReadModels,
  projections: readonly Projection[],
  { position, eventId, epoch }: Checkpoint,
  piece = PIECE,
): Promise<boolean> {
  const list = (await models.work(piece)) as Relinking[];
  const linking = new Map(linkingOf(projections).map((projection) => [projection.collection, projection]));
  const workspace = createWorkspace(models);
  const work: { put: Document[]; done: string[] } = { put: [], done: [] };
  let room = piece;
  for (const entry of list) {
    const { id, collection, by, target, after } = entry;
    const projection = linking.get(collection);
    if (room === 0) break;
    if (projection) {
      const query = { where: { [by]: target }, limit: room, ...(after !== null && { after }) };
      const { documents, cursor } = await models.find(collection, query);
      room -= documents.length;
      workspace.hold(collection, documents);
      await link(projection, idsOf(documents), workspace);
      if (cursor !== null) work.put.push({ ...entry, after: cursor });
      else work.done.push(id);
    } else work.done.push(id);
  }
  const documents = workspace.takeChanges();
  if (list.length > 0) {
    const staying = { previous: position, position, eventId, epoch };
    await models.commit({ ...staying, documents, deadLetters: [], work });
  }
  return work.done.length < list.length || list.length === piece;
}

/**
 * At the end of a build: links all documents that have links. Those that link to nothing are already right.
 * @throws the signal's reason when it is aborted
 */
export async function linkAll(
  models: ReadModels,
  projections: readonly Projection[],
  { position, eventId, epoch }: Checkpoint,
  signal: AbortSignal,
): Promise<void> {
  const staying = { previous: position, position, eventId, epoch, deadLetters: [] };
  for (const projection of linkingOf(projections)) {
    const { collection } = projection;
    for await (const page of pagesOf(models, collection, { limit: BUILD_PAGE })) {
      signal.throwIfAborted();
      const workspace = createWorkspace(models);
      workspace.hold(collection, page);
      await link(projection, idsOf(page), workspace);
      const documents = workspace.takeChanges();
      if (documents.length > 0) await models.commit({ ...staying, documents });
    }
  }
}

function relinking(collection: string, { by }: Link, target: string): Relinking {
  return { id: `${collection} ${by} ${target}`, collection, by, target, after: null };
}

function idsOf(documents: readonly Document[]): string[] {
  return documents.map(({ id }) => id);
}
