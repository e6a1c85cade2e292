import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import {
  plainAmount,
  QUOTE_LIMITS,
  type QuoteItem,
  type QuoteTotals,
  quoteTotals,
} from '../../../domain/quote/terms.ts';
import { jsonOf, NO_AMOUNT, parsed } from '../../ui/inputs/fields.ts';
import { centsOf, parseAmount } from '../../ui/values/amount.ts';

// The services of a quote in its form: texts as typed.

/** What can be filled into a service in place of its being typed. */
export const FILLED_FIELDS = [
  'service',
  'description',
  'estimatedCost',
  'unitPrice',
  'estimatedHours',
  'priority',
] as const;
export type Filled = Partial<Record<(typeof FILLED_FIELDS)[number], string>>;

/** One service in a form. */
export interface ItemDraft {
  /** Its unique key in the form. */
  key: string;
  /** Its id, if an earlier version had it. */
  id?: string | undefined;
  service: string;
  description: string;
  estimatedCost: string;
  unitPrice: string;
  quantity: string;
  priority: string;
  isOptional: boolean;
  estimatedHours: string;
  hazards: readonly string[];
  /** It came from an analysis, and nobody has changed it. */
  isSuggested?: boolean | undefined;
  /** What an analysis or the price list filled in, as they did. */
  filled?: Filled | undefined;
  /** What stood here once an analysis had filled in what was blank: what differs from it, a person corrected. */
  asSuggested?: Filled | undefined;
}

/** @param key unique in the form */
export function blankItem(key: string): ItemDraft {
  return {
    key,
    service: '',
    description: '',
    estimatedCost: '',
    unitPrice: '',
    quantity: '1',
    priority: '',
    isOptional: false,
    estimatedHours: '',
    hazards: [],
  };
}

/** The services in a form's text, or a record's as JSON; a blank one if there are none. */
export function itemsIn(text: string): ItemDraft[] {
  const items = (parsed<Partial<Record<keyof ItemDraft, unknown>>[]>(text) ?? []).map(draftOf);
  return items.length > 0 ? items : [blankItem('1')];
}

function draftOf(item: Partial<Record<keyof ItemDraft, unknown>>, index: number): ItemDraft {
  const { id, isOptional, isSuggested, hazards, filled, asSuggested } = item;
  const typed = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  return {
    key: typed(item.key) || typed(id) || String(index + 1),
    service: typed(item.service),
    description: typed(item.description),
    estimatedCost: typed(item.estimatedCost),
    unitPrice: typed(item.unitPrice).replace(/\.00$/, ''),
    quantity: typed(item.quantity) || '1',
    priority: typed(item.priority),
    isOptional: isOptional === true,
    estimatedHours: typed(item.estimatedHours),
    hazards: Array.isArray(hazards) ? (hazards as string[]) : [],
    ...(typeof id === 'string' && { id }),
    ...(isSuggested === true && { isSuggested }),
    ...(typeof filled === 'object' && filled !== null && { filled: filled as Filled }),
    ...(typeof asSuggested === 'object' && asSuggested !== null && { asSuggested: asSuggested as Filled }),
  };
}

/** As a form's text. */
export function textOfItems(items: readonly ItemDraft[]): string {
  return jsonOf(items);
}

/** Whether nothing was typed into it. */
export function isBlank({ service, description, estimatedCost, unitPrice, estimatedHours, id }: ItemDraft): boolean {
  return id === undefined && [service, description, estimatedCost, unitPrice, estimatedHours].every(isNothing);
}

function isNothing(text: string): boolean {
  return text.trim() === '';
}

/** With a point where elsewhere the comma is, `2.000` may be two thousand: it is no number here. */
const QUANTITY = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.0{0,2})?$/;

/** A digit or number of any script that is not zero. */
const NUMERAL = /[^\P{N}0]/u;

/**
 * A whole number such as `2,000`; 1 for none, or for less than 1 (staff-console.md, section 5); null for any other, and for
 * digits of another script.
 */
export function quantityOf(typed: string): number | null {
  const text = typed.normalize('NFKC').trim();
  if (!NUMERAL.test(typed) || /^[-−]/.test(text)) return 1;
  const quantity = QUANTITY.test(text) ? Number(text.replaceAll(',', '')) : 0;
  return quantity >= 1 && quantity <= QUOTE_LIMITS.quantity ? quantity : null;
}

