import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import {
  EQUIPMENT_CATEGORIES,
  EQUIPMENT_LIMITS,
  EQUIPMENT_STATUS_LABELS,
  EQUIPMENT_STATUSES,
} from '../../../domain/equipment/terms.ts';
import type { Field } from '../../ui/fields.ts';
import type { RemovableKind } from '../../ui/record-kind.ts';
import type { Removal } from '../../ui/removal.ts';
import type { Assignees } from './use-assignees.ts';

const { line, notes } = EQUIPMENT_LIMITS;

/** What is asked for, of a new machine and of one that is edited. */
function editable({ ids, names }: Assignees): readonly Field[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', maxLength: line, required: true },
    {
      name: 'category',
      label: 'Category',
      kind: 'choice',
      choices: EQUIPMENT_CATEGORIES,
      placeholder: 'Select a category',
      required: true,
    },
    {
      name: 'status',
      label: 'Status',
      kind: 'choice',
      choices: EQUIPMENT_STATUSES,
      labels: EQUIPMENT_STATUS_LABELS,
      required: true,
    },
    { name: 'assignedTo', label: 'Assigned To', kind: 'choice', choices: ids, labels: names, placeholder: 'Nobody' },
    { name: 'serialNumber', label: 'Serial Number', kind: 'text', maxLength: line },
    { name: 'purchaseDate', label: 'Purchase Date', kind: 'date' },
    { name: 'purchasePrice', label: 'Purchase Price', kind: 'money' },
    { name: 'nextMaintenance', label: 'Next Maintenance', kind: 'date' },
    {
      name: 'maintenanceInterval',
      label: 'Maintenance Interval',
      kind: 'number',
      help: 'In days; empty for no plan.',
      format: (days) => `${days} days`,
    },
    { name: 'notes', label: 'Notes', kind: 'multiline', maxLength: notes },
  ];
}

/** What follows from the maintenance that was recorded. */
const derived: readonly Field[] = [
  { name: 'lastMaintenance', label: 'Last maintenance', kind: 'date', readOnly: true, onlyInHistory: true },
  { name: 'maintenanceCost', label: 'Cost so far', kind: 'money', readOnly: true, onlyInHistory: true },
];

/**
 * A machine as forms, details, conflicts and the history show it.
 * @param assignees who can have it
 */
export function equipmentKind(assignees: Assignees): RemovableKind<EquipmentRecord> {
  return {
    category: 'equipment',
    collections: EQUIPMENT,
    noun: 'equipment',
    fields: [...editable(assignees), ...derived],
    path: equipmentPath,
    removal: EQUIPMENT_REMOVAL,
    steps: {
      EquipmentAdded: 'Equipment added',
      EquipmentRevised: 'Details changed',
      EquipmentStatusChanged: 'Status changed',
      EquipmentAssigned: 'Assigned',
      MaintenancePlanned: 'Maintenance planned',
      MaintenanceRecorded: 'Maintenance recorded',
      MaintenanceWithdrawn: 'Maintenance removed',
      EquipmentRetired: 'Retired',
      EquipmentRestored: 'Restored',
    },
    titleOf: ({ name }) => name,
  };
}

/** Retired machines stay, with their history. */
export const EQUIPMENT_REMOVAL: Removal = {
  word: 'Retired',
  restored: { title: 'Equipment Restored', text: 'It is in the inventory again.' },
};

/** What an act on equipment makes old. */
export const EQUIPMENT = ['equipment'] as const;

export function equipmentPath(id: string): string {
  return `/api/equipment/${encodeURIComponent(id)}`;
}
