import type { CollectionDefinition, Document } from '../../store/read-models.ts';
import { acts } from '../acts.ts';
import { fingerprint } from '../engine/fingerprint.ts';
import type { Projection } from '../engine/projection.ts';

// How all versions of all documents are stored: each with the event that made it (docs/design/time-travel.md#versions). Texts
// change seldom, so those that are searched are documents themselves, of which each says from which event to which it was so.

/** The texts by which a document was found. Events are counted from the start of the log, from 1 on. */
export interface Texts extends Document {
  /** The id of the document. */
  versionOf: string;
  /** The event that made them. */
  versionFrom: number;
  /** The event that made the next ones; OPEN if there are none yet. */
  versionUntil: number;
}

/** Before whatever an id may hold, so that the texts of an id come before those of an id that it begins. */
const BETWEEN = '\u0001';

/** Raised with the shapes here, or with what is made of the same projections. */
const LAYOUT = 2;

/** The name of what was made by these projections. */
export function versionsFingerprint(projections: readonly Projection[]): string {
  return `${fingerprint(projections)}${LAYOUT}`;
}

/** The read models whose documents have versions: all but that of acts, in which each event has one document, of which it is a part of the id. */
export function versioned(projections: readonly Projection[]): Projection[] {
  return projections.filter(({ collection }) => collection !== acts.collection);
}

/** What places an instant among the events. */
export const TIMES = 'times';
export const SETBACKS = 'setbacks';

/** The collections of all versions, and of what is searched. */
export function versionCollections(projections: readonly Projection[]): CollectionDefinition[] {
  const collections = versioned(projections).flatMap(({ collection, indexes, search }) => [
    { collection, indexes, search: [], versions: true as const },
    ...(search.length === 0
      ? []
      : [{ collection: textsOf(collection), indexes: [['versionUntil', 'versionFrom']], search }]),
  ]);
  return [
    ...collections,
    { collection: TIMES, indexes: [['time']], search: [] },
    { collection: SETBACKS, indexes: [], search: [] },
  ];
}

/** The collection of the texts by which the documents of one are found. */
export function textsOf(collection: string): string {
  return `${collection}-texts`;
}

/** The id of the texts that have no next ones yet, after those of all others of the document. */
export function openId(id: string): string {
  return `${id}${BETWEEN}~`;
}

/** The id of texts that have next ones. */
export function closedId(id: string, from: number): string {
  return `${id}${BETWEEN}${from}`;
}
