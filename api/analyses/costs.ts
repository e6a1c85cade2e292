import type { Findings } from '../../domain/analysis/events.ts';
import { CATALOG_ID, type CatalogItem, FROM_CATALOG, itemsFor } from '../../domain/catalog/terms.ts';
import { parseCents } from '../../domain/kit/money.ts';
import { catalog } from '../../projections/catalog.ts';
import { experienceOf } from '../jobs/experience.ts';
import type { ApiContext } from '../kit/context.ts';

type Services = Findings['suggestedServices'];

/**
 * Gives each service the price from the catalog, otherwise what the company's own finished jobs were quoted for it, if
 * there are enough of them. No other figure is known, and none is made up.
 */
export async function withCosts(context: ApiContext, services: Services): Promise<Services> {
  const items = await catalogItems(context);
  if (items === null) return services;
  const names = [...new Set(services.map(({ service }) => service))];
  const costs = await Promise.all(
    names.map(async (name) => [name, priceOf(name, items) ?? (await typicalOf(context, name))] as const),
  );
  const byName = new Map(costs);
  return services.map((each) => ({ ...each, estimatedCost: byName.get(each.service) ?? null }));
}

/** The items of the price catalog; null while the lists are being built, because no picture is refused for that. */
export async function catalogItems({ readModels }: ApiContext): Promise<readonly CatalogItem[] | null> {
  if (readModels.peek() === null || !readModels.isAsDeclared()) return null;
  const found = await readModels.current().get(catalog.collection, [CATALOG_ID]);
  return found.get(CATALOG_ID)?.items ?? [];
}

/** From the lowest to the highest price of a service, which the catalog may list in several sizes. */
function priceOf(service: string, items: readonly CatalogItem[]): string | null {
  const meant = itemsFor(service, items);
  const prices = meant.flatMap(({ unitPrice }) => (unitPrice === null ? [] : [unitPrice]));
  if (prices.length === 0) return null;
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const units = new Set(meant.map(({ unit }) => unit));
  const [unit = null] = units;
  const per = units.size === 1 && unit !== null ? ` per ${unit}` : '';
  return `${least === most ? dollars(least) : `${dollars(least)} - ${dollars(most)}`}${per} ${FROM_CATALOG}`;
}

async function typicalOf(context: ApiContext, service: string): Promise<string | null> {
  const { suggestion, count } = await experienceOf(context, service);
  const cents = suggestion.price === null ? null : parseCents(suggestion.price);
  return cents === null ? null : `${dollars(cents)} (typical of ${count} finished jobs)`;
}

function dollars(cents: number): string {
  const isWhole = cents % 100 === 0;
  const digits = { minimumFractionDigits: isWhole ? 0 : 2, maximumFractionDigits: 2 };
  return `$${(cents / 100).toLocaleString('en-US', digits)}`;
}
