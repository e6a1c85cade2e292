import { cursorAfter } from './query-cursor.ts';
import type { CollectionName, Document, Page, Query, ReadModels } from './read-models.ts';

/**
 * All documents that match a query, in pages of its limit, so that a long list is never held in memory whole.
 * @throws what `find` throws
 */
export async function* pagesOf<Doc extends Document = Document>(
  models: Pick<ReadModels, 'find'>,
  collection: CollectionName<Doc>,
  query: Query,
): AsyncGenerator<NoInfer<Doc>[], void, undefined> {
  let page = await models.find(collection, query);
  yield page.documents;
  while (page.cursor !== null) {
    page = await models.find(collection, { ...query, after: page.cursor });
    yield page.documents;
  }
}

const PAGE = 500;

/** All documents that match a query, for whoever needs them together. @throws what `find` throws */
export async function allOf<Doc extends Document = Document>(
  models: Pick<ReadModels, 'find'>,
  collection: CollectionName<Doc>,
  query: Omit<Query, 'limit'>,
): Promise<NoInfer<Doc>[]> {
  const found: Doc[] = [];
  for await (const page of pagesOf<Doc>(models, collection, { ...query, limit: PAGE })) found.push(...page);
  return found;
}

/**
 * A page of several collections as one list. All of them are filtered and ordered by the same fields, so that a cursor is a
 * place in each.
 * @param query by a field that all documents have; its search must match no more than `SORTED_MATCHES` of any collection
 * @throws what `find` throws
 */
export async function mergedPage<Doc extends Document = Document>(
  models: Pick<ReadModels, 'find'>,
  collections: readonly CollectionName<Doc>[],
  query: Query,
): Promise<Page<Doc>> {
  const { order = BY_ID, limit } = query;
  const pages = await Promise.all(collections.map((collection) => models.find<Doc>(collection, query)));
  const all = pages.flatMap(({ documents }) => documents).sort(inOrder(order));
  const documents = all.slice(0, limit);
  const last = documents.at(-1);
  const isEnd = all.length <= limit && pages.every(({ cursor }) => cursor === null);
  return { documents, cursor: isEnd || !last ? null : cursorAfter(last, query, order) };
}

const BY_ID = { field: 'id', direction: 'asc' } as const;

function inOrder({ field, direction }: NonNullable<Query['order']>) {
  const sign = direction === 'desc' ? -1 : 1;
  const placed = (document: Document) => [document[field] as string, document.id] as const;
  return (one: Document, other: Document) => {
    const [[value, id], [otherValue, otherId]] = [placed(one), placed(other)];
    if (value !== otherValue) return value < otherValue ? -sign : sign;
    return id < otherId ? -sign : sign;
  };
}