/** Price times quantity, in cents; null while one of them is missing or cannot be sent. */
export function amountOf(item: ItemDraft): number | null {
  const [price, quantity] = [priceOf(item), quantityOf(item.quantity)];
  return price === null || quantity === null ? null : price * quantity;
}

/** In cents: the typed price, or an estimated cost that is a single amount; null if there is no price. */
export function priceOf({ unitPrice, estimatedCost }: Pick<ItemDraft, 'unitPrice' | 'estimatedCost'>): number | null {
  return isNothing(unitPrice) ? plainAmount(estimatedCost) : centsOf(unitPrice);
}

/** Why a service cannot be sent; null if it can. */
export function refusalOfItem({ unitPrice, quantity, estimatedHours }: ItemDraft): {
  field: 'unitPrice' | 'quantity' | 'estimatedHours';
  why: string;
} | null {
  if (parseAmount(unitPrice) === null) return { field: 'unitPrice', why: NO_AMOUNT };
  if (quantityOf(quantity) === null) return { field: 'quantity', why: NO_QUANTITY };
  const hours = estimatedHours.trim();
  const isSpan = hours === '' || (/^\d*\.?\d+$/.test(hours) && Number(hours) <= QUOTE_LIMITS.hours);
  return isSpan ? null : { field: 'estimatedHours', why: 'Enter hours like 4 or 1.5.' };
}

/** The services as a call sends them: without blank ones. */
export function sentItems(text: string): object[] {
  return itemsIn(text)
    .filter((item) => !isBlank(item))
    .map(({ key: _, isSuggested: __, filled: ___, asSuggested: ____, id, ...item }) => ({
      ...(id !== undefined && { id }),
      ...item,
      unitPrice: parseAmount(item.unitPrice) ?? item.unitPrice,
      quantity: quantityOf(item.quantity) ?? item.quantity,
    }));
}

const NO_QUANTITY = `Enter a whole number from 1 to ${QUOTE_LIMITS.quantity.toLocaleString('en-US')}.`;

/** The services that are to be done, with their hours: without optional ones, and without what cannot be sent. */
export function workIn(items: readonly ItemDraft[]): Pick<QuoteItem, 'service' | 'quantity' | 'estimatedHours'>[] {
  return items
    .filter((item) => !item.isOptional && !isBlank(item) && refusalOfItem(item) === null)
    .map(({ service, quantity, estimatedHours }) => ({
      service: service || null,
      quantity: quantityOf(quantity) ?? 1,
      estimatedHours: isNothing(estimatedHours) ? null : Number(estimatedHours),
    }));
}

/** A quote's totals, in cents. */
export interface FormTotals extends QuoteTotals {
  /** Including all optional services; null if there are none. */
  most: QuoteTotals | null;
  /** The number of services without a price. */
  unpriced: number;
}

/**
 * The totals of the services as typed.
 * @param depositPercent as typed
 * @param taxRate percent as decimal text
 * @param agreedBefore what the customer has approved before, in cents
 */
export function totalsOf(
  items: readonly ItemDraft[],
  depositPercent: string,
  taxRate: string,
  agreedBefore: number | null = null,
): FormTotals {
  const priced = {
    items: items.map((item) => ({
      id: item.key,
      unitPrice: amountOf(item),
      quantity: 1,
      isOptional: item.isOptional,
    })),
    taxRate: Math.round(Number(taxRate) * 1_000) || 0,
    depositPercent: Math.min(quantityOrNone(depositPercent), 100),
    agreedBefore,
  };
  const optional = priced.items.filter(({ isOptional }) => isOptional).map(({ id }) => id);
  const said = items.filter((item) => !isBlank(item));
  return {
    ...quoteTotals(priced),
    most: optional.length > 0 ? quoteTotals(priced, optional) : null,
    unpriced: said.filter((item) => amountOf(item) === null).length,
  };
}

function quantityOrNone(typed: string): number {
  const number = Number(typed.trim());
  return Number.isInteger(number) && number > 0 ? number : 0;
}

/** What a quote stores of an analysis. */
export function analysisOf(analysisId: string, found: AnalysisRecord | undefined): object {
  const { summary = null, treeCondition = null, safetyRisk = null, additionalNotes = null } = found ?? {};
  return { analysisId, summary, treeCondition, safetyRisk, additionalNotes };
}
