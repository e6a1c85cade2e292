import * as z from 'zod/mini';
import type { customerList } from '../../../api/customers/schema.ts';
import type { CustomerFilter } from '../../entities/customer/customer.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { flag, text } from '../../ui/search.ts';

/** What the server can sort by. */
export const CUSTOMER_SORTS = ['name', 'createdAt'] as const satisfies readonly (keyof typeof customerList.sorts)[];

/** The list's URL parameters: search, sorting and which customers. */
export const customersSearch = z.object({
  ...listSearch,
  sort: sortBy(CUSTOMER_SORTS),
  /** Only those who have it. */
  tag: text,
});
export type CustomersSearch = z.output<typeof customersSearch>;

/** The URL parameters that filter and sort the list. */
export function filterOf({ q, sort, removed, tag }: CustomersSearch): CustomerFilter {
  return { search: q ?? '', sort, removed, tag };
}

/** The URL parameters of one customer's page. */
export const customerSearch = z.object({
  edit: flag,
  /** The property being edited, or `new`. */
  property: text,
  /** The property whose photos are shown. */
  photos: text,
  /** The dialog for a new job: its property, or `new`. */
  job: text,
  /** Whether the dialog to erase them is open. */
  erase: flag,
});
export type CustomerSearch = z.output<typeof customerSearch>;
