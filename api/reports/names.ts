import { customers } from '../../projections/customers.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { shownName } from '../customers/record.ts';

/** The current names of customers, by id. */
export async function namesOfCustomers(
  models: ReadModels,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const found = await models.get(customers.collection, ids);
  return new Map([...found].map(([id, customer]) => [id, shownName(customer)]));
}
