import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { readLive } from '../../../projections/engine/generations.ts';
import { projections } from '../../../projections/index.ts';
import type { Document, Page, ReadModels } from '../../../store/read-models.ts';

/** All documents of the live generation, by collection, ordered by id. The server must be stopped. */
export async function dumpReadModels(dataDir: string): Promise<Record<string, Document[]>> {
  const stores = await openStores(parseConfig({ DATA_DIR: dataDir }), systemClock);
  try {
    const live = await readLive(stores.state);
    const models = live && (await stores.readModels.open(live.generation, projections));
    if (!models) throw new Error('There is no live generation.');
    const dump = await documentsOf(models);
    await models.close();
    return dump;
  } finally {
    await stores.close();
  }
}

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
