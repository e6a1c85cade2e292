import { customers } from '../../../projections/customers.ts';
import { checkLinks } from '../../../projections/engine/links.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { leads } from '../../../projections/leads.ts';

/** Leads listed and found by the name of the customer they became. */
export const sales: Projection = {
  ...leads,
  name: 'sales',
  collection: 'sales',
  indexes: [...leads.indexes, ['customerId'], ['removed', 'customerName']],
  search: [...leads.search, 'customerName'],
  links: [{ collection: 'customers', by: 'customerId', fields: { customerName: 'nameKey', customerCity: 'city' } }],
};

/** Everything it needs. */
export const onlySales = checkLinks([leads, customers, sales]);
