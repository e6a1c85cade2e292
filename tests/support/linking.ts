import { customers } from '../../projections/customers.ts';
import { checkLinks } from '../../projections/engine/links.ts';
import type { Projection } from '../../projections/engine/projection.ts';

import { leads } from '../../projections/leads.ts';
import type { ReadModels } from '../../store/read-models.ts';

/** Leads with the name and the city of the customer that they became, listed and found by these. */
export const sales: Projection = {
  ...leads,
  name: 'sales',
  version: 1,
  collection: 'sales',
  indexes: [['customerId'], ['customerName']],
  search: ['name', 'customerName'],
  links: [{ collection: 'customers', by: 'customerId', fields: { customerName: 'nameKey', customerCity: 'city' } }],
};

/** All that it takes. */
export const withSales = checkLinks([customers, sales]);

/** Rows enough for any test of these. */
const ALL = { limit: 10_000 };

/** Each sale with what it carries of its customer, and what it should. */
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
