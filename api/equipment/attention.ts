import type { EquipmentDocument } from '../../projections/equipment.ts';
import { attention } from '../kit/attention.ts';
import { equipmentKind } from './record.ts';

/** Machines whose maintenance is due, the longest overdue first. */
export const overdueMaintenance = attention<EquipmentDocument>({
  id: 'overdue-maintenance',
  label: 'Overdue maintenance',
  kind: equipmentKind,
  query: ({ today }) => ({
    where: { removed: null, nextMaintenance: { lte: today } },
    order: { field: 'nextMaintenance', direction: 'asc' },
  }),
  page: '/equipment?overdue=true',
  waiting: ({ nextMaintenance }, { today }) => ({ note: 'Due', day: nextMaintenance ?? today }),
});
