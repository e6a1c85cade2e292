import { queryOptions } from '@tanstack/react-query';
import type { EquipmentFigures, EquipmentRecord } from '../../../api/equipment/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { readWith } from '../account/rights.ts';

export interface EquipmentFilter {
  search: string;
  category?: string | undefined;
  status?: string | undefined;
  overdue?: boolean | undefined;
  /** The id of the person in whose hands it is. */
  heldBy?: string | undefined;
  /** Retired machines instead of the others. */
  removed?: boolean | undefined;
  /** Defaults to name. */
  sort?: string | undefined;
}

// Each machine includes the name of who has it.
const EQUIPMENT = { collections: ['equipment', 'crews', 'people'] } as const;

/** The inventory's call with its filters. */
export function equipmentListPath({ sort = 'name', ...filter }: EquipmentFilter): string {
  return listCall('/api/equipment', { ...filter, sort });
}

/** The inventory page by page, as the person scrolls. */
export function equipmentQuery(filter: EquipmentFilter) {
  const path = equipmentListPath(filter);
  return pagedQuery<EquipmentRecord>({
    queryKey: ['equipment', path],
    meta: EQUIPMENT,
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** How many machines there are, and how many are overdue. */
export const equipmentFiguresQuery = queryOptions({
  queryKey: ['equipment-figures'],
  meta: { collections: ['equipment', 'company'] },
  queryFn: (context) => read<EquipmentFigures>('/api/equipment/figures', context),
});

/** One machine, retired or not. */
export function machineQuery(id: string) {
  return queryOptions({
    queryKey: ['machine', id],
    meta: EQUIPMENT,
    queryFn: (context) => read<EquipmentRecord>(`/api/equipment/${encodeURIComponent(id)}`, context),
  });
}

/** What somebody has in their hands. */
export function inHandsQuery(heldBy: string) {
  return queryOptions({
    queryKey: ['equipment-in-hands', heldBy],
    meta: { collections: ['equipment'] },
    queryFn: (context) => read<EquipmentRecord[]>(equipmentListPath({ search: '', heldBy }), context),
  });
}

/** The machines with a serial number, in any spelling. */
export function serialQuery(serialNumber: string | null) {
  const query = new URLSearchParams({ serialNumber: serialNumber ?? '', limit: '4' });
  return queryOptions({
    queryKey: ['equipment-by-serial', serialNumber],
    enabled: serialNumber !== null,
    meta: { collections: ['equipment'] },
    queryFn: (context) => read<EquipmentRecord[]>(`/api/equipment?${query}`, context),
  });
}

/** The whole inventory by name, to choose from. */
export const allEquipmentQuery = queryOptions({
  queryKey: ['all-equipment'],
  meta: { collections: ['equipment'] },
  queryFn: (context) => readWith<EquipmentRecord>('equipment:read', '/api/equipment?sort=name', context),
});
