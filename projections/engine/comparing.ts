import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../store/event-store.ts';
import { portionsOf } from '../../store/portions.ts';
import type { DeadLetter, Document, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { type Projection, withoutLinked } from './projection.ts';

/** A document that is not the same in two read models. */
export interface Difference {
  /** A collection, or `SKIPPED`. */
  collection: string;
  id: string;
  /** The fields that differ; none where only one of them has the document. */
  fields: readonly string[];
  /** Null where it has no such document. */
  live: Document | null;
  replayed: Document | null;
}

export interface Comparison {
  /** How many documents were compared. */
  documents: number;
  /** How many documents differ, by collection; none is named that has none. */
  differing: ReadonlyMap<string, number>;
  /** The first of them. */
  differences: readonly Difference[];
  /** Whether fields that are copied from other documents were left out, because the live ones are still being rewritten. */
  isLinking: boolean;
}

/** In place of a collection: an event that only one of them has skipped (docs/design/read-models.md#dead-letters). */
export const SKIPPED = 'skipped events';

/** The live read models were written faster than they could be read. */
export class NeverStill extends Error {
  constructor(documents: number) {
    super(
      `The live read models change too fast: ${documents} of their documents could not be held against the others.`,
    );
    this.name = 'NeverStill';
  }
}

/** Documents in one read. */
const PAGE = 500;
/** How often what differs is looked at again while the live read models move on. */
const MOST_ROUNDS = 200;

/**
 * Holds live read models against others that were made from the log up to the same position, document by document and
 * field by field. The live ones may move on meanwhile: the others are then brought to the same place, and what differed is
 * looked at again, until it was looked at while nothing moved.
 * @param options.bringTo brings the others to a later position; without it, what is live counts as it is met
 * @param options.most how many differences are told
 * @throws NeverStill
 */
export async function compare(
  live: ReadModels,
  replayed: ReadModels,
  options: { projections: readonly Projection[]; bringTo?(position: Position): Promise<void>; most: number },
): Promise<Comparison> {
  const { projections, bringTo, most } = options;
  let documents = 0;
  let suspects: Suspects = new Map();
  for (const { collection } of projections) {
    const found = await differingIn(collection, live, replayed);
    documents += found.documents;
    suspects.set(collection, found.ids);
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { position } = await live.checkpoint();
    if (bringTo && position > (await replayed.checkpoint()).position) await bringTo(position);
    const found = await lookAgain(suspects, { live, replayed, projections, most });
    const skipped = skippedByOne(await live.deadLetters(), await replayed.deadLetters());
    suspects = found.differing;
    if (bringTo && (await live.checkpoint()).position !== position) continue;
    const counts = [...suspects].map(([collection, ids]) => [collection, ids.length] as const);
    const differing = new Map([...counts, [SKIPPED, skipped.length] as const].filter(([, count]) => count > 0));
    const differences = [...found.differences, ...skipped].slice(0, most);
    return { documents, differing, differences, isLinking: found.isLinking };
  }
  throw new NeverStill(suspects.values().reduce((sum, ids) => sum + ids.length, 0));
}

/** Ids of documents that may differ, by collection. */
type Suspects = Map<string, string[]>;

/** Both read models, and what is left out where the live ones are being rewritten. */
interface Both {
  live: ReadModels;
  replayed: ReadModels;
  isLinking: boolean;
}

/** Which of the documents differ now, and what the first of them are. */
async function lookAgain(
  suspects: Suspects,
  { projections, most, ...both }: Omit<Both, 'isLinking'> & { projections: readonly Projection[]; most: number },
): Promise<{ differing: Suspects; differences: Difference[]; isLinking: boolean }> {
  const isLinking = (await both.live.work(1)).length > 0;
  const differing: Suspects = new Map();
  const differences: Difference[] = [];
  for (const projection of projections) {
    const still: string[] = [];
    const ids = suspects.get(projection.collection) ?? [];
    for await (const difference of differencesOf(projection, ids, { ...both, isLinking })) {
      still.push(difference.id);
      if (differences.length < most) differences.push(difference);
    }
    differing.set(projection.collection, still);
  }
  return { differing, differences, isLinking };
}

/** The ids of the documents of a collection that are not equal, and how many documents there are. */
async function differingIn(
  collection: string,
  live: ReadModels,
  replayed: ReadModels,
): Promise<{ documents: number; ids: string[] }> {
  const ids: string[] = [];
  let documents = 0;
  let inBoth = 0;
  for await (const page of pagesOf(live, collection, { limit: PAGE })) {
    const others = await replayed.get(collection, idsOf(page));
    documents += page.length;
    inBoth += others.size;
    for (const document of page) if (!isDeepStrictEqual(document, others.get(document.id))) ids.push(document.id);
  }
  if (inBoth === (await replayed.count(collection, {}))) return { documents, ids };
  for await (const page of pagesOf(replayed, collection, { limit: PAGE })) {
    const others = await live.get(collection, idsOf(page));
    const missing = page.filter(({ id }) => !others.has(id));
    documents += missing.length;
    ids.push(...idsOf(missing));
  }
  return { documents, ids };
}

async function* differencesOf(
  projection: Projection,
  ids: readonly string[],
  { live, replayed, isLinking }: Both,
): AsyncGenerator<Difference, void, undefined> {
  const { collection } = projection;
  const shown = (document: Document | undefined) =>
    document === undefined ? null : isLinking ? withoutLinked(projection, document) : document;
  for (const some of portionsOf(ids, PAGE)) {
    const [ones, others] = [await live.get(collection, some), await replayed.get(collection, some)];
    for (const id of some) {
      const [one, other] = [shown(ones.get(id)), shown(others.get(id))];
      if (isDeepStrictEqual(one, other)) continue;
      yield { collection, id, fields: differingFields(one, other), live: one, replayed: other };
    }
  }
}

function differingFields(one: Document | null, other: Document | null): string[] {
  if (!one || !other) return [];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isDeepStrictEqual(one[name], other[name])).sort();
}

function skippedByOne(live: readonly DeadLetter[], replayed: readonly DeadLetter[]): Difference[] {
  const [ones, others] = [byIdentity(live), byIdentity(replayed)];
  return [...new Set([...ones.keys(), ...others.keys()])]
    .filter((id) => !ones.has(id) || !others.has(id))
    .map((id) => {
      const [one, other] = [ones.get(id) ?? null, others.get(id) ?? null];
      return { collection: SKIPPED, id, fields: [], live: one, replayed: other };
    });
}

function byIdentity(letters: readonly DeadLetter[]): Map<string, Document> {
  return new Map(
    letters.map((letter) => {
      const id = `${letter.position} ${letter.type} (${letter.projection})`;
      return [id, { ...letter, id }];
    }),
  );
}

function idsOf(documents: readonly Document[]): string[] {
  return documents.map(({ id }) => id);
}
