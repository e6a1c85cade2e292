import { getHeapStatistics } from 'node:v8';
import { partsOfStream } from '../../domain/kit/event.ts';
import type { EmbeddedReadModels } from '../../store/embedded/read-models/generation.ts';
import { differenceOf, type LastVersion, OPEN } from '../../store/embedded/read-models/versions.ts';
import { isDecoded, type LogEntry } from '../../store/event-store.ts';
import type { Document, DocumentChange, ReadModels } from '../../store/read-models.ts';
import { linkedCollections, linkingOf } from '../engine/links.ts';
import { loadNamed, project } from '../engine/project.ts';
import type { Projection } from '../engine/projection.ts';
import { relink } from '../engine/relinking.ts';
import type { Workspace } from '../engine/workspace.ts';
import { closedId, openId, type Texts, textsOf, versioned } from './version-collections.ts';

/** Makes a version of each document that an event changes. */
export interface Versioning {
  /**
   * Applies events in order. What a read model cannot take is left out, as it is of the read models.
   * @param before how many events there are before them
   */
  apply(entries: readonly LogEntry[], before: number): Promise<void>;
  /** How many versions wait to be stored. */
  waiting(): number;
  /** The versions that wait to be stored. */
  take(): DocumentChange[];
}

/** A document, and the version that it is of. */
interface Held {
  document: Document | null;
  open: LastVersion | null;
}

/** No event has more documents that link to what it changes. */
const ALL_AT_ONCE = 1_000_000;
/** A version is told from an earlier one where that takes less than this part of it. */
const MUCH_LESS = 1 / 2;
/** Documents stay in memory until the heap is this large. */
const HEAP_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * @param options.models what is stored so far
 * @param options.isBuild whether that begins with nothing and has no indexes yet
 */
export function createVersioning(options: {
  models: Pick<EmbeddedReadModels, 'lastVersions' | 'find'>;
  projections: readonly Projection[];
  isBuild: boolean;
}): Versioning {
  const { models, isBuild } = options;
  const projections = versioned(options.projections);
  const byName = new Map(projections.map((projection) => [projection.collection, projection]));
  const concerned = ofCategories(projections);
  const isLinked = linkedCollections(projections);
  const isLinking = new Set(linkingOf(projections).map(({ collection }) => collection));
  const collections = new Map(projections.map(({ collection }) => [collection, new Map<string, Held>()]));
  const touched = new Map<string, Set<string>>();
  const before = new Map<string, Map<string, Document | null>>();
  let waiting: DocumentChange[] = [];
  const waitingTexts = new Map<string, Map<string, Texts>>();
  const linkers = isBuild ? createLinkers(projections) : null;

  const heldOf = (collection: string) => collections.get(collection) as Map<string, Held>;

  const workspace: Workspace = {
    async load(collection, ids) {
      const held = heldOf(collection);
      const missing = [...ids].filter((id) => !held.has(id));
      if (missing.length === 0) return;
      const found = await models.lastVersions(collection, missing);
      for (const id of missing) {
        const open = found.get(id) ?? null;
        held.set(id, { document: open?.document ?? null, open });
      }
    },
    // What is found is loaded already.
    hold: () => {},
    get: (collection, id) => heldOf(collection).get(id)?.document ?? null,
    put(collection, document) {
      const held = heldOf(collection);
      const { id } = document;
      const known = held.get(id) ?? { document: null, open: null };
      const first = touched.get(collection) ?? new Set();
      if (isLinked.has(collection) && !first.has(id)) {
        const earlier = before.get(collection) ?? new Map<string, Document | null>();
        before.set(collection, earlier.set(id, known.document));
      }
      touched.set(collection, first.add(id));
      held.set(id, { ...known, document });
    },
    changed: (collection) => [...(touched.get(collection) ?? [])],
    before: (collection, id) => before.get(collection)?.get(id) ?? null,
    takeChanges: () => [],
    forget: () => {},
  };

  /** The documents that link to others, as they are after the event before. */
  const linking: Pick<ReadModels, 'find'> = {
    async find(collection, { where = {}, limit }) {
      const [[by, condition] = ['', null]] = Object.entries(where);
      const targets = (condition as { in: readonly string[] }).in;
      const ids = linkers
        ? linkers.of(collection, by, targets)
        : [...(await stored(collection, by, targets)), ...unstored(collection, by, new Set(targets))];
      await workspace.load(collection, new Set(ids));
      const documents = [...new Set(ids)].map((id) => workspace.get(collection, id)).filter((each) => each !== null);
      return { documents: documents.slice(0, limit) as never[], cursor: null };
    },
  };

  async function stored(collection: string, by: string, targets: readonly string[]): Promise<string[]> {
    const query = { asOf: OPEN - 1, where: { [by]: { in: targets } }, limit: ALL_AT_ONCE };
    const { documents } = await models.find(collection, query);
    return documents.map(({ id }) => id);
  }

  function unstored(collection: string, by: string, targets: ReadonlySet<string>): string[] {
    const all = [...heldOf(collection)];
    return all.filter(([, { document }]) => targets.has(String(document?.[by]))).map(([id]) => id);
  }

  function wait(collection: string, texts: Texts): void {
    const known = waitingTexts.get(collection) ?? new Map<string, Texts>();
    waitingTexts.set(collection, known.set(texts.id, texts));
  }

  /** What an event has made of a document becomes a version. */
  function version(projection: Projection, id: string, since: number): void {
    const { collection } = projection;
    const held = heldOf(collection).get(id) as Held;
    const { document, open } = held;
    if (document === null || document === open?.document) return;
    const text = projection.search.length === 0 ? since : textsSince(projection, held, since);
    const base = open && toldFrom(open.base, document);
    const told = base?.told ?? JSON.stringify(document);
    const before = open?.document ?? null;
    waiting.push({ collection, document, version: { since, before, base: base?.since ?? null, told, text } });
    held.open = { document, since, text, base: base && open ? open.base : { since, document } };
    linkers?.add(projection, document);
  }

  /** The event since which the document is found by its texts. */
  function textsSince({ collection, search }: Projection, { document, open }: Held, at: number): number {
    const texts = textsIn(document as Document, search);
    const earlier = open && textsIn(open.document, search);
    if (open && JSON.stringify(texts) === JSON.stringify(earlier)) return open.text;
    if (open && earlier) wait(textsOf(collection), closed(earlier, open.text, at));
    wait(textsOf(collection), opened(texts, at));
    return at;
  }

  async function applyOne(entry: LogEntry, at: number): Promise<void> {
    await project([entry], concerned(entry), workspace);
    if (touched.keys().some((collection) => isLinked.has(collection) || isLinking.has(collection)))
      await relink(linking, projections, workspace, ALL_AT_ONCE);
    for (const [collection, ids] of touched) {
      const projection = byName.get(collection) as Projection;
      for (const id of ids) version(projection, id, at);
    }
    touched.clear();
    before.clear();
  }

  return {
    async apply(entries, before) {
      await loadNamed(entries.filter(isDecoded), projections, workspace);
      for (const [place, entry] of entries.entries()) if (isDecoded(entry)) await applyOne(entry, before + place + 1);
    },
    waiting: () => waiting.length,
    take() {
      const texts = [...waitingTexts].flatMap(([collection, known]) =>
        [...known.values()].map((document) => ({ collection, document })),
      );
      const changes = [...waiting, ...texts];
      waiting = [];
      waitingTexts.clear();
      if (!isBuild || getHeapStatistics().used_heap_size > HEAP_LIMIT_BYTES)
        for (const held of collections.values()) held.clear();
      return changes;
    },
  };
}

