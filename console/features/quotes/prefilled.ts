import { quoteHazards } from '../../../domain/quote/terms.ts';
import { type ItemDraft, itemsIn, textOfItems } from '../../entities/quote/items.ts';
import { hazardsFound, hazardsWithout, withoutFindingsFor } from '../../entities/quote/suggested-items.ts';
import { jsonOf, parsed, type Values } from '../../ui/inputs/fields.ts';

// What the choice of a customer or lead fills into the form of a new quote, and what of it leaves with them. The form's
// value `prefilled` remembers it.

/**
 * A form filled with what is known about the customer or lead. Unknown fields keep what was typed; what an earlier
 * choice filled in goes with it, and so does what an analysis found for somebody else.
 */
export function withKnown(values: Values, known: Values): Values {
  const before = prefilledIn(values);
  const isSame = ['customerId', 'leadId'].every((name) => (known[name] ?? values[name]) === values[name]);
  const left = isSame ? values : withoutFindingsFor(values, known);
  const found = hazardsFound(left);
  const own = without(left, before, isSame);
  const filled = Object.keys(own).filter(
    (name) => !ADDED.has(name) && known[name] !== undefined && (known[name] !== '' || LINKS.has(name)),
  );
  const hazards = listIn(own['hazards']);
  const typed = hazardsWithout(hazards, found);
  const isSaid = isSame && known['description'] === before['description'];
  return {
    ...own,
    ...Object.fromEntries(filled.map((name) => [name, known[name]])),
    description: isSaid ? (values['description'] ?? '') : joined(known['description'], own['description']),
    // Photos of somebody else do not stay.
    photoIds: (isSame ? values : known)['photoIds'] ?? '',
    hazards: jsonOf(quoteHazards(hazards, listIn(known['hazards']))),
    items: isSaid ? (left['items'] ?? '') : textOfItems(withWork(itemsIn(left['items'] ?? ''), before, known)),
    prefilled: JSON.stringify({ ...known, hazards: jsonOf(hazardsWithout(listIn(known['hazards']), typed)) }),
  };
}

/** With the address of a property, which leaves with its customer. */
export function withAddress(values: Values, propertyAddress: string): Values {
  return { ...values, propertyAddress, prefilled: JSON.stringify({ ...prefilledIn(values), propertyAddress }) };
}

/**
 * What a choice filled in is taken out: how to reach them also where it was corrected, as the correction is of the same
 * person, and of a text the part that was filled in.
 */
function without(values: Values, before: Values, isSame: boolean): Values {
  const isLeaving = (name: string) =>
    values[name] === before[name] || (CONTACT.has(name) && !isSame && before[name] !== '');
  const gone = Object.keys(before).filter((name) => !LINKS.has(name) && isLeaving(name));
  const ofThem = hazardsWithout(listIn(before['hazards']), hazardsFound(values));
  return {
    ...values,
    ...Object.fromEntries(gone.map((name) => [name, ''])),
    description: restOf(values['description'], before['description']) ?? values['description'] ?? '',
    hazards: jsonOf(hazardsWithout(listIn(values['hazards']), ofThem)),
  };
}

/** The services with what is asked for now in the place of what was asked for before, or where nothing is said yet. */
function withWork(items: readonly ItemDraft[], before: Values, known: Values): ItemDraft[] {
  const isOfService = ({ service }: ItemDraft) => Boolean(before['service']) && service === before['service'];
  const isOfWords = ({ description }: ItemDraft) => restOf(description, before['description']) !== null;
  const isOpen = ({ service, description }: ItemDraft) => `${service}${description}`.trim() === '';
  const place =
    items.find(isOfWords) ??
    items.find((item) => isOfService(item) && !before['description']) ??
    (items.length === 1 ? items.find(isOpen) : undefined);
  return items.map((item) => {
    const [service, words] = item === place ? [known['service'] ?? '', known['description']] : ['', ''];
    const isService = item === place && (isOfService(item) || item.service === '');
    const asked = (text = '') => {
      const rest = restOf(text, before['description']);
      if (rest !== null) return joined(words, rest);
      return text === '' ? (words ?? '') : text;
    };
    // What somebody else asks for is no correction of an analysis.
    const { asSuggested } = item;
    const suggested = asSuggested && {
      asSuggested: {
        ...asSuggested,
        ...(item === place && isOfService(item) && { service }),
        ...(isOfWords(item) && { description: asked(asSuggested.description) }),
      },
    };
    return {
      ...item,
      ...(isService && { service }),
      ...((item === place || isOfWords(item)) && { description: asked(item.description) }),
      ...suggested,
    };
  });
}

/**
 * A text without the part that was filled in, where all of that is still in it; null if it is not. A few words are only taken for
 * that part where they stand by themselves: others may have written “Tree removal of the oak”.
 */
function restOf(text = '', filled = ''): string | null {
  const [whole, part] = [text, filled].map((each) => each.replaceAll('\r\n', '\n').trim()) as [string, string];
  if (part === '') return null;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const [start, end] = [whole.slice(0, at), whole.slice(at + part.length)];
    if (INSIDE_WORD.test(start.slice(-1) + part[0]) || INSIDE_WORD.test(part.slice(-1) + end.slice(0, 1))) continue;
    if (part.split(/\s+/).length < FEW && !(ENDS.test(start) && (SENTENCE.test(part) || BEGINS.test(end)))) continue;
    const added = [start.trim(), end.replace(/^[\s,;.:–-]+/, '').trim()].filter(Boolean).join(' ');
    return restOf(added, part) ?? added;
  }
  return null;
}

const INSIDE_WORD = /^[\p{L}\p{N}]{2}$/u;
const FEW = 5;
/** Before and after words that stand by themselves. */
const ENDS = /(?:^|[\n.,;:!?()–-]\s*)$/;
const BEGINS = /^(?:\s*$|\s*[\n.,;:!?()–-])/;
const SENTENCE = /[.!?]$/;

function joined(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text?.trim()).join('\n');
}

function prefilledIn(values: Values): Values {
  return parsed<Values>(values['prefilled'] ?? '') ?? {};
}

function listIn(text = ''): string[] {
  return parsed<string[]>(text) ?? [];
}

/** Lists that a choice adds to, and texts that it is a part of. */
const ADDED: ReadonlySet<string> = new Set(['hazards', 'photoIds', 'items', 'service', 'prefilled', 'description']);

/** The ids of who it is for: they are replaced even by blank ones. */
const LINKS: ReadonlySet<string> = new Set(['customerId', 'leadId', 'propertyId']);

/** Who they are, and how to reach them. */
const CONTACT: ReadonlySet<string> = new Set(['customerName', 'customerEmail', 'customerPhone', 'propertyAddress']);
