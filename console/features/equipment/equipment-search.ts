import type { EquipmentFilter } from '../../data/get-equipment.ts';
import type { DrawerTab } from '../../ui/record-drawer.tsx';

/** What of the page is in its address. */
export interface EquipmentSearch {
  q?: string | undefined;
  category?: string | undefined;
  status?: string | undefined;
  overdue?: boolean | undefined;
  /** The retired ones, instead of those that are there. */
  removed?: boolean | undefined;
  view?: 'list' | undefined;
  sort?: string | undefined;
  equipment?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
}

/** The columns of the list that the server sorts by. */
export const SORTED_COLUMNS = [
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
