import { knownHours, plannedHours, serviceLabel, VISIT_DEFAULTS } from '../../../domain/job/terms.ts';
import type { QuoteItem } from '../../../domain/quote/terms.ts';
import { workHours } from '../../../domain/quote/work-hours.ts';
import { formatSpan } from '../../ui/values/format.ts';

type Work = Pick<QuoteItem, 'service' | 'quantity' | 'estimatedHours'>;

/**
 * How long work takes, and how much of that nobody said: `5 h (4 h assumed for Tree Removal)`.
 * @param hours as entered, for a job: then only they count, unless they come from its items
 */
export function takesText(items: readonly Work[], hours = workHours(items).hours): string {
  const takes = knownHours(hours);
  if (takes === null) return `${formatSpan(plannedHours(hours))} (assumed)`;
  const { hours: agreed, unknown } = workHours(items);
  if (takes !== agreed || unknown.length === 0) return formatSpan(takes);
  const services = [...new Set(unknown.map(({ service }) => serviceLabel(service)))].join(', ');
  return `${formatSpan(takes)} (${formatSpan(unknown.length * VISIT_DEFAULTS.hours)} assumed for ${services})`;
}
