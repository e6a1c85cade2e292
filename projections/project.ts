import { isDecoded, type LogEntry } from '../store/event-store.ts';
import type { DeadLetter } from '../store/read-models.ts';
import { applyEvent, type Projection } from './projection.ts';
import type { Workspace } from './workspace.ts';

/**
 * Applies events in order to every projection. What a projection cannot take is skipped for it whole and returned as a
 * dead letter; an event that cannot be decoded is one for all of them.
 */
export async function project(
  entries: readonly LogEntry[],
  projections: readonly Projection[],
  workspace: Workspace,
): Promise<DeadLetter[]> {
  const dead: DeadLetter[] = [];
  for (const projection of projections) {
    const named = entries.map((entry) => idsOf(projection, entry));
    await workspace.load(projection.collection, new Set(named.flatMap((ids) => (ids instanceof Error ? [] : ids))));
    entries.forEach((entry, index) => {
      const ids = named[index] as readonly string[] | Error;
      if (!(ids instanceof Error) && ids.length === 0) return;
      const failure = ids instanceof Error ? ids : applyToAll(projection, entry, ids, workspace);
      if (failure) dead.push(deadLetter(projection, entry, failure));
    });
  }
  return dead;
}

function idsOf(projection: Projection, entry: LogEntry): readonly string[] | Error {
  if (!isDecoded(entry)) return new Error(entry.error);
  try {
    return projection.ids(entry);
  } catch (cause) {
    return cause as Error;
  }
}

/** All documents that the event names, or none of them. */
function applyToAll(
  projection: Projection,
  entry: LogEntry,
  ids: readonly string[],
  workspace: Workspace,
): Error | null {
  if (!isDecoded(entry)) return null;
  try {
    const evolved = ids.map((id) => applyEvent(projection, workspace.get(projection.collection, id), entry, id));
    for (const document of evolved) if (document !== null) workspace.put(projection.collection, document);
    return null;
  } catch (cause) {
    return cause as Error;
  }
}

function deadLetter(projection: Projection, entry: LogEntry, cause: Error): DeadLetter {
  const { position, id, stream, type } = entry;
  return { projection: projection.name, position, eventId: id, stream, type, error: cause.message };
}
