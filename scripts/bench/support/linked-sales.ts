import { customers } from '../../../projections/customers.ts';
import { checkLinks } from '../../../projections/engine/links.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import { leads } from '../../../projections/leads.ts';

/** Leads listed and found by the name of the customer that they became: what jobs will do. */
export const sales: Projection = {
  ...leads,
  name: 'sales',
  collection: 'sales',
  indexes: [...leads.indexes, ['customerId'], ['removed', 'customerName']],
  search: [...leads.search, 'customerName'],
  links: [{ collection: 'customers', by: 'customerId', fields: { customerName: 'nameKey', customerCity: 'city' } }],
};

/** All that it takes. */
export const onlySales = checkLinks([leads, customers, sales]);

/** The product's, and it. */
export const withSales = checkLinks([...projections, sales]);
