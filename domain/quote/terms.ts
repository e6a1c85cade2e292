import { joinedHazards } from '../analysis/terms.ts';
import { shareOf } from '../kit/money.ts';

/** The state of one version of a quote. Until somebody sends it, it is a draft. */
export const QUOTE_STATUSES = ['draft', 'sent', 'approved', 'declined', 'expired', 'revoked'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

export const QUOTE_STATUS_LABELS: Readonly<Record<string, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
  revoked: 'Revoked',
} satisfies Record<QuoteStatus, string>;

/** The services that a form offers; any other text is a service too. */
export const SERVICE_TYPES = [
  'tree_removal',
  'tree_trimming',
  'pruning',
  'stump_grinding',
  'emergency_cleanup',
  'hedge_trimming',
  'tree_health_assessment',
] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

export const SERVICE_LABELS: Readonly<Record<string, string>> = {
  tree_removal: 'Tree Removal',
  tree_trimming: 'Tree Trimming',
  pruning: 'Pruning',
  stump_grinding: 'Stump Grinding',
  emergency_cleanup: 'Emergency Cleanup',
  hedge_trimming: 'Hedge Trimming',
  tree_health_assessment: 'Tree Health Assessment',
} satisfies Record<ServiceType, string>;

/** Priorities of an item, the most urgent first. */
export const ITEM_PRIORITIES = ['high', 'medium', 'low'] as const;
export type ItemPriority = (typeof ITEM_PRIORITIES)[number];

/** The longest texts, in characters, and lists. */
export const QUOTE_LIMITS = {
  customerName: 200,
  customerEmail: 254,
  customerPhone: 50,
  propertyAddress: 500,
  notes: 10_000,
  service: 100,
  description: 2_000,
  estimatedCost: 100,
  hazard: 200,
  analysis: 20_000,
  signature: 200,
  reason: 2_000,
  question: 4_000,
  answer: 4_000,
  items: 60,
  quantity: 10_000,
  hours: 1_000,
  hazards: 30,
  photos: 60,
  versions: 200,
  questions: 100,
  /** Questions that the office has not answered yet. */
  openQuestions: 5,
  validityDays: 365,
} as const;

/** How many days before a quote expires a customer who has not answered is reminded. */
export const REMIND_DAYS_BEFORE = 3;

/** One service of a quote. */
export interface QuoteItem {
  /** The same in every version. */
  id: string;
  /** One of {@link SERVICE_TYPES}, or any other text. */
  service: string | null;
  description: string | null;
  /** As somebody typed it: `$800 - $1,200`. */
  estimatedCost: string | null;
  /** Cents. Without one the quote cannot be sent. */
  unitPrice: number | null;
  /** A whole number, at least 1. */
  quantity: number;
  priority: string | null;
  /** Included only if the customer chooses it. */
  isOptional: boolean;
  estimatedHours: number | null;
  hazards: string[];
}

/** In cents. */
export interface QuoteTotals {
  subtotal: number;
  tax: number;
  total: number;
  /** Due before the work begins. */
  deposit: number;
}

/** The hazards of a quote: those of several lists in their order, each once, as many as it takes. */
export function quoteHazards(...lists: readonly (readonly string[])[]): string[] {
  return joinedHazards(...lists).slice(0, QUOTE_LIMITS.hazards);
}

/** What the totals are computed from. */
export interface Priced {
  items: readonly Pick<QuoteItem, 'id' | 'unitPrice' | 'quantity' | 'isOptional'>[];
  /** Thousandths of a percent. */
  taxRate: number;
  /** Of the total including tax; null for no deposit. */
  depositPercent: number | null;
  /** Cents that the customer has agreed to before: the deposit of a change order is of what it adds to them. */
  agreedBefore?: number | null;
}

/**
 * What a quote comes to, taxed on the subtotal, all rounded half up. An item without a price counts as 0.
 * @param chosen the ids of the optional items to include
 */
export function quoteTotals(priced: Priced, chosen: readonly string[] = []): QuoteTotals {
  const { items, taxRate, depositPercent, agreedBefore } = priced;
  const subtotal = takenItems(items, chosen).reduce((sum, item) => sum + lineTotal(item), 0);
  const tax = shareOf(subtotal, taxRate, 100_000);
  const total = subtotal + tax;
  const added = Math.max(total - (agreedBefore ?? 0), 0);
  return { subtotal, tax, total, deposit: shareOf(added, depositPercent ?? 0, 100) };
}

/** What a deposit is a share of, in words: `25%`. @param isOfChange whether a change order asks for it */
export function depositText(percent: number, isOfChange: boolean): string {
  return isOfChange ? `${percent}% of what is added` : `${percent}%`;
}

/** What is to be done of a quote's items. @param chosen the ids of the optional ones that the customer takes */
export function takenItems<Item extends Pick<QuoteItem, 'id' | 'isOptional'>>(
  items: readonly Item[],
  chosen: readonly string[],
): Item[] {
  return items.filter(({ id, isOptional }) => !isOptional || chosen.includes(id));
}

/** Unit price times quantity, in cents. */
export function lineTotal({ unitPrice, quantity }: Pick<QuoteItem, 'unitPrice' | 'quantity'>): number {
  return (unitPrice ?? 0) * quantity;
}

/**
 * The single amount a text states, in cents: `$1,200`, `1200.50`, `$ 950 USD`. Null for a range, or anything else that
 * takes a person to read.
 */
export function plainAmount(text: string | null): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?\s*(?:USD|dollars)?$/i.exec((text ?? '').trim());
  if (!match) return null;
  const dollars = Number((match[1] ?? '').replaceAll(',', ''));
  return dollars < 10_000_000 ? dollars * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}
