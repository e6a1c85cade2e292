import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import {
  EQUIPMENT_CATEGORIES,
  EQUIPMENT_LIMITS,
  EQUIPMENT_STATUS_LABELS,
  EQUIPMENT_STATUSES,
} from '../../../domain/equipment/terms.ts';
import type { RemovableKind, Removal } from '../../records/record-kind.ts';
import type { Field } from '../../ui/fields.ts';
import { crewsQuery } from '../crew/crew.ts';
import { personName, staffQuery } from '../person/person.ts';

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
const EQUIPMENT_REMOVAL: Removal = {
  word: 'Retired',
  restored: { title: 'Equipment Restored', text: 'It is in the inventory again.' },
};

/** What an act on equipment makes old. */
export const EQUIPMENT = ['equipment'] as const;

export function equipmentPath(id: string): string {
  return `/api/equipment/${encodeURIComponent(id)}`;
}

/** Who can have equipment. */
export interface Assignees {
  /** The crews, then the people who work here, each in the order of their names. */
  ids: readonly string[];
  /** By id; of those who left too, for what they once had. */
  names: Readonly<Record<string, string>>;
}

/** The crews and people whom equipment can be given to; nobody while they load. */
export function useAssignees(): Assignees {
  const { data: crews } = useQuery(crewsQuery);
  const { data: staff } = useQuery(staffQuery);
  return useMemo(() => {
    const teams = (crews ?? []).map(({ id, name, removed }) => ({ id, name, removed }));
    const people = (staff ?? []).map((person) => ({
      id: person.id,
      name: personName(person),
      removed: person.removed,
    }));
    const all = [...byName(teams), ...byName(people)];
    return {
      ids: all.filter(({ removed }) => !removed).map(({ id }) => id),
      names: Object.fromEntries(all.map(({ id, name }) => [id, name])),
    };
  }, [crews, staff]);
}

function byName<Named extends { name: string }>(all: readonly Named[]): Named[] {
  return all.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