/** How a document is told from an earlier version; null if that takes as much as to tell it as a whole. */
function toldFrom(
  { since, document: base }: LastVersion['base'],
  document: Document,
): { since: number; told: string } | null {
  const told = differenceOf(base, document);
  return told.length < MUCH_LESS * JSON.stringify(document).length ? { since, told } : null;
}

function opened(texts: Document, from: number): Texts {
  const { id } = texts;
  return { ...texts, id: openId(id), versionOf: id, versionFrom: from, versionUntil: OPEN };
}

function closed(texts: Document, from: number, until: number): Texts {
  const { id } = texts;
  return { ...texts, id: closedId(id, from), versionOf: id, versionFrom: from, versionUntil: until };
}

function textsIn(document: Document, search: readonly string[]): Document {
  const texts = search.map((field) => [field, document[field] ?? null]);
  return { ...Object.fromEntries(texts), id: document.id };
}

/** The projections that an event may concern, by the category of its stream. */
function ofCategories(projections: readonly Projection[]): (entry: LogEntry) => readonly Projection[] {
  const known = new Map<string, readonly Projection[]>();
  return ({ stream }) => {
    const { category } = partsOfStream(stream);
    const found = known.get(category) ?? projections.filter(({ of }) => !of || of.includes(category));
    known.set(category, found);
    return found;
  };
}

/** Which documents have linked to which: ids alone, so that all of a build fit into memory. */
function createLinkers(projections: readonly Projection[]) {
  const links = new Map(linkingOf(projections).map((each) => [each.collection, each.links.map(({ by }) => by)]));
  const linkers = new Map<string, Map<string, string | Set<string>>>();
  const place = (collection: string, by: string) => `${collection} ${by}`;

  function addOne(to: Map<string, string | Set<string>>, target: string, id: string): void {
    const known = to.get(target);
    if (known === undefined) to.set(target, id);
    else if (known instanceof Set) known.add(id);
    else if (known !== id) to.set(target, new Set([known, id]));
  }

  return {
    add({ collection }: Projection, document: Document): void {
      for (const by of links.get(collection) ?? []) {
        const target = document[by];
        if (typeof target !== 'string') continue;
        const of = linkers.get(place(collection, by)) ?? new Map();
        linkers.set(place(collection, by), of);
        addOne(of, target, document.id);
      }
    },
    of(collection: string, by: string, targets: readonly string[]): string[] {
      const of = linkers.get(place(collection, by));
      return targets.flatMap((target) => {
        const known = of?.get(target) ?? [];
        return typeof known === 'string' ? [known] : [...known];
      });
    },
  };
}
