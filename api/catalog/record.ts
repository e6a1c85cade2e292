import { catalog } from '../../domain/catalog/catalog.ts';
import { CATALOG_ID } from '../../domain/catalog/terms.ts';
import { type CatalogDocument, catalog as catalogs } from '../../projections/catalog.ts';
import { recordKind } from '../kit/records.ts';
import { type CatalogRecord, showCatalogItem } from './schema.ts';

function presentCatalog({ id, items, revision }: CatalogDocument): CatalogRecord {
  return { id, items: items.map(showCatalogItem), revision };
}

/** The catalog before anything was entered. */
export const catalogBefore: CatalogRecord = presentCatalog({ id: CATALOG_ID, items: [], revision: -1 });

export const catalogKind = recordKind({
  decider: catalog,
  projection: catalogs,
  area: 'priceList',
  sharedStream: CATALOG_ID,
  title: (_: CatalogDocument) => 'Price catalog',
  present: presentCatalog,
  initial: () => catalogBefore,
});
