import { knownHours, MOST_HOURS, VISIT_DEFAULTS } from '../job/terms.ts';
import type { QuoteItem } from './terms.ts';

/** How long work takes. */
export interface WorkHours<Item> {
  /** In hours; null if nobody said how long any of it takes. */
  hours: number | null;
  /** The work without hours, of which each is counted with the hours of a visit that nobody estimated. */
  unknown: Item[];
}

/**
 * How long the work of a quote takes: the hours of each item as many times as it is done. An item without hours is
 * unknown, not done at once: beside others it counts as long as a visit that nobody estimated. One of 0 hours takes no time
 * beside others; alone it says nothing.
 * @param items those that are to be done
 */
export function workHours<Item extends Pick<QuoteItem, 'quantity' | 'estimatedHours'>>(
  items: readonly Item[],
): WorkHours<Item> {
  const unknown = items.filter(({ estimatedHours }) => estimatedHours === null);
  const known = items.reduce((sum, { quantity, estimatedHours }) => sum + (estimatedHours ?? 0) * quantity, 0);
  const hours = Math.round((known + unknown.length * VISIT_DEFAULTS.hours) * 100) / 100;
  const isUnknown = unknown.length === items.length || knownHours(hours) === null;
  return isUnknown ? { hours: null, unknown: [...items] } : { hours: Math.min(hours, MOST_HOURS), unknown };
}
