import type { CatalogEvent } from '../domain/catalog/events.ts';
import type { CatalogItem } from '../domain/catalog/terms.ts';
import { merged } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What the company charges for its services, in list order. */
export interface CatalogDocument extends RecordDocument {
  items: CatalogItem[];
}

export const catalog = readModel<CatalogDocument, CatalogEvent>()({
  name: 'catalog',
  version: 1,
  of: 'catalog',
  indexes: [],
  search: [],
  first: { PriceCatalogRevised: ({ items }) => ({ items }) },
  after: { PriceCatalogRevised: merged },
});
