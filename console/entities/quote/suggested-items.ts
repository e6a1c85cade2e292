import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import type { ShownCatalogItem } from '../../../api/catalog/schema.ts';
import { workWords } from '../../../domain/analysis/work-words.ts';
import { FROM_CATALOG, itemsFor } from '../../../domain/catalog/terms.ts';
import { foldText } from '../../../domain/kit/fold-text.ts';
import { QUOTE_LIMITS, quoteHazards, SERVICE_LABELS } from '../../../domain/quote/terms.ts';
import { jsonOf, parsed, type Values } from '../../ui/inputs/fields.ts';
import { blankItem, FILLED_FIELDS, type Filled, type ItemDraft, isBlank, itemsIn, textOfItems } from './items.ts';

// What an analysis and the price list fill into the services of a quote's form.

type Analysis = Pick<AnalysisRecord, 'id' | 'suggestedServices'>;
type Suggested = Analysis['suggestedServices'][number];

/** A service from the price list. @param key unique in the form */
export function itemOfCatalog(listed: ShownCatalogItem, key: string): ItemDraft {
  const { service, description } = listed;
  return filledIn(blankItem(key), { service, description: description ?? '', ...pricedLike(listed) });
}

function pricedLike({
  unitPrice,
  estimatedHours,
}: ShownCatalogItem): Required<Pick<Filled, 'unitPrice' | 'estimatedHours'>> {
  return {
    unitPrice: (unitPrice ?? '').replace(/\.00$/, ''),
    estimatedHours: estimatedHours === null ? '' : String(estimatedHours),
  };
}

/** A form's services plus one more, which replaces a blank one. */
export function withItem(items: readonly ItemDraft[], item: ItemDraft): ItemDraft[] {
  return [...items.filter((each) => !isBlank(each)), item];
}

/** A service with what it lacks filled in. */
function filledIn(item: ItemDraft, said: Filled): ItemDraft {
  const filled = Object.fromEntries(
    FILLED_FIELDS.flatMap((field) => (said[field] && item[field].trim() === '' ? [[field, said[field]]] : [])),
  );
  return { ...item, ...filled, filled: { ...item.filled, ...filled } };
}

/** A service without what was filled into it and is still as it was filled in. */
function unfilled({ isSuggested: _, filled = {}, ...item }: ItemDraft, kept: readonly string[] = []): ItemDraft {
  const fields = FILLED_FIELDS.filter((field) => !kept.includes(field) && filled[field] === item[field]);
  return { ...item, ...Object.fromEntries(fields.map((field) => [field, ''])) };
}

/**
 * A service as somebody changes it. Whatever the price list or an analysis said of the service that stood there goes
 * with that service; what a person typed stays.
 * @param catalog the price list, for services that were saved with its words
 */
export function changedItem(
  item: ItemDraft,
  part: Partial<ItemDraft>,
  catalog: readonly ShownCatalogItem[],
): ItemDraft {
  const fields = Object.keys(part) as (keyof ItemDraft)[];
  if (fields.every((field) => part[field] === item[field])) return item;
  const { isSuggested: _, ...typed } = item;
  if (part.service === undefined || part.service === item.service) return { ...typed, ...part };
  const filled = { ...listedIn(item, catalog), ...item.filled };
  return { ...unfilled({ ...item, filled }, ['service', 'priority']), ...part };
}

/** What of a service stands like this in the price list. */
function listedIn(item: ItemDraft, catalog: readonly ShownCatalogItem[]): Filled {
  const listed = itemsFor(item.service, catalog).map((each) => itemOfCatalog(each, ''));
  const same = FILLED_FIELDS.filter(
    (field) => item[field] !== '' && listed.some((each) => each[field] === item[field]),
  );
  return Object.fromEntries(same.map((field) => [field, item[field]]));
}

/**
 * A form's services plus those an analysis suggests. A suggestion fills what is blank in the same service, or in one
 * that nobody has named yet, and is added only where there is none; it takes the place of an earlier analysis's
 * suggestion that nobody changed.
 * @param catalog the price list: a price that the analysis took from it comes with its hours
 */
export function withSuggested(
  items: readonly ItemDraft[],
  analysis: Analysis,
  catalog: readonly ShownCatalogItem[],
): ItemDraft[] {
  const all = items
    .map((item) => (item.isSuggested ? { ...unfilled(item), asSuggested: undefined } : item))
    .filter((item) => !isBlank(item));
  const own = new Set<string>();
  analysis.suggestedServices.forEach((suggested, index) => {
    const key = suggestedKey(analysis.id, index);
    const said = saidBy(suggested, catalog);
    const isFree = (item: ItemDraft) => !own.has(item.key) && !isOtherWork(item, said);
    const same = all.findIndex((item) => isFree(item) && isNamed(item.service, suggested.service));
    const at = same >= 0 ? same : all.findIndex((item) => isFree(item) && item.service.trim() === '');
    own.add(key);
    const { asSuggested: _, ...filled } = filledIn(all[at] ?? blankItem(key), said);
    const item = { ...filled, key, isSuggested: true, asSuggested: correctable(filled) };
    if (at >= 0) all[at] = item;
    else if (all.length < QUOTE_LIMITS.items) all.push(item);
  });
  return all.length > 0 ? all : [blankItem('1')];
}

/**
 * A quote's form with what an analysis found for it: its services, and the hazards it names. Hazards that only an
 * earlier analysis named leave with it.
 */
