import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../../store/read-models.ts';
import { type FactName, type Facts, isThere, type Tables } from './facts.ts';
import {
  type Ask,
  changesSoFar,
  noteAnswer,
  noteKey,
  noteWhole,
  noting,
  Reads,
  type Source,
  type Table,
} from './table.ts';

// What detectors make of facts and keep from one look to the next. Each is a pure function, and what it reads is noted
// (table.ts): it is asked again once something of that has changed, and only then. So what is kept is always what would be
// made from scratch.

/** When something was last found to be as it is. */
interface Looked {
  facts: Facts;
  changes: number;
}

function isNow(looked: Looked | null, facts: Facts): boolean {
  return looked !== null && looked.facts === facts && looked.changes === changesSoFar();
}

/** What is kept is kept for each set of tables: one of them stands for all. */
function stateOf<State>(states: WeakMap<object, State>, { company }: Facts, begin: () => State): State {
  const known = states.get(company);
  if (known) return known;
  const begun = begin();
  states.set(company, begun);
  return begun;
}

/** Something made of facts, and kept until something that it reads has changed. */
export function perFacts<Made>(make: (facts: Facts) => Made): (facts: Facts) => Made {
  interface Kept {
    made: { is: Made; reads: Reads } | null;
    looked: Looked | null;
  }
  const states = new WeakMap<object, Kept>();
  function ask(facts: Facts): Made {
    const kept = stateOf<Kept>(states, facts, () => ({ made: null, looked: null }));
    if (kept.made === null || !(isNow(kept.looked, facts) || kept.made.reads.areStill(facts))) {
      const reads = new Reads();
      kept.made = { is: noting(reads, () => make(facts)), reads };
    }
    kept.looked = { facts, changes: changesSoFar() };
    noteAnswer(ask as Ask, kept.made.is);
    return kept.made.is;
  }
  return ask;
}

type RowOf<Name extends FactName> = Tables[Name] extends ReadonlyMap<string, infer Doc> ? Doc : never;

/** What is made of each document of a table. */
export interface PerRecord<Part> {
  /** In the order of the documents. */
  all(facts: Facts): readonly Part[];
  stateOf(facts: Facts): Parts<Part>;
}

/**
 * The part of each document that a detector works on, and what it joins to it: made anew where the document, or what it
 * was joined to by id, has changed. One that comes out the same is no change, so a part holds no more than is needed.
 * @param partOf of a document that is neither removed nor erased; null for none
 */
export function perRecord<Name extends FactName, Part extends object>(
  name: Name,
  partOf: (document: RowOf<Name>, facts: Facts) => Part | null,
): PerRecord<Part> {
  const states = new WeakMap<object, Parts<Part>>();
  const partsOf = (facts: Facts) =>
    stateOf(states, facts, () => {
      return new Parts<Part>(facts[name] as unknown as Table<Document>, partOf as never);
    });
  return {
    stateOf: partsOf,
    all(facts) {
      const parts = partsOf(facts);
      noteWhole(parts, parts.version(facts));
      return parts.all();
    },
  };
}

/** The parts of the documents of one table. */
export class Parts<Part> implements Source {
  readonly #table: Table<Document>;
  readonly #partOf: (document: Document, facts: Facts) => Part | null;
  /** The place of each document, and its part. */
  readonly #places = new Map<string, number>();
  readonly #parts: (Part | null)[] = [];
  readonly #stale = new Set<string>();
  /** The documents that read a key of a source. One that no longer does is made anew for nothing, which changes nothing. */
  readonly #readers = new Map<Source, Map<string, Set<string>>>();
  /** What was read and is not of one document alone, such as the settings' calendar. */
  #shared = new Reads();
  readonly #listeners: ((id: string) => void)[] = [];
  #looked: Looked | null = null;
  #version = 0;
  #all: { version: number; parts: readonly Part[] } | null = null;

