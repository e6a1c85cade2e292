import { placeText } from '../../domain/customer/properties.ts';
import type { ApiContext } from '../kit/context.ts';
import { noSuch } from '../kit/records.ts';
import { ownerOf } from './record.ts';

/**
 * The address of one of a customer's properties.
 * @param of the record that names it: `job`
 * @throws HttpError 400 if the customer has no such property
 */
export async function addressOfProperty(
  context: ApiContext,
  customerId: string | null,
  propertyId: string,
  of: string,
): Promise<string | null> {
  const customer = await ownerOf(context, customerId);
  const found = (customer?.properties ?? []).find(({ id, removed }) => id === propertyId && removed === undefined);
  if (!found) {
    throw noSuch('propertyId', `The customer of this ${of} has no such property. Choose one from the list.`);
  }
  return placeText(found) || found.label;
}
