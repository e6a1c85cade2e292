import type { CollectionDefinition, Document } from '../../store/read-models.ts';
import { acts } from '../acts.ts';
import { fingerprint } from '../engine/fingerprint.ts';
import type { Projection } from '../engine/projection.ts';

// How all versions of all documents are stored: as documents themselves, of which each says from which event to which it was
// the document (docs/design/time-travel.md#versions).

/** What a version says beside what the document said. Events are counted from the start of the log, from 1 on. */
export interface Version extends Document {
  /** The id of the document. */
  versionOf: string;
  /** The event that made it. */
  versionFrom: number;
  /** The event that made the next one; OPEN if there is none yet. */
  versionUntil: number;
  /** Of the version that has no next one: the event since which the document is found by the same texts. */
  versionText?: number;
}

/** After every event. */
export const OPEN = 2 ** 40;
/** Before whatever an id may hold, so that the versions of an id come before those of an id that it begins. */
const BETWEEN = '\u0001';

/** Raised with the shapes here, or with what is made of the same projections. */
const LAYOUT = 1;

/** The name of what was made by these projections. */
export function versionsFingerprint(projections: readonly Projection[]): string {
  return `${fingerprint(projections)}${LAYOUT}`;
}

/** The read models whose documents have versions: all but that of acts, in which each event has one document, of which it is a part of the id. */
export function versioned(projections: readonly Projection[]): Projection[] {
  return projections.filter(({ collection }) => collection !== acts.collection);
}

const CARRIED = ['versionFrom', 'versionUntil'];

/** What places an instant among the events. */
export const TIMES = 'times';
export const SETBACKS = 'setbacks';

/** The collections of all versions. Texts change seldom, so what is searched has versions of its own. */
export function versionCollections(projections: readonly Projection[]): CollectionDefinition[] {
  const collections = versioned(projections).flatMap(({ collection, indexes, search }) => [
    { collection, indexes: [['versionOf'], ...indexes], search: [], carried: CARRIED },
    ...(search.length === 0 ? [] : [{ collection: textsOf(collection), indexes: [], search, carried: CARRIED }]),
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

/** The id of the version that has no next one yet, after those of all others of the document. */
export function openId(id: string): string {
  return `${id}${BETWEEN}~`;
}

/** The id of a version that has a next one. */
export function closedId(id: string, from: number): string {
  return `${id}${BETWEEN}${from}`;
}

/** Before the ids of all versions of a document. */
export function beforeVersions(id: string): string {
  return `${id}${BETWEEN}`;
}

/** A document as a version told it. */
export function documentOf({
  versionOf,
  versionFrom: _,
  versionUntil: __,
  versionText: ___,
  ...told
}: Version): Document {
  return { ...told, id: versionOf };
}
