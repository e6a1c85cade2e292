import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { compareTexts } from '../../../domain/kit/sort-text.ts';
import { inserted, type Pages, replaced, without } from '../../data/paged-query.ts';
import { queryClient } from '../../data/query-client.ts';
import { equipmentListPath, machineQuery } from './equipment.ts';

// The page has equipment cached in one list per filter, and by id. One's own act updates everything on the screen
// before the server has responded; the rest is refetched when it is shown.

/** The unfiltered list: a new machine belongs there. */
const UNFILTERED = equipmentListPath({ search: '' });

/** Updates a machine in every list. */
export function put(equipment: EquipmentRecord): EquipmentRecord {
  for (const [key, list] of lists()) {
    if (shows(list, equipment.id)) queryClient.setQueryData(key, replaced(list, equipment));
    else if (key[1] === UNFILTERED && !equipment.removed) {
      const isBefore = ({ name }: EquipmentRecord) => compareTexts(equipment.name, name) < 0;
      queryClient.setQueryData(key, inserted(list, equipment, isBefore));
    }
  }
  queryClient.setQueryData(machineQuery(equipment.id).queryKey, equipment);
  return equipment;
}

/** Removes a machine from the lists. */
export function takeOut(equipment: EquipmentRecord): void {
  for (const [key, list] of lists()) queryClient.setQueryData(key, without(list, equipment.id));
  queryClient.setQueryData(machineQuery(equipment.id).queryKey, { ...equipment, removed: true });
}

/** A machine the page has already loaded. */
export function knownMachine(id: string): EquipmentRecord | undefined {
  for (const [, { pages }] of lists()) {
    for (const { records } of pages) {
      const found = records.find((each) => each.id === id);
      if (found) return found;
    }
  }
  return undefined;
}

function lists(): [readonly unknown[], Pages<EquipmentRecord>][] {
  return queryClient
    .getQueriesData<Pages<EquipmentRecord>>({ queryKey: ['equipment'], type: 'active' })
    .flatMap(([key, data]) => (data ? [[key, data]] : []));
}

function shows({ pages }: Pages<EquipmentRecord>, id: string): boolean {
  return pages.some(({ records }) => records.some((each) => each.id === id));
}
