import { deciders } from '../../domain/index.ts';
import { followingOf, nounOf, whereFollowing } from '../../domain/kit/decider.ts';
import type { Follower } from '../../platform/commands/erasure.ts';
import type { RecordFold, StreamNow } from '../../platform/commands/stream-fold.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { asOf } from '../../platform/runtime/as-of.ts';
import { type RecordDocument, recordFold } from '../../projections/engine/projection.ts';
import { declared, fileOf, requireIndex } from '../../projections/engine/required-index.ts';
import { projections } from '../../projections/index.ts';
import { StoreUnavailable } from '../../store/event-store.ts';
import type { Document, Query } from '../../store/read-models.ts';
import type { AnyRecordKind, ApiContext, RecordKind, RecordKinds, RecordRef } from './context.ts';

/** What an area declares about a kind; what it leaves out gets the usual default. */
export interface KindDeclaration<Command extends object, Doc extends Document, Own extends object, Shown extends object>
  extends Pick<
    RecordKind<Command, Doc, Shown>,
    | 'decider'
    | 'projection'
    | 'sharedStream'
    | 'title'
    | 'titles'
    | 'told'
    | 'hangsOn'
    | 'found'
    | 'sentBy'
    | 'across'
    | 'area'
    | 'areaOf'
    | 'actsOf'
    | 'own'
    | 'limited'
  > {
  /** The decider's category, unless the kind shares its stream with others. */
  category?: string;
  present(document: Doc): Own;
  /** Joins what the record's own events do not say, a page at a time. Without it nothing is joined. */
  join?(context: ApiContext, own: readonly Own[]): Promise<Shown[]>;
  initial?(id: string): Shown;
  partOf?(document: Doc): RecordRef;
  toldWith?(document: Doc): RecordRef[];
}

/** Declares a kind of record. Its types follow from its decider, from `present` and from `join`. */
export function recordKind<
  Command extends object,
  Doc extends Document,
  Own extends object,
  Shown extends object = Own,
>(declaration: KindDeclaration<Command, Doc, Own, Shown>): RecordKind<Command, Doc, Shown> {
  const { join, ...declared } = declaration;
  const category = declared.category ?? declared.decider.category;
  return {
    category,
    noun: nounOf({ noun: declared.decider.noun, category }),
    ...declared,
    async show(context, documents) {
      const own = documents.map((document) => declared.present(document));
      // Without `join` a record shows only what it presents itself, so both types are the same.
      return join ? join(context, own) : (own as object[] as Shown[]);
    },
  };
}

/** @throws if two kinds have the same category, or if no index finds those of a kind that hang on a record */
export function recordKinds(all: readonly AnyRecordKind[]): RecordKinds {
  const byCategory = new Map(all.map((kind) => [kind.category, kind]));
  if (byCategory.size < all.length) throw new Error('Two kinds of record have the same category.');
  for (const kind of all) {
    if (kind.hangsOn === undefined) continue;
    const { category, hangsOn, projection } = kind;
    const asks = `The timeline of each ${hangsOn} asks for its records of the kind ${category}`;
    requireIndex(asks, projection, hangingOn(kind, { category: hangsOn, id: 'any' }));
  }
  return {
    all,
    of(category) {
      const found = byCategory.get(category);
      if (found) return found;
      throw new HttpError(404, { message: `There is no kind of record called "${category}".`, code: 'not_found' });
    },
    namedBy(event) {
      for (const kind of all) {
        const id = kind.projection.ids(event).find((each) => streamOf(kind, each) === event.stream);
        if (id !== undefined) return { kind, id };
      }
      return null;
    },
  };
}

/**
 * The same kinds, once it is checked that what they are made of is registered.
 * @throws with the file to change; the product then does not start
 */
export function requireRegistered(kinds: RecordKinds): RecordKinds {
  for (const { category, decider, projection } of kinds.all) {
    const refuse = (what: string, file: string) =>
      new Error(`The ${what} of the kind of record ${category} is not registered. Add it to ${file}.`);
    if (!deciders.has(decider.category)) throw refuse('aggregate, with its events,', 'domain/index.ts');
    if (!projections.includes(projection)) throw refuse('read model', 'projections/index.ts');
  }
  return kinds;
}

/**
 * Finds the records of a kind that hang on another record, the newest first.
 * @throws if they do not follow records of that category
 */
