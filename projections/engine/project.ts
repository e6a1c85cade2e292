import { partsOfStream } from '../../domain/kit/event.ts';
import { isDecoded, type LogEntry } from '../../store/event-store.ts';
import type { DeadLetter, DocumentChange } from '../../store/read-models.ts';
import { applyEvent, type Projection } from './projection.ts';
import type { Workspace } from './workspace.ts';

/**
 * Applies events in order to every projection. An event that a projection fails on is skipped whole for that projection
 * and returned as a dead letter; one that cannot be decoded is a dead letter for all of them.
 */
export async function project(
  entries: readonly LogEntry[],
  projections: readonly Projection[],
  workspace: Workspace,
): Promise<DeadLetter[]> {
  const dead: DeadLetter[] = [];
  const entriesFor = byCategory(entries);
  for (const projection of projections) {
    const { concerned, ids: named } = concernedBy(projection, entriesFor(projection));
    if (concerned.length === 0) continue;
    if (!projection.writesOnce) await workspace.load(projection.collection, named);
    for (const { entry, ids } of concerned) {
      const failure = ids instanceof Error ? ids : applyToAll(projection, entry, ids, workspace);
      if (failure) dead.push(deadLetter(projection, entry, failure));
    }
  }
  return dead;
}

/** The entries that a projection reads, in order: each read model is concerned with only a few of them. */
function byCategory(entries: readonly LogEntry[]): (projection: Projection) => readonly LogEntry[] {
  // An entry that cannot be decoded is a dead letter for every projection.
  if (!entries.every(isDecoded)) return () => entries;
  const groups = Map.groupBy(entries, ({ stream }) => partsOfStream(stream).category);
  return ({ of }) => {
    if (!of) return entries;
    const [only = [], ...others] = of.map((category) => groups.get(category)).filter((group) => group !== undefined);
    if (others.length === 0) return only;
    return entries.filter(({ stream }) => of.includes(partsOfStream(stream).category));
  };
}

/** Loads at once what `project` would load step by step for each of the entries alone. */
export async function loadNamed(
  entries: readonly LogEntry[],
  projections: readonly Projection[],
  workspace: Pick<Workspace, 'load'>,
): Promise<void> {
  const entriesFor = byCategory(entries);
  for (const projection of projections) {
    if (projection.writesOnce) continue;
    const { ids } = concernedBy(projection, entriesFor(projection));
    if (ids.size > 0) await workspace.load(projection.collection, ids);
  }
}

interface Concerned {
  entry: LogEntry;
  /** The documents that it changes, or the error if they cannot be determined. */
  ids: readonly string[] | Error;
}

function concernedBy(
  projection: Projection,
  entries: readonly LogEntry[],
): { concerned: Concerned[]; ids: Set<string> } {
  const concerned: Concerned[] = [];
  const named = new Set<string>();
  for (const entry of entries) {
    const ids = idsOf(projection, entry);
    if (ids instanceof Error) concerned.push({ entry, ids });
    else if (ids.length > 0) {
      concerned.push({ entry, ids });
      for (const id of ids) named.add(id);
    }
  }
  return { concerned, ids: named };
}

function idsOf(projection: Projection, entry: LogEntry): readonly string[] | Error {
  if (!isDecoded(entry)) return new Error(entry.error);
  try {
    return projection.ids(entry);
  } catch (cause) {
    return cause as Error;
  }
}

/** Changes every document that the event names, or none. */
function applyToAll(
  projection: Projection,
  entry: LogEntry,
  ids: readonly string[],
  workspace: Workspace,
): Error | null {
  if (!isDecoded(entry)) return null;
  try {
    const { collection } = projection;
    const added: DocumentChange[] = [];
    const evolved = ids.map((id) => {
      const before = workspace.get(collection, id);
      const after = applyEvent(projection, before, entry, id);
      if (projection.adds) added.push(...projection.adds(before, after, entry));
      return after;
    });
    for (const document of evolved) if (document !== null) workspace.put(collection, document);
    for (const { collection: other, document } of added) workspace.put(other, document);
    return null;
  } catch (cause) {
    return cause as Error;
  }
}

function deadLetter(projection: Projection, entry: LogEntry, cause: Error): DeadLetter {
  const { position, id, stream, type } = entry;
  return { projection: projection.name, position, eventId: id, stream, type, error: cause.message };
}
