import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { moneyColumn, type RecordColumn } from '../../records/record-columns.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import { RestoreButton } from '../../records/removed.tsx';
import { NextMaintenance, StatusSelect, statusLabel } from './equipment-status.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

/**
 * @param acts null for somebody who may only look
 * @param retired the kind, in a list of those that were retired: what can be done is to bring one back
 */
export function equipmentColumns(
  acts: EquipmentActs | null,
  retired: RemovableKind<EquipmentRecord> | null,
): readonly RecordColumn<EquipmentRecord>[] {
  const restore: RecordColumn<EquipmentRecord> = {
    id: 'restore',
    header: '',
    value: () => null,
    cell: (equipment) => retired && <RestoreButton kind={retired} record={equipment} isSmall />,
  };
  return [
    { id: 'name', header: 'Name', value: ({ name }) => name },
    { id: 'category', header: 'Category', value: ({ category }) => category },
    // What has been retired has none any more.
    ...(retired ? [] : [status(acts)]),
    { id: 'assignedTo', header: 'Assigned to', value: ({ assignedToName }) => assignedToName },
    {
      id: 'nextMaintenance',
      header: 'Next maintenance',
      value: ({ nextMaintenance }) => nextMaintenance,
      cell: (equipment) => equipment.nextMaintenance && <NextMaintenance equipment={equipment} />,
      stays: true,
    },
    {
      id: 'serialNumber',
      header: 'Serial',
      value: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => serialNumber && <code>{serialNumber}</code>,
    },
    moneyColumn('purchasePrice', 'Price'),
    moneyColumn('maintenanceCost', 'Upkeep'),
    ...(acts && retired ? [restore] : []),
  ];
}

function status(acts: EquipmentActs | null): RecordColumn<EquipmentRecord> {
  return {
    id: 'status',
    header: 'Status',
    value: ({ status }) => statusLabel(status),
    cell: (equipment) => <StatusSelect equipment={equipment} acts={acts} />,
    stays: true,
  };
}
