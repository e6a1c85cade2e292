import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const item = z.object({
  id: z.string(),
  service: z.string(),
  description: z.string().nullable(),
  unitPrice: z.int().nullable(),
  unit: z.string().nullable(),
  estimatedHours: z.number().nullable(),
});

/** The whole catalog, in list order. */
const PriceCatalogRevised = defineEvent('PriceCatalogRevised', z.object({ items: z.array(item) }));

export const catalogEvents = [PriceCatalogRevised] as const;

export type CatalogEvent = BodyOf<(typeof catalogEvents)[number]>;
