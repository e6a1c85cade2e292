import * as z from 'zod/mini';
import type { EquipmentFilter } from '../../entities/equipment/equipment.ts';
import { listSearch } from '../../records/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** What of the page is in its address: filters, the way to look at it, and the open machine. */
export const equipmentSearch = z.object({
  ...listSearch,
  category: text,
  status: text,
  overdue: flag,
  /** Cards without it. */
  view: oneOf(['list']),
  equipment: text,
});
export type EquipmentSearch = z.output<typeof equipmentSearch>;

/** The columns of the list that the server sorts by. */
const SORTED_COLUMNS = [
  'name',
  'category',
  'status',
  'nextMaintenance',
  'serialNumber',
  'purchasePrice',
  'maintenanceCost',
] as const;

/** What of the address the list is asked for. A sort that there is no more is none: an address can be old. */
export function filterOf({ q, view, sort, category, status, overdue, removed }: EquipmentSearch): EquipmentFilter {
  const isSort = view === 'list' && SORTED_COLUMNS.some((name) => sort === name || sort === `-${name}`);
  return { search: q ?? '', category, status, overdue, removed, ...(isSort && { sort }) };
}
