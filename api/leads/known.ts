import { splitAddress } from '../../domain/customer/from-lead.ts';
import { contactKeys, mayBeSameTown, streetKey } from '../../domain/customer/likeness.ts';
import { type AddressParts, placeText } from '../../domain/customer/properties.ts';
import type { KnownBy } from '../../domain/lead/terms.ts';
import { customers, streetWord } from '../../projections/customers.ts';
import { leads } from '../../projections/leads.ts';
import type { CollectionName, Document, Filter } from '../../store/read-models.ts';
import { presentCustomer, shownName } from '../customers/record.ts';
import type { ApiContext } from '../kit/context.ts';
import type { KnownContact } from './schema.ts';

/** Enough to notice that somebody has asked before. */
const MOST = 10;
/** The most looked at with one thing in common: many towns have the street, and many may share an office number. */
const MOST_ALIKE = 50;

interface Contact {
  email: string | null;
  phone: string | null;
  address: string | null;
}

type Keys = ReturnType<typeof contactKeys>;

/**
 * The customers, even archived ones, and the leads with the same phone, email or address, those with most in common
 * first. A lead that became one of these customers is not told again. One index lookup per thing in common.
 */
export async function knownContacts(context: ApiContext, of: Contact): Promise<KnownContact[]> {
  const keys = contactKeys(of);
  const place = splitAddress(of.address);
  const matchesOf = (own: Keys, places: readonly AddressParts[]) =>
    [
      keys.phone !== null && own.phone === keys.phone && 'phone',
      keys.email !== null && own.email === keys.email && 'email',
      places.some((each) => isSamePlace(each, place)) && 'address',
    ].filter((match): match is KnownBy => match !== false);

  const known = (await alike(context, customers.collection, keys, (street) => ({ search: streetWord(street) }))).map(
    (document): KnownContact => {
      const { properties, removed } = presentCustomer(document);
      const own = { phone: document.phoneKey, email: document.emailKey, street: null };
      const at = properties.find((each) => isSamePlace(each, place)) ?? properties[0];
      return {
        category: 'customer',
        id: document.id,
        title: shownName(document),
        detail: at ? placeText(at) : '',
        removed,
        matches: matchesOf(own, properties),
      };
    },
  );
  const asking = (await alike(context, leads.collection, keys, (street) => ({ where: { streetKey: street } }))).flatMap(
    (document): KnownContact[] => {
      const { id, name, status, address, phone, removed, customerId } = document;
      if (removed || known.some((customer) => customer.id === customerId)) return [];
      const own = contactKeys(document);
      const detail = [status, address ?? phone].filter(Boolean).join(' · ');
      const matches = matchesOf(own, [splitAddress(address)]);
      return [{ category: 'lead', id, title: name, detail, removed: false, matches }];
    },
  );
  return [...known, ...asking]
    .filter(({ matches }) => matches.length > 0)
    .sort((a, b) => b.matches.length - a.matches.length)
    .slice(0, MOST);
}

/** The documents that share a key, each once. @param byStreet finds those of a street, in whichever town */
async function alike<Doc extends Document>(
  { readModels }: ApiContext,
  collection: CollectionName<Doc>,
  { phone, email, street }: Keys,
  byStreet: (key: string) => Filter,
): Promise<Doc[]> {
  const filters: Filter[] = [
    ...(phone === null ? [] : [{ where: { phoneKey: phone } }]),
    ...(email === null ? [] : [{ where: { emailKey: email } }]),
    ...(street === null ? [] : [byStreet(street)]),
  ];
  const pages = await Promise.all(
    filters.map((filter) => readModels.current().find(collection, { ...filter, limit: MOST_ALIKE })),
  );
  return [...new Map(pages.flatMap(({ documents }) => documents).map((each) => [each.id, each])).values()];
}

function isSamePlace(one: AddressParts, other: AddressParts): boolean {
  const key = streetKey(one.address);
  return key !== null && key === streetKey(other.address) && mayBeSameTown(one, other);
}
