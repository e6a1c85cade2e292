import { customer } from '../../domain/customer/customer.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import type { ApiContext } from '../kit/context.ts';

interface Addressed {
  customerId: string;
  /** That it was issued with. */
  customerEmail: string | null;
}

/** Where mails about an invoice go: the customer's address of now, else the one that it was issued with; null for none. */
export async function addressOfInvoice(streams: Streams, invoice: Addressed): Promise<string | null> {
  const { records } = await streams.load(customer, invoice.customerId);
  return addressOf(records.get(invoice.customerId)?.document as CustomerDocument | undefined, invoice);
}

/** The same of several invoices, by their ids, as the lists show it. */
export async function addressesOfInvoices(
  { readModels }: Pick<ApiContext, 'readModels'>,
  invoices: readonly (Addressed & { id: string })[],
): Promise<Map<string, string | null>> {
  const ids = [...new Set(invoices.map(({ customerId }) => customerId))];
  const owners = (await readModels.current().get('customers', ids)) as Map<string, CustomerDocument>;
  return new Map(invoices.map((each) => [each.id, addressOf(owners.get(each.customerId), each)]));
}

function addressOf(owner: CustomerDocument | undefined, { customerEmail }: Addressed): string | null {
  if (owner?.erased) return null;
  return owner?.email?.trim() || customerEmail?.trim() || null;
}
