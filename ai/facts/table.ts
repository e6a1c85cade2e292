import type { Document } from '../../store/read-models.ts';

// What is computed from facts is kept for as long as it would read the same again. So what is read is noted while
// something is computed: a value by its key, a whole table, or what another computation made.

/** The facts that are read. */
type Read = object;

/** Something that is read by key, and tells when what a key stands for has changed. */
export interface Source {
  /** What a key stands for. It is brought up to date, and not noted. */
  peek(key: string, facts: Read): unknown;
  /** Another one after each change of any key. It is brought up to date, and not noted. */
  version(facts: Read): number;
  /** @param changed called with each key whose value changed, once it is known */
  listen(changed: (key: string) => void): void;
}

/** Something that is asked of facts, and gives the same answer as long as it is the same. */
export type Ask = (facts: Read) => unknown;

/** What one computation has read, and what it got. */
export class Reads {
  readonly keys = new Map<Source, Map<string, unknown>>();
  readonly wholes = new Map<Source, number>();
  readonly answers = new Map<Ask, unknown>();

  /** Whether all of it reads the same now. */
  areStill(facts: Read): boolean {
    return noting(
      null,
      () =>
        this.answers.entries().every(([ask, answer]) => Object.is(ask(facts), answer)) &&
        this.wholes.entries().every(([source, version]) => source.version(facts) === version) &&
        this.keys.entries().every(([source, values]) => {
          return values.entries().every(([key, value]) => source.peek(key, facts) === value);
        }),
    );
  }
}

/** Where the computation under way notes what it reads. */
let under: Reads | null = null;
let changes = 0;

/** Computes something, and notes what it reads. @param reads null for nowhere */
export function noting<Made>(reads: Reads | null, make: () => Made): Made {
  const outer = under;
  under = reads;
  try {
    return make();
  } finally {
    under = outer;
  }
}

export function noteKey(source: Source, key: string, value: unknown): void {
  if (under === null || under.wholes.has(source)) return;
  const known = under.keys.get(source);
  if (known) known.set(key, value);
  else under.keys.set(source, new Map([[key, value]]));
}

export function noteWhole(source: Source, version: number): void {
  under?.wholes.set(source, version);
}

export function noteAnswer(ask: Ask, answer: unknown): void {
  under?.answers.set(ask, answer);
}

/** How often any table changed: where nothing did, nothing has to be looked at again. */
export function changesSoFar(): number {
  return changes;
}

/** The documents of a read model by id, in the order in which they were made. Reading it is noted. */
export class Table<Doc extends Document> extends Map<string, Doc> implements Source {
  readonly #listeners: ((id: string) => void)[] = [];
  #version = 0;

  override set(id: string, document: Doc): this {
    super.set(id, document);
    this.#version += 1;
    changes += 1;
    for (const changed of this.#listeners) changed(id);
    return this;
  }

  override get(id: string): Doc | undefined {
    const document = super.get(id);
    noteKey(this, id, document);
    return document;
  }

  override has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  override get size(): number {
    noteWhole(this, this.#version);
    return super.size;
  }

  override keys(): MapIterator<string> {
    noteWhole(this, this.#version);
    return super.keys();
  }

  override values(): MapIterator<Doc> {
    noteWhole(this, this.#version);
    return super.values();
  }

  override entries(): MapIterator<[string, Doc]> {
    noteWhole(this, this.#version);
    return super.entries();
  }

  override [Symbol.iterator](): MapIterator<[string, Doc]> {
    return this.entries();
  }

  override forEach(each: (document: Doc, id: string, table: Map<string, Doc>) => void): void {
    noteWhole(this, this.#version);
    super.forEach(each);
  }

  peek(id: string): Doc | undefined {
    return super.get(id);
  }

  version(): number {
    return this.#version;
  }

  listen(changed: (id: string) => void): void {
    this.#listeners.push(changed);
  }
}

/** @param documents by id; a table already is one */
export function tableOf<Doc extends Document>(documents: ReadonlyMap<string, Doc>): Table<Doc> {
  if (documents instanceof Table) return documents;
  const table = new Table<Doc>();
  for (const [id, document] of documents) table.set(id, document);
  return table;
}
