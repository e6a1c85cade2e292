import type { DrawerTab } from '../../ui/record-drawer.tsx';

/** What of the page is in its address. */
export interface EquipmentSearch {
  q?: string | undefined;
  category?: string | undefined;
  status?: string | undefined;
  overdue?: boolean | undefined;
  view?: 'list' | undefined;
  sort?: string | undefined;
  equipment?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
}
