import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { formatDollars } from '../../ui/format.ts';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { NextMaintenance, StatusSelect, statusLabel } from './equipment-status.tsx';
import type { EquipmentActs } from './use-equipment-acts.ts';

/** @param acts null for somebody who may only look */
export function equipmentColumns(acts: EquipmentActs | null): readonly RecordColumn<EquipmentRecord>[] {
  return [
    { id: 'name', header: 'Name', value: ({ name }) => name },
    { id: 'category', header: 'Category', value: ({ category }) => category },
    {
      id: 'status',
      header: 'Status',
      value: ({ status }) => statusLabel(status),
      cell: (equipment) => <StatusSelect equipment={equipment} acts={acts} />,
    },
    { id: 'assignedTo', header: 'Assigned to', value: ({ assignedToName }) => assignedToName },
    {
      id: 'nextMaintenance',
      header: 'Next maintenance',
      value: ({ nextMaintenance }) => nextMaintenance,
      cell: (equipment) => equipment.nextMaintenance && <NextMaintenance equipment={equipment} />,
    },
    {
      id: 'serialNumber',
      header: 'Serial',
      value: ({ serialNumber }) => serialNumber,
      cell: ({ serialNumber }) => serialNumber && <code>{serialNumber}</code>,
    },
    money('purchasePrice', 'Price'),
    money('maintenanceCost', 'Upkeep'),
  ];
}

function money(id: 'purchasePrice' | 'maintenanceCost', header: string): RecordColumn<EquipmentRecord> {
  return {
    id,
    header,
    isFigure: true,
    value: (equipment) => (equipment[id] === null ? null : Number(equipment[id])),
    cell: (equipment) => equipment[id] && formatDollars(equipment[id]),
  };
}
