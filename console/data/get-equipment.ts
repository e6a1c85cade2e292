import { queryOptions } from '@tanstack/react-query';
import type { EquipmentRecord } from '../../api/equipment/schema.ts';
import { read } from './query-client.ts';

/** The whole inventory, by name. */
export const equipmentQuery = queryOptions({
  queryKey: ['equipment'],
  // Each says the name of who has it.
  meta: { collections: ['equipment', 'crews', 'people'] },
  queryFn: (context) => read<EquipmentRecord[]>('/api/equipment?sort=name', context),
});
