import { customers } from '../../../projections/customers.ts';
import { checkLinks } from '../../../projections/engine/links.ts';
import type { Projection } from '../../../projections/engine/projection.ts';

import { leads } from '../../../projections/leads.ts';
import type { ReadModels } from '../../../store/read-models.ts';

/** Leads with the name and city of the customer they became, listed and found by these. */
export const sales: Projection = {
  ...leads,
  name: 'sales',
  version: 1,
  collection: 'sales',
  indexes: [['customerId'], ['customerName']],
  search: ['name', 'customerName'],
  links: [{ collection: 'customers', by: 'customerId', fields: { customerName: 'nameKey', customerCity: 'city' } }],
};

/** Everything it needs. */
export const withSales = checkLinks([customers, sales]);

/** More rows than any of these tests has. */
const ALL = { limit: 10_000 };

/** Each sale with the fields it has copied from its customer, and those it should have. */
export async function carried(models: ReadModels): Promise<{ has: object; should: object }[]> {
  const { documents } = await models.find('sales', ALL);
  const found = await models.find('customers', ALL);
  const byId = new Map(found.documents.map((customer) => [customer.id, customer]));
  return documents.map(({ id, revision, customerId, customerName, customerCity }) => {
    const customer = byId.get(String(customerId));
    const names = { customerName: customer?.['nameKey'] ?? null, customerCity: customer?.['city'] ?? null };
    return { has: { id, revision, customerName, customerCity }, should: { id, revision, ...names } };
  });
}
