import { changedFields } from '../kit/changes.ts';
import type { QuoteDetails } from './events.ts';
import type { QuoteItem } from './terms.ts';

/** An item in both versions that is not the same in both. */
export interface ChangedItem {
  before: QuoteItem;
  after: QuoteItem;
  /** The names of the fields that differ. */
  fields: string[];
}

/** How one version of a quote differs from another. */
export interface QuoteDifferences {
  /** The fields that differ, apart from the items, with their values before and after. */
  fields: { field: string; before: unknown; after: unknown }[];
  added: QuoteItem[];
  removed: QuoteItem[];
  changed: ChangedItem[];
}

/** What is different in a later version. Items are matched by id, whatever their order. */
export function quoteDifferences(before: QuoteDetails, after: QuoteDetails): QuoteDifferences {
  const { items: itemsBefore, ...restBefore } = before;
  const { items: itemsAfter, ...restAfter } = after;
  const old = new Map(itemsBefore.map((item) => [item.id, item]));
  const kept = new Set(itemsAfter.map(({ id }) => id));
  return {
    fields: Object.entries(changedFields(restAfter, restBefore)).map(([field, value]) => ({
      field,
      after: value,
      before: restBefore[field as keyof typeof restBefore],
    })),
    added: itemsAfter.filter(({ id }) => !old.has(id)),
    removed: itemsBefore.filter(({ id }) => !kept.has(id)),
    changed: itemsAfter.flatMap((item) => {
      const was = old.get(item.id);
      const fields = was ? Object.keys(changedFields(item, was)) : [];
      return was && fields.length > 0 ? [{ before: was, after: item, fields }] : [];
    }),
  };
}
