import type { Streams } from '../../platform/commands/streams.ts';
import { type CustomerDocument, customers } from '../../projections/customers.ts';
import { customerKind } from '../customers/record.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';

interface Addressed {
  customerId: string;
  /** The address at the time it was issued. */
  customerEmail: string | null;
}

/** If a customer has no address, a person gives them the link. */
export const NO_ADDRESS =
  'The customer has no email address. Enter one, or copy the link to the invoice and give it to the customer.';

/** Where mail about an invoice goes: the customer's current address, else the one it was issued with; null if none. */
export async function addressOfInvoice(streams: Streams, invoice: Addressed): Promise<string | null> {
  return addressOf(await findRecord({ streams }, customerKind, invoice.customerId), invoice);
}

/** The same for several invoices, by id, as the lists show them. */
export async function addressesOfInvoices(
  { readModels }: Pick<ApiContext, 'readModels'>,
  invoices: readonly (Addressed & { id: string })[],
): Promise<Map<string, string | null>> {
  const ids = [...new Set(invoices.map(({ customerId }) => customerId))];
  const owners = await readModels.current().get(customers.collection, ids);
  return new Map(invoices.map((each) => [each.id, addressOf(owners.get(each.customerId) ?? null, each)]));
}

function addressOf(owner: CustomerDocument | null, { customerEmail }: Addressed): string | null {
  if (owner?.erased) return null;
  return owner?.email?.trim() || customerEmail?.trim() || null;
}
