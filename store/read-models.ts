import type { Position } from './event-store.ts';

export type Scalar = string | number | boolean | null;

/** A read model's document: JSON values only. */
export interface Document {
  id: string;
  [field: string]: unknown;
}

/** The name of a collection, and in its type what its documents are; a plain string names one of any documents. */
export type CollectionName<Doc extends Document = Document> = string & { readonly documents?: Doc };

/** What a read model declares about its collection. */
export interface CollectionDefinition<Doc extends Document = Document> {
  collection: CollectionName<Doc>;
  /**
   * Fields of each index, in order. An index serves a find if its first fields are compared by equality (or `in`) and
   * its next field is the one to order by. Ties are ordered by `id`, the last field of every index.
   */
  indexes: readonly (readonly string[])[];
  /** Text fields that `search` covers. */
  search: readonly string[];
  /** Whether all versions of each document are kept; what is asked says as of when. Embedded read models alone know how. */
  versions?: true;
}

/** On a field: equality (null equals missing), any of several values, or a range of values of one type. */
export type Condition = Scalar | { in: readonly Scalar[] } | { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };

export interface Filter {
  /** Of versions: after which event. */
  asOf?: number;
  /** Joined by "and". Names come from code; values may come from a request. */
  where?: Readonly<Record<string, Condition>>;
  /**
   * Terms split at white space, all of which must match. A term of three or more characters matches anywhere in a
   * declared field, a shorter one only at the start of a word; folded by `searchText`.
   */
  search?: string;
}

/** A search with more matches than this is ordered by id. */
export const SORTED_MATCHES = 1_000;

export interface Query extends Filter {
  /**
   * By one declared field, nulls first when ascending, ties by `id` in the same direction. Without it, and for a search
   * with more than `SORTED_MATCHES` matches: by `id`, ascending.
   */
  order?: { field: string; direction: 'asc' | 'desc' };
  limit: number;
  /** The cursor of the previous page, which must have had the same filter and order. */
  after?: string;
  /** What was asked, where the conditions for the same move with the time: then a cursor belongs to this in their place. */
  asked?: string;
}

/** Sums over a range of a declared index. The index must hold every field named here, the summed ones last. */
export interface SumQuery {
  /** Of versions: after which event. */
  asOf?: number;
  where?: Filter['where'];
  /** The fields whose values make a group; with none, everything is one group. */
  groupBy: readonly string[];
  /** Fields of whole numbers, such as cents; null counts as zero. */
  sum: readonly string[];
  /** More groups than this are refused; 10,000 by default. */
  mostGroups?: number;
}

export interface Group {
  /** The values the group shares, by field; true and false are 1 and 0. */
  by: Record<string, Scalar>;
  /** How many documents the group has. */
  count: number;
  /** By field. */
  sums: Record<string, number>;
}

export interface Page<Doc extends Document = Document> {
  documents: Doc[];
  /** Where the next page starts; null at the end. */
  cursor: string | null;
}

export interface Checkpoint {
  position: Position;
  /** The id of the event at that position; `''` at START. */
  eventId: string;
  /** The epoch of the runner that may write. */
  epoch: number;
}

export interface DocumentChange {
  collection: string;
  document: Document;
  /** Where all versions are kept: what else is known of this one. */
  version?: Version;
}

/** A version of a document. Events are counted from the start of the log, from 1 on. */
export interface Version {
  /** The event that made it. */
  since: number;
  /** The document before; null if this is the first. */
  before: Document | null;
  /** The version that this one is told from; null if it is told as a whole. */
  base: number | null;
  /** How it is stored, as JSON: the document, or what differs from its base. */
  told: string;
  /** The event since which the document is found by the same texts. */
  text: number;
}

/** An event that a projection failed on: skipped for that projection and kept for inspection. */
export interface DeadLetter {
  projection: string;
  position: Position;
  eventId: string;
  stream: string;
  type: string;
  error: string;
}

export interface CommitBatch {
  /** Where the checkpoint must be, or nothing is written. */
  previous: Position;
  /** The epoch that must hold the checkpoint, or nothing is written. */
  epoch: number;
  /**
   * Equals `previous` when the documents follow from existing ones: the commit is still fenced and watchers still
   * notified.
   */
  position: Position;
  eventId: string;
  documents: readonly DocumentChange[];
  deadLetters: readonly DeadLetter[];
  /** Whether the documents' earlier versions held personal data of an erased person and need a scrub. */
  erases?: boolean;
  /** Work for later commits: entries to put on the list, replacing any of the same id, and ids to take off it. */
  work?: { put: readonly Document[]; done: readonly string[] };
}

export interface ChangedId {
  collection: string;
  id: string;
}

/**
 * What one or more commits changed, up to a position; `reset` if that is no longer known. A commit that leaves the
 * position where it was is announced at that position, also to a watcher that starts there again.
 */
export type ChangeNotice = { position: Position; changes: ChangedId[] } | { position: Position; reset: true };

/** The most recent changed ids, this many, are kept for `watch` to catch up from. */
export const CHANGES_HELD = 10_000;

