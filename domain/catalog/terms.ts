import { foldText } from '../kit/fold-text.ts';
import { SERVICE_LABELS } from '../quote/terms.ts';

/** The company's one price catalog. */
export const CATALOG_ID = 'main';

/** A service, and what it costs. */
export interface CatalogItem {
  id: string;
  service: string;
  description: string | null;
  /** Cents. */
  unitPrice: number | null;
  /** What the price is for: `tree`. */
  unit: string | null;
  estimatedHours: number | null;
}

/** Said beside a cost that stands in the catalog. */
export const FROM_CATALOG = '(price catalog)';

/** The items for a service, which people may have entered by its label. */
export function itemsFor<Item extends Pick<CatalogItem, 'service'>>(service: string, items: readonly Item[]): Item[] {
  const names = [service, SERVICE_LABELS[service] ?? service].map((name) => foldText(name));
  return items.filter((item) => names.includes(foldText(item.service.trim())));
}

/** The longest texts, in characters, and the longest list. */
export const CATALOG_LIMITS = { service: 100, description: 2_000, unit: 30, hours: 1_000, items: 200 } as const;

/** What a price may be for; any other text is a unit too. */
export const CATALOG_UNITS = ['tree', 'stump', 'hour', 'foot', 'load', 'visit'] as const;