export function hangingOn({ category, decider }: AnyRecordKind, on: RecordRef): Pick<Query, 'where' | 'order'> {
  const followed = followingOf(decider.whose, on.category);
  if (!followed) throw new Error(`The kind ${category} hangs on ${on.category}, but its records follow none.`);
  return { where: whereFollowing(followed, on.id), order: { field: 'createdAt', direction: 'desc' } };
}

/** How the records of each category's streams are folded. */
export function recordFoldsOf({ all }: RecordKinds): ReadonlyMap<string, RecordFold> {
  return new Map(all.map(({ decider, projection }) => [decider.category, recordFold(projection)]));
}

/**
 * The kinds of record that are erased along with whoever they follow, and how the erasure finds them and their files.
 * @throws if no index finds them; the product then does not start
 */
export function followersOf({ all }: RecordKinds): Follower[] {
  return all.flatMap(({ decider, projection }): Follower[] => {
    const { whose } = decider;
    if (typeof whose === 'string' || !('follows' in whose) || whose.erase === null) return [];
    const files = projection.files ?? [];
    const found = whose.follows.map(({ by, when = {} }) => [...Object.keys(when), by]);
    for (const index of [...found, ...files.map((field) => ['erased', field])]) {
      if (!projection.indexes.some((declared) => declared.join() === index.join()))
        throw new Error(
          `To erase its records the read model ${projection.name} needs the index ${declared(index)}. Declare it in ` +
            `${fileOf(projection.collection)}.`,
        );
    }
    const { begins, follows, joins, erase } = whose;
    return [
      { decider, whose: { begins, follows, erase, ...(joins && { joins }) }, collection: projection.collection, files },
    ];
  });
}

/** What tells in which stream a record is. */
export type Placed = Pick<AnyRecordKind, 'decider' | 'sharedStream'>;

/** The part after the dash of the name of the stream that holds a record. */
export function streamIdOf({ sharedStream }: Placed, id: string): string {
  return sharedStream ?? id;
}

/** The name of the stream that holds a record. */
export function streamOf(kind: Placed, id: string): string {
  return `${kind.decider.category}-${streamIdOf(kind, id)}`;
}

/** The current state of the stream that holds a record. */
export function loadRecord(streams: Streams, kind: Placed, id: string): Promise<StreamNow> {
  return streams.load(kind.decider, streamIdOf(kind, id));
}

/** A record from its stream, always current where a list may lag; null if there is none. */
export async function findRecord<Doc extends Document>(
  { streams }: Pick<ApiContext, 'streams'>,
  kind: RecordKind<object, Doc, object>,
  id: string,
): Promise<Doc | null> {
  const moment = asOf();
  if (moment !== null) return (await moment.models.get(kind.projection.collection, [id])).get(id) ?? null;
  const { records } = await loadRecord(streams, kind, id);
  return (records.get(id)?.document ?? null) as Doc | null;
}

/**
 * A record for whoever only reads, from its stream as this process knows it; null if there is none. While the log is
 * away, as the read models have it (docs/design/stores.md#reads-without-the-log).
 */
export async function recallRecord<Doc extends Document>(
  { streams, readModels }: Pick<ApiContext, 'streams' | 'readModels'>,
  kind: RecordKind<object, Doc, object>,
  id: string,
): Promise<Doc | null> {
  if (asOf() !== null) return findRecord({ streams }, kind, id);
  try {
    const { records } = await streams.recall(kind.decider, streamIdOf(kind, id));
    return (records.get(id)?.document ?? null) as Doc | null;
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable) || !streams.readsGoOn()) throw cause;
    return (await readModels.current().get(kind.projection.collection, [id])).get(id) ?? null;
  }
}

/**
 * @param path of the field that names the record
 * @throws HttpError 400 if it does not exist or was removed
 */
export async function requirePresent(
  context: Pick<ApiContext, 'streams'>,
  kind: RecordKind<object, RecordDocument, object>,
  id: string,
  path: string,
): Promise<void> {
  requireFound(await findRecord(context, kind, id), kind, path);
}

/** @throws HttpError 400 for a record that does not exist or was removed */
export function requireFound(
  found: RecordDocument | null,
  { noun }: Pick<AnyRecordKind, 'noun'>,
  path: string,
): asserts found {
  if (!found || found.removed) throw noSuch(path, `There is no ${noun} with this id. Choose one from the list.`);
}

/** @returns HttpError 400 for a field that names a record which does not exist */
export function noSuch(path: string, message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid', issues: [{ path, message }] });
}
