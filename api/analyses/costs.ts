import type { Findings } from '../../domain/analysis/events.ts';
import { parseCents } from '../../domain/kit/money.ts';
import { experienceOf } from '../jobs/experience.ts';
import type { ApiContext } from '../kit/context.ts';

type Services = Findings['suggestedServices'];

/**
 * Says beside each service what the company's own finished jobs of it were quoted for, where enough of them tell it: no
 * other figure is known, and none is made up (docs/design.md#what-finished-jobs-teach).
 */
export async function withCosts(context: ApiContext, services: Services): Promise<Services> {
  // A picture is not refused because the lists are being built.
  if (context.readModels.peek() === null || !context.readModels.isAsDeclared()) return services;
  const names = [...new Set(services.map(({ service }) => service))];
  const costs = new Map(await Promise.all(names.map(async (name) => [name, await costOf(context, name)] as const)));
  return services.map((each) => ({ ...each, estimatedCost: costs.get(each.service) ?? null }));
}

async function costOf(context: ApiContext, service: string): Promise<string | null> {
  const { suggestion, count } = await experienceOf(context, service);
  const cents = suggestion.price === null ? null : parseCents(suggestion.price);
  if (cents === null) return null;
  return `$${Math.round(cents / 100).toLocaleString('en-US')} (typical of ${count} finished jobs)`;
}