export function withFindings(values: Values, analysis: AnalysisRecord, catalog: readonly ShownCatalogItem[]): Values {
  const ofThem = hazardsOfThem(values);
  const listed = hazardsWithout(hazardsIn(values['hazards']), hazardsWithout(hazardsFound(values), ofThem));
  const { customerId, leadId, hazards } = analysis;
  const found: Found = { customerId, leadId, hazards: hazardsWithout(hazards, hazardsWithout(listed, ofThem)) };
  return {
    ...values,
    items: textOfItems(withSuggested(itemsIn(values['items'] ?? ''), analysis, catalog)),
    hazards: jsonOf(quoteHazards(listed, hazards)),
    found: JSON.stringify(found),
  };
}

/** A form's value `found`: whom the analysis in it is about, and which hazards it named that nobody had typed. */
interface Found {
  customerId: string | null;
  leadId: string | null;
  hazards: string[];
}

/** Whether an analysis that is about somebody is about somebody else than the quote is for, which no quote takes. */
export function isForSomebodyElse(analysis: Pick<Found, 'customerId' | 'leadId'>, quote: Values): boolean {
  const about = (['customerId', 'leadId'] as const).filter((name) => analysis[name]);
  return about.length > 0 && !about.some((name) => analysis[name] === quote[name]);
}

/** A form without what an analysis found, if that is about somebody else than the quote is for now. */
export function withoutFindingsFor(values: Values, whom: Values): Values {
  const found = parsed<Found>(values['found'] ?? '');
  if (!found || !isForSomebodyElse(found, whom)) return values;
  const items = itemsIn(values['items'] ?? '').map(withoutSuggestion);
  const kept = items.filter((item) => !isBlank(item));
  const hazards = hazardsWithout(hazardsIn(values['hazards']), hazardsWithout(found.hazards, hazardsOfThem(values)));
  return { ...values, analysisId: '', found: '', hazards: jsonOf(hazards), items: textOfItems(kept) };
}

/** Of a service that somebody works with, what it is and its price stay; what the analysis said of it does not. */
function withoutSuggestion(item: ItemDraft): ItemDraft {
  if (!item.asSuggested) return item;
  const kept = item.isSuggested ? [] : ['service', 'unitPrice', 'estimatedHours'];
  return { ...unfilled(item, kept), asSuggested: undefined };
}

/** The hazards in a form that an analysis named, and nobody typed. */
export function hazardsFound(values: Values): string[] {
  return parsed<Found>(values['found'] ?? '')?.hazards ?? [];
}

/** The hazards that the choice of a customer or lead filled in. */
function hazardsOfThem(values: Values): string[] {
  return hazardsIn(parsed<Values>(values['prefilled'] ?? '')?.['hazards']);
}

function hazardsIn(text = ''): string[] {
  return parsed<string[]>(text) ?? [];
}

/** However they are written. */
export function hazardsWithout(hazards: readonly string[], gone: readonly string[]): string[] {
  const texts = new Set(gone.map(foldText));
  return hazards.filter((hazard) => !texts.has(foldText(hazard)));
}

/** Whether an earlier analysis suggested it with other words, as for another tree of another photo. */
function isOtherWork({ asSuggested, description }: ItemDraft, said: Filled): boolean {
  if (!asSuggested || !said.description || description.trim() === '') return false;
  return foldText(description) !== foldText(said.description);
}

function isNamed(typed: string, service: string): boolean {
  return [service, SERVICE_LABELS[service] ?? service].some((name) => foldText(name) === foldText(typed.trim()));
}

/** What a suggestion says of a service in a quote. */
function saidBy(suggested: Suggested, catalog: readonly ShownCatalogItem[]): Filled {
  const { service, description, estimatedCost, priority } = suggested;
  const [listed, ...sizes] = itemsFor(service, catalog).filter(({ unitPrice }) => unitPrice !== null);
  const isPriced = listed !== undefined && sizes.length === 0 && estimatedCost?.includes(FROM_CATALOG);
  return {
    service,
    description: workWords(description),
    estimatedCost: estimatedCost ?? '',
    priority: priority ?? '',
    ...(isPriced && pricedLike(listed)),
  };
}

/** The key by which a form's service is recognized as an analysis's suggestion, however much it was changed. */
function suggestedKey(analysisId: string, index: number): string {
  return `${analysisId}-${index}`;
}

/** What of a service an analysis suggests. */
function correctable({ service, description, estimatedCost, priority }: ItemDraft): Filled {
  return { service, description, estimatedCost, priority };
}

/**
 * An analysis's suggestions as people corrected them: each as it is now in the form, without those removed. Null if
 * none were changed. What stood there before the analysis is no correction, nor are words that no quote takes.
 */
export function correctedServices(
  items: readonly ItemDraft[],
  { id, suggestedServices }: Analysis,
): Suggested[] | null {
  const corrected = suggestedServices.flatMap((suggested, index): Suggested[] => {
    const item = items.find(({ key }) => key === suggestedKey(id, index));
    return item && item.service.trim() !== '' ? [correctedIn(item, suggested)] : [];
  });
  return JSON.stringify(corrected) === JSON.stringify(suggestedServices.map(inOrder)) ? null : corrected;
}

function correctedIn(item: ItemDraft, suggested: Suggested): Suggested {
  const stood = item.asSuggested ?? saidBy(suggested, []);
  const isKept = (field: keyof Filled) => item[field].trim() === (stood[field] ?? '').trim();
  const now = (field: 'description' | 'estimatedCost' | 'priority') =>
    isKept(field) ? suggested[field] : item[field].trim() || null;
  return {
    service: isKept('service') ? suggested.service : item.service,
    description: now('description'),
    estimatedCost: now('estimatedCost'),
    priority: now('priority'),
  };
}

function inOrder({ service, description, estimatedCost, priority }: Suggested): Suggested {
  return { service, description, estimatedCost, priority };
}
