import type { CollectionName, Document, Query, ReadModels } from './read-models.ts';

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
