import { type Likable, likenessKeys } from '../../domain/customer/likeness.ts';
import { LIKENESSES, type Likeness } from '../../domain/customer/terms.ts';
import { type CustomerDocument, customers } from '../../projections/customers.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentCustomer } from './record.ts';
import type { DuplicateCustomer } from './schema.ts';

/** Enough to notice that something is wrong; a great many customers may share an office number. */
const MOST_DUPLICATES = 10;
/** The most listed who share only the name: many share a common name, and a longer list would not help. */
const MOST_NAMESAKES = 3;

/** The indexed field of a customer's document that holds each likeness key. */
const KEY_FIELDS = {
  phone: 'phoneKey',
  email: 'emailKey',
  nameAndAddress: 'nameAndAddressKey',
  name: 'fullNameKey',
} as const satisfies Record<Likeness, keyof CustomerDocument>;

interface Found {
  document: CustomerDocument;
  matches: Likeness[];
}

/**
 * Existing customers, even archived ones, who may be the same person: those with most in common first, and the few with
 * only the name last. One index lookup per likeness.
 */
export async function duplicatesOf(
  context: ApiContext,
  of: Likable,
  ownId: string | null,
): Promise<DuplicateCustomer[]> {
  const keys = likenessKeys(of);
  const found = new Map<string, Found>();
  for (const likeness of LIKENESSES) {
    const key = keys[likeness];
    if (key === null) continue;
    const query = { where: { [KEY_FIELDS[likeness]]: key }, limit: MOST_DUPLICATES + 1 };
    const { documents } = await context.readModels.current().find(customers.collection, query);
    for (const document of documents) {
      if (document.id !== ownId) addMatch(found, document, likeness);
    }
  }
  const likest = [...found.values()].sort((a, b) => strength(b) - strength(a));
  const namesakes = likest.filter(isNamesake).slice(0, MOST_NAMESAKES);
  return [...likest.filter((each) => !isNamesake(each)), ...namesakes]
    .slice(0, MOST_DUPLICATES)
    .map(({ document, matches }) => ({ customer: presentCustomer(document), matches }));
}

function addMatch(found: Map<string, Found>, document: CustomerDocument, likeness: Likeness): void {
  const matches = found.get(document.id)?.matches ?? [];
  if (likeness === 'name' && matches.includes('nameAndAddress')) return;
  found.set(document.id, { document, matches: [...matches, likeness] });
}

/** A name counts half, so that two other matches mean more than one of them plus the name. */
function strength({ matches }: Found): number {
  return matches.reduce((sum, likeness) => sum + (likeness === 'name' ? 1 : 2), 0);
}

function isNamesake({ matches }: Found): boolean {
  return matches.every((likeness) => likeness === 'name');
}
