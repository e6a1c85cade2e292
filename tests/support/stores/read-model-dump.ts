import { projections } from '../../../projections/index.ts';
import type { Document, Page, ReadModels } from '../../../store/read-models.ts';

/** All documents of a generation, by collection, ordered by id. */
export async function documentsOf(models: ReadModels, built = projections): Promise<Record<string, Document[]>> {
  const dump: Record<string, Document[]> = {};
  for (const { collection } of built) {
    const documents: Document[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page: Page = await models.find(collection, { limit: 500, ...(after && { after }) });
      documents.push(...page.documents);
      after = page.cursor;
    }
    dump[collection] = documents;
  }
  return dump;
}
