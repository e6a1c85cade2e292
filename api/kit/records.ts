import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../domain/kit/event.ts';
import { ROLES, type Role } from '../../domain/user/terms.ts';
import type { RecordFold, StreamNow } from '../../platform/commands/stream-fold.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { type Projection, type RecordDocument, recordFold } from '../../projections/engine/projection.ts';
import type { Document } from '../../store/read-models.ts';
import type { ApiContext } from './context.ts';

/** Names one record. */
export interface RecordRef {
  category: string;
  id: string;
}

/**
 * A kind of record: what its commands, its documents and its records on the wire are. Replies, conflicts, lists, files
 * for a spreadsheet, history, timeline, undo and the feed of what happened all go through it.
 */
export interface RecordKind<Command extends object, Doc extends Document, Shown extends object> {
  /** What it is called in paths; its streams' category, where it does not share one stream with others. */
  category: string;
  decider: Decider<unknown, Command, EventBody>;
  /** Its `ids` say which events of the stream name a record. */
  projection: Projection;
  /** The one stream of all its records, by the part after the dash; without it each record has its own. */
  sharedStream?: string;
  /** What people call the record; null where it has no name. */
  title(document: Doc): string | null;
  /** What the record's own events say of it: what its history compares. */
  present(document: Doc): object;
  /** The records as lists and answers show them, with all that is joined to them; a page at once. */
  show(context: ApiContext, documents: readonly Doc[]): Promise<Shown[]>;
  /** What a record shows before its first event, where that is not nothing. */
  initial?: Shown;
  /** The record that this one is a part of: the feed of what happened names and opens that one. */
  partOf?(document: Doc): RecordRef;
  /** The other records whose steps its timeline tells. */
  toldWith?(document: Doc): RecordRef[];
  /** A kind in whose timelines the steps of these records are told, and the field that names the record there. */
  hangsOn?: { category: string; field: string };
  /** The roles that read its history. */
  readBy: readonly Role[];
  /** The role that changes, and so the undo of one, need. */
  changedBy: Role;
}

/** A kind whose types its caller does not need to know. */
export type AnyRecordKind = RecordKind<object, Document, object>;

/** What an area says of a kind; what is left out is as most kinds have it. */
export interface KindDeclaration<Command extends object, Doc extends Document, Own extends object, Shown extends object>
  extends Pick<RecordKind<Command, Doc, Shown>, 'decider' | 'projection' | 'sharedStream' | 'title' | 'hangsOn'> {
  /** The decider's category, unless the kind shares its stream with others. */
  category?: string;
  present(document: Doc): Own;
  /** Joins what the record's own events do not say, to a page at once. Without it nothing is joined. */
  join?(context: ApiContext, own: readonly Own[]): Promise<Shown[]>;
  initial?: Shown;
  partOf?(document: Doc): RecordRef;
  toldWith?(document: Doc): RecordRef[];
  /** Everybody, where nothing is said. */
  readBy?: readonly Role[];
  /** Staff, where nothing is said. */
  changedBy?: Role;
}

/** Declares a kind of record. Its types follow from its decider, from `present` and from `join`. */
export function recordKind<
  Command extends object,
  Doc extends Document,
  Own extends object,
  Shown extends object = Own,
>(declaration: KindDeclaration<Command, Doc, Own, Shown>): RecordKind<Command, Doc, Shown> {
  const { join, ...declared } = declaration;
  return {
    category: declared.decider.category,
    readBy: ROLES,
    changedBy: 'staff',
    ...declared,
    async show(context, documents) {
      const own = documents.map((document) => declared.present(document));
      // Without `join` a record shows what it says itself: then both types are one.
      return join ? join(context, own) : (own as object[] as Shown[]);
    },
  };
}

/** Every kind of record of the product. */
export interface RecordKinds {
  all: readonly AnyRecordKind[];
  /** @throws HttpError 404 for a category that is no kind of record */
  of(category: string): AnyRecordKind;
  /** The first record that an event of a record's stream is about, or null where it is about none. */
  namedBy(event: RecordedEvent): { kind: AnyRecordKind; id: string } | null;
}

/** @throws where two kinds have one category */
export function recordKinds(all: readonly AnyRecordKind[]): RecordKinds {
  const byCategory = new Map(all.map((kind) => [kind.category, kind]));
  if (byCategory.size < all.length) throw new Error('Two kinds of record have the same category.');
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

/** How the records of each category's streams are folded. */
export function recordFoldsOf({ all }: RecordKinds): ReadonlyMap<string, RecordFold> {
  return new Map(all.map(({ decider, projection }) => [decider.category, recordFold(projection)]));
}

/** What says in which stream a record is. */
export type Placed = Pick<AnyRecordKind, 'decider' | 'sharedStream'>;

/** The part after the dash of the name of the stream that holds a record. */
export function streamIdOf({ sharedStream }: Placed, id: string): string {
  return sharedStream ?? id;
}

/** The name of the stream that holds a record. */
export function streamOf(kind: Placed, id: string): string {
  return `${kind.decider.category}-${streamIdOf(kind, id)}`;
}

/** The stream that holds a record, as it is now. */
export function loadRecord(streams: Streams, kind: Placed, id: string): Promise<StreamNow> {
  return streams.load(kind.decider, streamIdOf(kind, id));
}

/** A record as its stream has it now, not as a list may still have it; null where there is none. */
export async function findRecord<Doc extends Document>(
  { streams }: Pick<ApiContext, 'streams'>,
  kind: RecordKind<object, Doc, object>,
  id: string,
): Promise<Doc | null> {
  const { records } = await loadRecord(streams, kind, id);
  return (records.get(id)?.document ?? null) as Doc | null;
}

/**
 * @param path of the field that names the record
 * @throws HttpError 400 where it is not there, or was removed
 */
export async function requirePresent(
  context: Pick<ApiContext, 'streams'>,
  kind: RecordKind<object, RecordDocument, object>,
  id: string,
  path: string,
): Promise<void> {
  const found = await findRecord(context, kind, id);
  if (!found || found.removed) throw noSuch(path, `There is no ${kind.category} with this id. Choose one of the list.`);
}

/** @throws HttpError 400 for a field that names a record which is not there */
export function noSuch(path: string, message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid', issues: [{ path, message }] });
}