/**
 * How much a commit adds to the number of the next one: a commit's number is the count of ids changed up to it, and a
 * commit that changed none counts as one. So a gap is noticed, and the oldest are dropped by number.
 */
export function countedChanges(ids: number): number {
  return Math.max(1, ids);
}

/** One generation of all read models. */
export interface ReadModels {
  readonly generation: string;
  /** Aborted with a DamagedReadModels as its reason once this handle finds damage; any call may throw that. */
  readonly damaged: AbortSignal;
  /** Those of the documents that exist, by id. */
  get<Doc extends Document = Document>(
    collection: CollectionName<Doc>,
    ids: readonly string[],
  ): Promise<Map<string, NoInfer<Doc>>>;
  /** @throws InvalidQuery, NoSuchIndex, NoSuchCollection */
  find<Doc extends Document = Document>(collection: CollectionName<Doc>, query: Query): Promise<Page<NoInfer<Doc>>>;
  count(collection: string, filter: Filter): Promise<number>;
  /**
   * Groups ordered by the values they share; none if there are no documents. @throws InvalidQuery, NoSuchIndex,
   * NoSuchCollection
   */
  sum(collection: string, query: SumQuery): Promise<Group[]>;
  checkpoint(): Promise<Checkpoint>;
  /**
   * Makes the runner with this epoch the only one that may commit.
   * @throws StaleCheckpoint if a higher epoch has already claimed it.
   */
  claim(epoch: number): Promise<Checkpoint>;
  /**
   * Commits all documents, changed ids, dead letters, work and the checkpoint in one transaction.
   * @throws StaleCheckpoint, having written nothing, if the checkpoint has moved or belongs to another epoch.
   */
  commit(batch: CommitBatch): Promise<void>;
  /** The first entries of the work list, by id. */
  work(limit: number): Promise<Document[]>;
  /**
   * Ends a build: makes the indexes and the search index, and syncs everything to disk. Until then only `get`, `commit`
   * and a `find` of everything by id work.
   */
  finishBuild(): Promise<void>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Whether no file still contains what documents held before a commit that erased. */
  isScrubbed(): Promise<boolean>;
  /**
   * Leaves no copy in any file of what documents held before a commit that erased, and no other generation. Run it
   * again if it was cut short. Only for the runner, between commits.
   * @throws when something is in the way; try again later
   */
  scrub(): Promise<void>;
  /**
   * Changes since a position, then new ones as they happen, until the signal is aborted. Starts with `reset` on a gap.
   */
  watch(after: Position, signal: AbortSignal): AsyncIterable<ChangeNotice>;
  close(): Promise<void>;
}

/** What read models answer to whoever asks. */
export type Answering = Pick<ReadModels, 'get' | 'find' | 'count' | 'sum'>;

/** Stores the generations. */
export interface ReadModelStore {
  /**
   * Makes an empty generation to build: no indexes, no search, fast to fill. Replaces one that a crash left unfinished.
   */
  create(generation: string, collections: readonly CollectionDefinition[]): Promise<ReadModels>;
  /** Opens a finished generation; null if this product can read none by that name. @throws DamagedReadModels */
  open(generation: string, collections: readonly CollectionDefinition[]): Promise<ReadModels | null>;
  /** Names of all generations, finished or not. */
  list(): Promise<string[]>;
  drop(generation: string): Promise<void>;
  /**
   * Checks a whole finished generation for damage without blocking this thread or its readers.
   * @throws DamagedReadModels
   */
  check(generation: string, signal: AbortSignal): Promise<void>;
  /** Sets a damaged generation aside: `open` no longer finds it, and `drop` removes it. Only the latest one is kept. */
  setAside(generation: string): Promise<void>;
  close(): Promise<void>;
}

/** A value or cursor that a request may not send. */
export class InvalidQuery extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidQuery';
  }
}

/** No declared index serves this find: a bug in the caller, or a generation older than the code. */
export class NoSuchIndex extends Error {
  constructor(collection: string, wanted: string) {
    super(`The collection ${collection} has no index for ${wanted}.`);
    this.name = 'NoSuchIndex';
  }
}

/** This generation lacks the collection: the next one is being built. */
export class NoSuchCollection extends Error {
  constructor(collection: string) {
    super(`The collection ${collection} is not in this generation of the read models.`);
    this.name = 'NoSuchCollection';
  }
}

/** A generation's stored contents are not what was written: none of it can be trusted, so it must be rebuilt. */
export class DamagedReadModels extends Error {
  readonly generation: string;

  /** @param options.cause what was found, for the log */
  constructor(generation: string, options?: ErrorOptions) {
    super('The read models are damaged. They are set aside and rebuilt from the history.', options);
    this.name = 'DamagedReadModels';
    this.generation = generation;
  }
}

/** Another runner has taken over: this one must stop. */
export class StaleCheckpoint extends Error {
  constructor(message = 'The checkpoint of the read models is not where this runner left it.') {
    super(message);
    this.name = 'StaleCheckpoint';
  }
}
