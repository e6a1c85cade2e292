import type { Position } from './event-store.ts';

export type Scalar = string | number | boolean | null;

/** A read model's document: JSON values only. */
export interface Document {
  id: string;
  [field: string]: unknown;
}

/** What a read model declares of its collection. */
export interface CollectionDefinition {
  collection: string;
  /**
   * Fields of each index, in order. A find is served by an index whose first fields are compared by equality (or `in`)
   * and whose next field is the order's. Ties are ordered by `id`, which every index ends with.
   */
  indexes: readonly (readonly string[])[];
  /** Text fields that `search` looks into. */
  search: readonly string[];
}

/** On a field: equality (null equals missing), one of several, or a range on values of one type. */
export type Condition = Scalar | { in: readonly Scalar[] } | { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };

export interface Filter {
  /** Joined by "and". Names come from code, values may come from a request. */
  where?: Readonly<Record<string, Condition>>;
  /**
   * Terms split at white space, all must match. One of three or more characters matches anywhere in a declared field,
   * a shorter one at the start of a word; folded by `searchText`.
   */
  search?: string;
}

/** A search of more matches than this is ordered by id. */
export const SORTED_MATCHES = 1_000;

export interface Query extends Filter {
  /**
   * By one declared field, nulls first when ascending, ties by `id` in the same direction. Without it, and where a search
   * has more than `SORTED_MATCHES` matches: by `id`, ascending.
   */
  order?: { field: string; direction: 'asc' | 'desc' };
  limit: number;
  /** The cursor of the previous page, which must have had the same filter and order. */
  after?: string;
}

/** Figures over a range of a declared index, which holds all fields that are named here, those that are summed at its end. */
export interface SumQuery {
  where?: Filter['where'];
  /** The fields whose values a group has in common; without any, all is one group. */
  groupBy: readonly string[];
  /** Fields of whole numbers, such as cents; null counts as nothing. */
  sum: readonly string[];
}

export interface Group {
  /** The values that it has in common, by field; true and false are 1 and 0. */
  by: Record<string, Scalar>;
  /** Of documents. */
  count: number;
  /** By field. */
  sums: Record<string, number>;
}

export interface Page {
  documents: Document[];
  /** Where the next page begins; null at the end. */
  cursor: string | null;
}

export interface Checkpoint {
  position: Position;
  /** Of the event at that position; `''` at START. */
  eventId: string;
  /** Of the runner that may write. */
  epoch: number;
}

export interface DocumentChange {
  collection: string;
  document: Document;
}

/** An event that a projection could not take: skipped for that projection, and kept to be seen. */
export interface DeadLetter {
  projection: string;
  position: Position;
  eventId: string;
  stream: string;
  type: string;
  error: string;
}

export interface CommitBatch {
  /** Where the checkpoint must stand, else nothing is written. */
  previous: Position;
  /** Whose row it must be, else nothing is written. */
  epoch: number;
  /** The previous one where the documents follow from what is there already: that is fenced and told to watchers alike. */
  position: Position;
  eventId: string;
  documents: readonly DocumentChange[];
  deadLetters: readonly DeadLetter[];
  /** Whether what these documents held before was personal data of somebody who is erased: it is to be scrubbed. */
  erases?: boolean;
  /** Work for later commits: what is put on the list, in place of one of the same id, and what is taken off it by id. */
  work?: { put: readonly Document[]; done: readonly string[] };
}

export interface ChangedId {
  collection: string;
  id: string;
}

/**
 * What one or more commits changed, up to a position; `reset` where that is no longer known. A commit that stays at its
 * position is told of at that position, to whoever begins there again too.
 */
export type ChangeNotice = { position: Position; changes: ChangedId[] } | { position: Position; reset: true };

/** The last this many changed ids are held for `watch` to catch up from. */
export const CHANGES_HELD = 10_000;

/**
 * How much a commit adds to the number of the next one: each is numbered by how many ids were changed up to it, one
 * without any counting as one. So a missing one is noticed, and the oldest are let go of by their number.
 */
export function countedChanges(ids: number): number {
  return Math.max(1, ids);
}

