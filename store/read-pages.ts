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
