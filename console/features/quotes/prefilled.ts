import { foldText } from '../../../domain/kit/fold-text.ts';
import { quoteHazards } from '../../../domain/quote/terms.ts';
import { type ItemDraft, itemsIn, textOfItems } from '../../entities/quote/items.ts';
import { jsonOf, parsed, type Values } from '../../ui/fields.ts';

// What the choice of a customer or lead fills into the form of a new quote, and what of it leaves with them. The form's
// value `prefilled` remembers it.

/**
 * A form filled with what is known about the customer or lead. Unknown fields keep what was typed; what an earlier
 * choice filled in, and nobody changed, goes with it.
 */
export function withKnown(values: Values, known: Values): Values {
  const before = prefilledIn(values);
  const own = without(values, before);
  const isSame = ['customerId', 'leadId'].every((name) => (known[name] ?? values[name]) === values[name]);
  const filled = Object.keys(own).filter(
    (name) => !ADDED.has(name) && known[name] !== undefined && (known[name] !== '' || LINKS.has(name)),
  );
  const hazards = listIn(own['hazards']);
  const joined = quoteHazards(hazards, listIn(known['hazards']));
  return {
    ...own,
    ...Object.fromEntries(filled.map((name) => [name, known[name]])),
    // Photos of somebody else do not stay.
    photoIds: (isSame ? values : known)['photoIds'] ?? '',
    hazards: jsonOf(joined),
    items: textOfItems(withWork(itemsIn(values['items'] ?? ''), before, known)),
    prefilled: JSON.stringify({ ...known, hazards: jsonOf(joined.slice(hazards.length)) }),
  };
}

/** With the address of a property, which leaves with its customer. */
export function withAddress(values: Values, propertyAddress: string): Values {
  return { ...values, propertyAddress, prefilled: JSON.stringify({ ...prefilledIn(values), propertyAddress }) };
}

/** Hazards that a photo shows too stay, whoever is chosen. */
export function withSeenHazards(values: Values, seen: readonly string[]): Values {
  const before = prefilledIn(values);
  const isSeen = (hazard: string) => seen.some((each) => foldText(each) === foldText(hazard));
  const hazards = jsonOf(listIn(before['hazards']).filter((hazard) => !isSeen(hazard)));
  return { ...values, prefilled: JSON.stringify({ ...before, hazards }) };
}

/** What a choice filled in is taken out where it is still as it was filled in. */
function without(values: Values, before: Values): Values {
  const gone = Object.keys(before).filter((name) => values[name] === before[name] && !LINKS.has(name));
  const hazards = listIn(values['hazards']).filter((hazard) => !listIn(before['hazards']).includes(hazard));
  return { ...values, ...Object.fromEntries(gone.map((name) => [name, ''])), hazards: jsonOf(hazards) };
}

/** The services with what is asked for now in the place of what was asked for before, or where nothing is said yet. */
function withWork(items: readonly ItemDraft[], before: Values, known: Values): ItemDraft[] {
  const isLeft = (item: ItemDraft, field: 'service' | 'description') =>
    Boolean(before[field]) && item[field] === before[field];
  const isOpen = ({ service, description }: ItemDraft) => `${service}${description}`.trim() === '';
  const place =
    items.find((item) => isLeft(item, 'description')) ??
    items.find((item) => isLeft(item, 'service') && !before['description']) ??
    (items.length === 1 ? items.find(isOpen) : undefined);
  if (!place) return [...items];
  const next = (field: 'service' | 'description') =>
    isLeft(place, field) || place[field] === '' ? (known[field] ?? '') : place[field];
  const asked = { service: next('service'), description: next('description') };
  // What somebody else asks for is no correction of an analysis.
  const { asSuggested } = place;
  const suggested = asSuggested && {
    asSuggested: {
      ...asSuggested,
      ...(isLeft(place, 'service') && { service: asked.service }),
      ...(isLeft(place, 'description') && { description: asked.description }),
    },
  };
  return items.map((item) => (item === place ? { ...item, ...asked, ...suggested } : item));
}

function prefilledIn(values: Values): Values {
  return parsed<Values>(values['prefilled'] ?? '') ?? {};
}

function listIn(text = ''): string[] {
  return parsed<string[]>(text) ?? [];
}

/** Lists that a choice adds to, and the words of the work, which are not fields of their own. */
const ADDED: ReadonlySet<string> = new Set(['hazards', 'photoIds', 'items', 'service', 'prefilled']);

/** The ids of who it is for: they are replaced even by blank ones. */
const LINKS: ReadonlySet<string> = new Set(['customerId', 'leadId', 'propertyId']);
