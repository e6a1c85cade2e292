import type { CatalogRecord, ShownCatalogItem } from '../../../api/catalog/schema.ts';
import { SERVICE_LABELS } from '../../../domain/quote/terms.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { formatMoney, formatSpan } from '../../ui/values/format.ts';
import { CatalogInput } from './catalog-input.tsx';

/** The price catalog in its form, conflicts and history. */
export const catalogKind: RecordKind<CatalogRecord> = {
  category: 'catalog',
  collections: ['catalog'],
  noun: 'price catalog',
  method: 'PUT',
  fields: [
    {
      name: 'items',
      label: 'Services',
      kind: 'structured',
      control: CatalogInput,
      format: formatCatalog,
      nothing: 'No prices yet',
    },
  ],
  path: () => '/api/price-catalog',
  steps: { PriceCatalogRevised: 'Prices changed' },
  titleOf: () => 'Price catalog',
};

/** One service per line: `Pruning, of a young tree: $140.00 per tree`. */
function formatCatalog(value: unknown): string {
  return ((value ?? []) as ShownCatalogItem[]).map(formatService).join('\n');
}

function formatService({ service, description, unitPrice, unit, estimatedHours }: ShownCatalogItem): string {
  const name = [SERVICE_LABELS[service] ?? service, description].filter(Boolean).join(', ');
  return `${name}: ${[priceText({ unitPrice, unit }), hoursText(estimatedHours)].filter(Boolean).join(', ')}`;
}

/** `$140.00 per tree`. */
export function priceText({ unitPrice, unit }: Pick<ShownCatalogItem, 'unitPrice' | 'unit'>): string {
  if (!unitPrice) return 'no price yet';
  // While being typed it may not be an amount.
  const price = /^\d+(\.\d+)?$/.test(unitPrice) ? formatMoney(unitPrice) : unitPrice;
  return unit ? `${price} per ${unit}` : price;
}

/** How long a crew takes for it; null if not given. */
export function hoursText(hours: number | string | null): string | null {
  return Number(hours) > 0 ? formatSpan(Number(hours)) : null;
}
