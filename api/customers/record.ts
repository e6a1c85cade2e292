import { customer } from '../../domain/customer/customer.ts';
import { type Property, placeText } from '../../domain/customer/properties.ts';
import { ERASED } from '../../domain/kit/event.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { wordsFound } from '../../domain/kit/search-text.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { type CreditDocument, credits } from '../../projections/credits.ts';
import { type CustomerDocument, customers } from '../../projections/customers.ts';
import { jobs } from '../../projections/jobs.ts';
import { NoSuchCollection } from '../../store/read-models.ts';
import { crewIdsOf } from '../crews/own.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownFields, shownOf } from '../kit/fields/fields.schema.ts';
import { findRecord, recordKind } from '../kit/records.ts';
import { without } from '../kit/rights.ts';
import { type CustomerRecord, customerFields, propertyFields } from './schema.ts';

/** A customer on the wire, without removed properties. */
export function presentCustomer(customer: CustomerDocument): CustomerRecord {
  // A document of an older generation has no properties.
  const properties: readonly Property[] = customer.properties ?? [];
  return {
    ...shownOf(customerFields, customer),
    properties: properties
      .filter(({ removed }) => removed === undefined)
      .map((property) => ({ id: property.id, ...shownFields(propertyFields, property) })),
    leadId: customer.leadId,
    creditBalance: formatCents(0),
    owedInvoiceId: null,
    erased: customer.erased === true,
  };
}

/** A customer's full name, as titles and other records show it; null if there is none. */
export function shownName({ firstName, lastName }: Pick<CustomerDocument, 'firstName' | 'lastName'>): string | null {
  const isErased = firstName === ERASED && lastName === ERASED;
  return isErased ? ERASED : [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** The address of the property that best matches the words of a search, by default the first; null if there is none. */
function placeFound(properties: readonly Property[], text: string): string | null {
  const places = properties.filter(({ removed }) => removed === undefined).map(placeText);
  const hits = places.map((place) => wordsFound(text, place));
  return places[hits.indexOf(Math.max(...hits))] || null;
}

/** Adds the credit that the company holds for them, or that they owe; nothing while the read models are being built. */
async function withCredit({ readModels }: ApiContext, customers: readonly CustomerRecord[]): Promise<CustomerRecord[]> {
  const models = readModels.peek();
  if (models === null || customers.length === 0) return [...customers];
  const ids = customers.map(({ id }) => id);
  const held = await models.get(credits.collection, ids).catch(noneYet);
  return customers.map((customer) => {
    const credit = held.get(customer.id);
    // A document of an older generation does not name the invoice.
    const owedInvoiceId = credit?.owedInvoiceId ?? null;
    return { ...customer, creditBalance: formatCents(credit?.balance ?? 0), owedInvoiceId };
  });
}

/** For a generation from before credit existed. */
function noneYet(cause: unknown): Map<string, CreditDocument> {
  if (cause instanceof NoSuchCollection) return new Map();
  throw cause;
}

/** Whether a crew that somebody is in works for the customer: then they need the name, the address and the phone. */
async function hasWorkOfOwnCrew(context: ApiContext, person: CurrentUser, { id }: CustomerDocument): Promise<boolean> {
  const crewIds = await crewIdsOf(context, person.id);
  if (crewIds.length === 0) return false;
  const where = { customerId: id, crewId: { in: crewIds }, removed: null };
  return (await context.readModels.current().count(jobs.collection, { where })) > 0;
}

export const customerKind = recordKind({
  decider: customer,
  projection: customers,
  area: 'customers',
  title: (customer: CustomerDocument) => shownName(customer),
  present: presentCustomer,
  join: withCredit,
  own: { includes: hasWorkOfOwnCrew },
  limited(customer, has) {
    const known = has('customers:read') ? customer : { ...without(customer, 'email', 'notes', 'leadId'), tags: [] };
    return has('invoices:read') ? known : without(known, 'creditBalance', 'owedInvoiceId');
  },
  found: { detail: ({ phone, email, properties }, text) => [phone ?? email, placeFound(properties, text)] },
  // The lead they came from.
  toldWith: ({ leadId }) => (leadId === null ? [] : [{ category: 'lead', id: leadId }]),
});

/** The customer that a record is for, also one who is archived or erased; null if it is for nobody. */
export async function ownerOf(
  context: Pick<ApiContext, 'streams'>,
  customerId: string | null,
): Promise<CustomerDocument | null> {
  return customerId === null ? null : await findRecord(context, customerKind, customerId);
}
