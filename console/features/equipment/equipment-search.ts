import * as z from 'zod/mini';
import type { equipmentList } from '../../../api/equipment/schema.ts';
import type { EquipmentFilter } from '../../entities/equipment/equipment.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { flag, text } from '../../ui/search.ts';

/** The columns the server can sort by. */
export const EQUIPMENT_SORTS = [
  'name',
  'category',
  'status',
  'nextMaintenance',
  'serialNumber',
  'purchasePrice',
  'maintenanceCost',
] as const satisfies readonly (keyof typeof equipmentList.sorts)[];

/** The page's URL parameters: filters, view, and the open machine. */
export const equipmentSearch = z.object({
  ...listSearch,
  sort: sortBy(EQUIPMENT_SORTS),
  category: text,
  status: text,
  overdue: flag,
  heldBy: text,
  equipment: text,
});
export type EquipmentSearch = z.output<typeof equipmentSearch>;

/** The URL parameters that filter and sort the list: cards are always by name. */
export function filterOf({
  q,
  view,
  sort,
  category,
  status,
  overdue,
  heldBy,
  removed,
}: EquipmentSearch): EquipmentFilter {
  return { search: q ?? '', category, status, overdue, heldBy, removed, ...(view === 'list' && { sort }) };
}