/** One generation of all read models. */
export interface ReadModels {
  readonly generation: string;
  /** Aborted with a DamagedReadModels as its reason once this handle has met damage; every call may throw that. */
  readonly damaged: AbortSignal;
  /** The documents that exist, by id. */
  get(collection: string, ids: readonly string[]): Promise<Map<string, Document>>;
  /** @throws InvalidQuery, NoSuchIndex, NoSuchCollection */
  find(collection: string, query: Query): Promise<Page>;
  count(collection: string, filter: Filter): Promise<number>;
  /** Groups in the order of what they have in common; none where there is no document. @throws InvalidQuery, NoSuchIndex, NoSuchCollection */
  sum(collection: string, query: SumQuery): Promise<Group[]>;
  checkpoint(): Promise<Checkpoint>;
  /**
   * Makes the runner of this epoch the one that may commit.
   * @throws StaleCheckpoint where a higher epoch was here already.
   */
  claim(epoch: number): Promise<Checkpoint>;
  /**
   * All documents, changed ids, dead letters, work and the checkpoint in one transaction.
   * @throws StaleCheckpoint and writes nothing where the checkpoint is elsewhere or another epoch's.
   */
  commit(batch: CommitBatch): Promise<void>;
  /** The first entries of the work list, by id. */
  work(limit: number): Promise<Document[]>;
  /**
   * Ends a build: makes the indexes and the search index, and keeps all on disk. Until then only `get`, `commit` and a
   * `find` of everything by id serve.
   */
  finishBuild(): Promise<void>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Whether no file holds any more what documents held before a commit that erased. */
  isScrubbed(): Promise<boolean>;
  /**
   * Leaves no copy in any file of what documents held before a commit that erased, nor a generation other than this one:
   * once more where it was cut short. Only for the runner, between commits.
   * @throws where something is in the way; it is to be tried again
   */
  scrub(): Promise<void>;
  /** What changed after a position, then what changes, until the signal is aborted. Starts with `reset` on a gap. */
  watch(after: Position, signal: AbortSignal): AsyncIterable<ChangeNotice>;
  close(): Promise<void>;
}

/** Where the generations are. */
export interface ReadModelStore {
  /** Makes an empty generation that is being built: no index, no search, fast to fill. One left unfinished by a crash is replaced. */
  create(generation: string, collections: readonly CollectionDefinition[]): Promise<ReadModels>;
  /** Opens a finished generation, or null where there is none that this product reads. @throws DamagedReadModels */
  open(generation: string, collections: readonly CollectionDefinition[]): Promise<ReadModels | null>;
  /** Names of all generations, finished or not. */
  list(): Promise<string[]>;
  drop(generation: string): Promise<void>;
  /**
   * Looks through a whole finished generation for damage, without holding up this thread or those who use it.
   * @throws DamagedReadModels
   */
  check(generation: string, signal: AbortSignal): Promise<void>;
  /** Puts a damaged generation out of the way: `open` finds it no more, and `drop` removes it. Only the last one is kept. */
  setAside(generation: string): Promise<void>;
  close(): Promise<void>;
}

/** A value or cursor that a request may not send here. */
export class InvalidQuery extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidQuery';
  }
}

/** A find that no declared index serves: a defect of the caller, or a generation older than the code. */
export class NoSuchIndex extends Error {
  constructor(collection: string, wanted: string) {
    super(`The collection ${collection} has no index for ${wanted}.`);
    this.name = 'NoSuchIndex';
  }
}

/** The collection is not in this generation: the next one is being built. */
export class NoSuchCollection extends Error {
  constructor(collection: string) {
    super(`The collection ${collection} is not in this generation of the read models.`);
    this.name = 'NoSuchCollection';
  }
}

/** What is stored of a generation is not what was written: nothing of it can be trusted, and it is to be built anew. */
export class DamagedReadModels extends Error {
  readonly generation: string;

  /** @param options.cause what was met, for the log */
  constructor(generation: string, options?: ErrorOptions) {
    super('The read models are damaged. They are put aside and built anew from the history.', options);
    this.name = 'DamagedReadModels';
    this.generation = generation;
  }
}

/** Another runner has been here: this one must stop. */
export class StaleCheckpoint extends Error {
  constructor(message = 'The checkpoint of the read models is not where this runner left it.') {
    super(message);
    this.name = 'StaleCheckpoint';
  }
}
