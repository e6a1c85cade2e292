import { type Position, START } from '../store/event-store.ts';
import type { Projection, RecordDocument } from './engine/projection.ts';

/** Where an event of an act is; its id tells act and position, its revision is that of the event. */
export interface ActEventDocument extends RecordDocument {
  stream: string;
  /** `<stream>@<revision>` of the event that it followed from; null for what a person did. */
  cause: string | null;
}

/** The id of an event's document: those of an act are next to each other, in the order of the log. */
function placeInAct(act: string, position: Position): string {
  return `${act} ${position}`;
}

/** Finds the documents of an act by their ids, of events between two positions where they are given. */
export function placesInAct(
  act: string,
  { after = START, before }: { after?: Position | undefined; before?: Position | undefined } = {},
): { gt: string; lt: string } {
  // The next character after a space.
  return { gt: placeInAct(act, after), lt: before === undefined ? `${act}!` : placeInAct(act, before) };
}

/** The position of an event of an act. */
export function positionInAct(act: string, { id }: Pick<ActEventDocument, 'id'>): Position {
  return id.slice(placeInAct(act, START).length);
}

/**
 * Where the events of each act are, as a log has no index by what its events belong to (docs/design/history.md#acts).
 * One small document for each event, found by its id alone.
 */
export const acts: Projection<ActEventDocument> = {
  name: 'acts',
  version: 1,
  collection: 'acts',
  indexes: [],
  search: [],
  writesOnce: true,
  ids: ({ position, metadata }) => [placeInAct(metadata.correlationId, position)],
  evolve: (_document, { stream, metadata }) => ({ stream, cause: metadata.causationId }),
};
