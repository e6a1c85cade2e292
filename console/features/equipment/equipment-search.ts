import * as z from 'zod/mini';
import type { equipmentList } from '../../../api/equipment/schema.ts';
import type { EquipmentFilter } from '../../entities/equipment/equipment.ts';
import { listSearch, sortBy } from '../../records/list-search.ts';
import { flag, text } from '../../ui/search.ts';

/** The columns that the server sorts by. */
export const EQUIPMENT_SORTS = [
  'name',
  'category',
  'status',
  'nextMaintenance',
  'serialNumber',
  'purchasePrice',
  'maintenanceCost',
] as const satisfies readonly (keyof typeof equipmentList.sorts)[];

/** What of the page is in its address: filters, the way to look at it, and the open machine. */
export const equipmentSearch = z.object({
  ...listSearch,
  sort: sortBy(EQUIPMENT_SORTS),
  category: text,
  status: text,
  overdue: flag,
  equipment: text,
});
export type EquipmentSearch = z.output<typeof equipmentSearch>;

/** What of the address the list is asked for: cards are always by name. */
export function filterOf({ q, view, sort, category, status, overdue, removed }: EquipmentSearch): EquipmentFilter {
  return { search: q ?? '', category, status, overdue, removed, ...(view === 'list' && { sort }) };
}