  constructor(table: Table<Document>, partOf: (document: Document, facts: Facts) => Part | null) {
    this.#table = table;
    this.#partOf = partOf;
    this.#staleAll();
    table.listen((id) => this.#stale.add(id));
  }

  /** Those of the last time that it was brought up to date. */
  all(): readonly Part[] {
    if (this.#all?.version !== this.#version)
      this.#all = { version: this.#version, parts: this.#parts.filter((part) => part !== null) };
    return this.#all.parts;
  }

  peek(id: string, facts: Facts): Part | null {
    this.#update(facts);
    return this.known(id);
  }

  /** Of the last time that it was brought up to date. */
  known(id: string): Part | null {
    return this.#parts[this.placeOf(id)] ?? null;
  }

  /** Documents are in the order of their places. */
  placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  version(facts: Facts): number {
    this.#update(facts);
    return this.#version;
  }

  listen(changed: (id: string) => void): void {
    this.#listeners.push(changed);
  }

  ids(): Iterable<string> {
    return this.#places.keys();
  }

  #staleAll(): void {
    noting(null, () => {
      for (const id of this.#table.keys()) this.#stale.add(id);
    });
  }

  #update(facts: Facts): void {
    if (isNow(this.#looked, facts)) return;
    noting(null, () => {
      // They say then what has changed in them.
      for (const source of this.#readers.keys()) source.version(facts);
      if (!this.#shared.areStill(facts)) {
        this.#shared = new Reads();
        this.#staleAll();
      }
      for (const id of this.#stale) {
        this.#renew(id, facts);
        this.#stale.delete(id);
      }
    });
    this.#looked = { facts, changes: changesSoFar() };
  }

  #renew(id: string, facts: Facts): void {
    const document = this.#table.peek(id);
    const reads = new Reads();
    const part = isThere(document) ? noting(reads, () => this.#partOf(document, facts)) : null;
    for (const [source, values] of reads.keys) for (const key of values.keys()) this.#dependOn(source, key, id);
    for (const [ask, answer] of reads.answers) this.#shared.answers.set(ask, answer);
    for (const [source, version] of reads.wholes) this.#shared.wholes.set(source, version);
    const place = this.#places.get(id) ?? this.#parts.length;
    this.#places.set(id, place);
    if (isDeepStrictEqual(part, this.#parts[place] ?? null)) {
      this.#parts[place] ??= null;
      return;
    }
    this.#parts[place] = part;
    this.#version += 1;
    for (const changed of this.#listeners) changed(id);
  }

  #dependOn(source: Source, key: string, id: string): void {
    const known = this.#readers.get(source);
    const readers = known ?? new Map<string, Set<string>>();
    if (!known) {
      this.#readers.set(source, readers);
      source.listen((changed) => {
        for (const reader of readers.get(changed) ?? []) this.#stale.add(reader);
      });
    }
    const ofKey = readers.get(key);
    if (ofKey) ofKey.add(id);
    else readers.set(key, new Set([id]));
  }
}

const NONE: readonly never[] = [];

/** The parts of records by what they have in common. */
export interface Grouped<Part> {
  /** Those of a group, in the order of the documents. */
  of(facts: Facts, key: string): readonly Part[];
}

/** @param keyOf the group of a part; null for none */
export function grouped<Part>(records: PerRecord<Part>, keyOf: (part: Part) => string | null): Grouped<Part> {
  const states = new WeakMap<object, Groups<Part>>();
  return {
    of(facts, key) {
      const groups = stateOf(states, facts, () => new Groups(records.stateOf(facts), keyOf));
      const members = groups.peek(key, facts);
      noteKey(groups, key, members);
      return members;
    },
  };
}

class Groups<Part> implements Source {
  readonly #parts: Parts<Part>;
  readonly #keyOf: (part: Part) => string | null;
  readonly #changed = new Set<string>();
  readonly #keys = new Map<string, string>();
  readonly #members = new Map<string, Set<string>>();
  /** Made when it is asked for, until one of it changes. */
  readonly #lists = new Map<string, readonly Part[]>();
  readonly #listeners: ((key: string) => void)[] = [];
  #version = 0;

  constructor(parts: Parts<Part>, keyOf: (part: Part) => string | null) {
    this.#parts = parts;
    this.#keyOf = keyOf;
    for (const id of parts.ids()) this.#changed.add(id);
    parts.listen((id) => this.#changed.add(id));
  }

  peek(key: string, facts: Facts): readonly Part[] {
    this.version(facts);
    const known = this.#lists.get(key);
    if (known) return known;
    const places = [...(this.#members.get(key) ?? NONE)].map((id) => ({ id, place: this.#parts.placeOf(id) }));
    const members = places
      .sort((one, other) => one.place - other.place)
      .flatMap(({ id }) => this.#parts.known(id) ?? NONE);
    this.#lists.set(key, members);
    return members;
  }

  version(facts: Facts): number {
    this.#parts.version(facts);
    for (const id of this.#changed) {
      const part = this.#parts.known(id);
      this.#move(id, part === null ? null : this.#keyOf(part));
      this.#changed.delete(id);
    }
    return this.#version;
  }

  listen(changed: (key: string) => void): void {
    this.#listeners.push(changed);
  }

  #move(id: string, to: string | null): void {
    const from = this.#keys.get(id);
    if (from !== undefined) {
      this.#members.get(from)?.delete(id);
      if (from !== to) this.#tell(from);
    }
    if (to === null) {
      this.#keys.delete(id);
      return;
    }
    this.#keys.set(id, to);
    const members = this.#members.get(to);
    if (members) members.add(id);
    else this.#members.set(to, new Set([id]));
    this.#tell(to);
  }

  #tell(key: string): void {
    this.#lists.delete(key);
    this.#version += 1;
    for (const changed of this.#listeners) changed(key);
  }
}
