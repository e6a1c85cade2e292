import { type Position, START } from '../../../store/event-store.ts';
import type {
  ChangeNotice,
  CollectionDefinition,
  CommitBatch,
  DeadLetter,
  Document,
  Page,
  Query,
  ReadModelStore,
  ReadModels,
} from '../../../store/read-models.ts';

/** The position of the nth commit of a test. */
export function positionAt(number: number): Position {
  return number === 0 ? START : String(number).padStart(8, '0');
}

/** The batch that moves the read models from the nth position to the next. */
export function batchAt(
  number: number,
  collection: string,
  documents: readonly Document[],
  options: { epoch?: number; deadLetters?: DeadLetter[]; erases?: boolean } = {},
): CommitBatch {
  return {
    previous: positionAt(number),
    position: positionAt(number + 1),
    eventId: `event-${number + 1}`,
    epoch: options.epoch ?? 1,
    documents: documents.map((document) => ({ collection, document })),
    deadLetters: options.deadLetters ?? [],
    erases: options.erases ?? false,
  };
}

/** A batch that stays at the nth position. */
export function batchOn(number: number, collection: string, documents: readonly Document[], epoch = 1): CommitBatch {
  const batch = batchAt(number - 1, collection, documents, { epoch });
  return { ...batch, previous: batch.position };
}

let generations = 0;

/** A name that no other test of this file uses. */
export function newGeneration(): string {
  generations += 1;
  return `g${generations}`;
}

/** A finished generation, claimed by epoch 1 and built from the documents, at position 1. */
export async function built(
  store: ReadModelStore,
  definition: CollectionDefinition,
  documents: readonly Document[] = [],
): Promise<ReadModels> {
  const models = await store.create(newGeneration(), [definition]);
  await models.claim(1);
  await models.commit(batchAt(0, definition.collection, documents));
  await models.finishBuild();
  return models;
}

const PORTION = 500;

/** A finished generation to which many documents were committed live, 500 per commit. */
export async function fed(
  store: ReadModelStore,
  definition: CollectionDefinition,
  documents: readonly Document[],
): Promise<ReadModels> {
  const models = await built(store, definition);
  for (let start = 0, number = 1; start < documents.length; start += PORTION, number++)
    await models.commit(batchAt(number, definition.collection, documents.slice(start, start + PORTION)));
  return models;
}

/** All pages of a list, from the first. */
export async function pagesOf(models: ReadModels, collection: string, query: Query): Promise<Page[]> {
  const pages: Page[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await models.find(collection, after === undefined ? query : { ...query, after });
    pages.push(page);
    if (page.cursor === null) return pages;
    after = page.cursor;
  }
}

/** The ids of one page of up to 1,000. */
export async function idsOf(models: ReadModels, collection: string, query: Omit<Query, 'limit'>): Promise<string[]> {
  const { documents } = await models.find(collection, { ...query, limit: 1_000 });
  return documents.map(({ id }) => id);
}

/** A watcher's notices until it has reached a position. */
export async function noticesUntil(models: ReadModels, after: Position, until: Position): Promise<ChangeNotice[]> {
  const done = new AbortController();
  const notices: ChangeNotice[] = [];
  for await (const notice of models.watch(after, done.signal)) {
    notices.push(notice);
    if (notice.position >= until) done.abort();
  }
  return notices;
}
