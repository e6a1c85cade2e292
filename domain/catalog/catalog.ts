import { changedFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged } from '../kit/decider.ts';
import { isSeen } from '../kit/seen-text.ts';
import type { CatalogEvent } from './events.ts';
import type { CatalogItem } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the company charges for its services. */
export interface CatalogState {
  items: readonly CatalogItem[];
}

function evolve(state: CatalogState, event: CatalogEvent): CatalogState {
  switch (event.type) {
    case 'PriceCatalogRevised':
      return { items: event.data.items };
    default:
      return unchanged(state, event.type);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** All items; without them nothing changes. */
export interface CatalogCommand {
  type: 'ReviseCatalog';
  items?: readonly CatalogItem[] | undefined;
}

function decide({ items }: CatalogCommand, state: CatalogState): CatalogEvent[] {
  if (items === undefined || !('items' in changedFields({ items }, state))) return [];
  if (items.some(({ service }) => !isSeen(service))) throw new Rejection('invalid', 'Enter each service.', 'items');
  if (items.some(({ unitPrice }) => unitPrice !== null && unitPrice < 0)) {
    throw new Rejection('invalid', 'A price must not be negative.', 'items');
  }
  if (new Set(items.map(({ id }) => id)).size < items.length) {
    throw new Rejection('invalid', 'Each item must have an id of its own.', 'items');
  }
  return [{ type: 'PriceCatalogRevised', data: { items: [...items] } }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(_event: CatalogEvent, before: CatalogState): CatalogCommand {
  return { type: 'ReviseCatalog', items: before.items };
}

export const catalog: Decider<CatalogState, CatalogCommand, CatalogEvent> = {
  category: 'catalog',
  noun: 'price catalog',
  whose: 'nobody',
  initial: { items: [] },
  evolve,
  decide,
  inverse,
};
