import * as z from 'zod/mini';
import type { customerList } from '../../../api/customers/schema.ts';
import type { CustomerFilter } from '../../entities/customer/customer.ts';
import { listSearch, sortBy } from '../../records/list-search.ts';
import { flag, text } from '../../ui/search.ts';

/** What the server sorts by. */
export const CUSTOMER_SORTS = ['name', 'createdAt'] as const satisfies readonly (keyof typeof customerList.sorts)[];

/** What of the list is in its address: search, order and which customers. */
export const customersSearch = z.object({
  ...listSearch,
  sort: sortBy(CUSTOMER_SORTS),
});
export type CustomersSearch = z.output<typeof customersSearch>;

/** What of the address the list is asked for. */
export function filterOf({ q, sort, removed }: CustomersSearch): CustomerFilter {
  return { search: q ?? '', sort, removed };
}

/** What of one customer's page is in its address. */
export const customerSearch = z.object({
  edit: flag,
  /** The property that is edited, or `new`. */
  property: text,
  /** The property whose photos are shown. */
  photos: text,
  /** The dialog for a new job: at which property, or `new`. */
  job: text,
  /** Whether the owner is asked to erase them. */
  erase: flag,
});
export type CustomerSearch = z.output<typeof customerSearch>;
