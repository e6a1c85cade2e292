import { z } from 'zod';
import { CATALOG_LIMITS, type CatalogItem } from '../../domain/catalog/terms.ts';
import { SERVICE_LABELS } from '../../domain/quote/terms.ts';
import {
  amount,
  completed,
  createBody,
  duration,
  line,
  requiredLine,
  shownFields,
  shownShape,
  text,
} from '../kit/fields/fields.schema.ts';

/** A service with its price, without its id. */
export const catalogFields = {
  service: requiredLine('The service', CATALOG_LIMITS.service, 'Enter each service.'),
  description: text('The description', CATALOG_LIMITS.description),
  unitPrice: amount('The unit price'),
  unit: line('The unit', CATALOG_LIMITS.unit),
  estimatedHours: duration('The hours', CATALOG_LIMITS.hours),
};

const item = createBody(catalogFields)
  .extend({ id: z.string('The id of an item must be text.').max(100).nullish() })
  .transform((said) => ({ ...completed(catalogFields, said), id: said.id || null }));

const REVISION = 'expectedRevision must be the revision of the catalog.';
/** A catalog in which nothing was ever entered has revision −1. */
const expectedRevision = z.int(REVISION).min(-1, REVISION).optional();

export const reviseCatalogBody = z.object({
  items: z
    .array(item, 'The items must be a list.')
    .max(CATALOG_LIMITS.items, `There can be at most ${CATALOG_LIMITS.items} items.`)
    .nullish()
    .transform((items) => (items === null ? [] : items))
    .describe('All of them, in the order of the list; a new one comes without an id.'),
  expectedRevision,
});
export type ReviseCatalogBody = z.output<typeof reviseCatalogBody>;

const shownItem = z
  .object({
    id: z.string(),
    ...shownShape(catalogFields),
    service: z.string().meta({ 'x-labels': SERVICE_LABELS }),
  })
  .meta({ id: 'CatalogItem' });
export type ShownCatalogItem = z.output<typeof shownItem>;

/** An item on the wire. */
export function showCatalogItem({ id, ...fields }: CatalogItem): ShownCatalogItem {
  return { id, ...shownFields(catalogFields, fields) };
}

export const catalogRecord = z
  .object({ id: z.string(), items: z.array(shownItem), revision: z.number() })
  .meta({ id: 'PriceCatalog' });
export type CatalogRecord = z.output<typeof catalogRecord>;
