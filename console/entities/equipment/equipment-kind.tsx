import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import {
  EQUIPMENT_CATEGORIES,
  EQUIPMENT_LIMITS,
  EQUIPMENT_STATUS_LABELS,
  EQUIPMENT_STATUSES,
} from '../../../domain/equipment/terms.ts';
import { compareTexts } from '../../../domain/kit/sort-text.ts';
import { type PickerKind, RecordPicker } from '../../records/edit/record-picker.tsx';
import type { RemovableKind, Removal } from '../../records/record-kind.ts';
import type { ControlProps, Field } from '../../ui/inputs/fields.ts';
import { seenWith } from '../account/rights.ts';
import { useAccountId } from '../account/session.ts';
import { crewsQuery } from '../crew/crew.ts';
import { crewPicker } from '../crew/crew-picker.tsx';
import { personName, staffQuery } from '../person/person.ts';
import { personPicker } from '../person/person-picker.tsx';

const { line, notes } = EQUIPMENT_LIMITS;

/** The fields of a machine's forms. */
function editable(assignees: Assignees): readonly Field[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', maxLength: line, required: true, inTitle: true },
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
      inTitle: true,
    },
    { name: 'assignedTo', label: 'Assigned To', kind: 'text', control: AssigneeInput, labels: assignees },
    { name: 'serialNumber', label: 'Serial Number', kind: 'text', maxLength: line },
    { name: 'purchaseDate', label: 'Purchase Date', kind: 'date', isOfNow: true },
    { name: 'purchasePrice', label: 'Purchase Price', kind: 'money', ...seenWith('costs:read') },
    { name: 'nextMaintenance', label: 'Next Maintenance', kind: 'date' },
    {
      name: 'maintenanceInterval',
      label: 'Maintenance Interval',
      kind: 'number',
      help: 'In days. Leave empty for no plan.',
      format: (days) => `${days} days`,
    },
    { name: 'notes', label: 'Notes', kind: 'multiline', maxLength: notes },
  ];
}

/** What its own acts set: who has it, and maintenance. */
const derived = (people: Assignees): readonly Field[] => [
  { name: 'heldBy', label: 'In hands of', kind: 'text', readOnly: true, onlyInHistory: true, labels: people },
  { name: 'lastMaintenance', label: 'Last maintenance', kind: 'date', readOnly: true, onlyInHistory: true },
  { name: 'maintenanceCost', label: 'Cost so far', kind: 'money', readOnly: true, onlyInHistory: true },
];

/** Picks the crew or the person who has a machine. */
function AssigneeInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  return (
    <RecordPicker
      {...control}
      kind={assigneePicker}
      accountId={accountId}
      picked={value === '' ? [] : [value]}
      titles={useAssignees()}
      placeholder="Nobody"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

/** It reads the other two when it is used: of two bundled files that need each other, one runs first. */
const assigneePicker: PickerKind = {
  noun: 'crew or person',
  get categories() {
    return [...crewPicker.categories, ...personPicker.categories];
  },
  get collections() {
    return [...crewPicker.collections, ...personPicker.collections];
  },
  none: 'There are no crews or people yet.',
  async find(text, context) {
    const [crews, people] = await Promise.all([crewPicker.find(text, context), personPicker.find(text, context)]);
    return [
      ...crews.map((crew) => ({ ...crew, group: 'Crews' })),
      ...people.map((person) => ({ ...person, group: 'People' })),
    ];
  },
  get adds() {
    return [...crewPicker.adds, ...(personPicker.adds ?? [])];
  },
};

/**
 * A machine in forms, details, conflicts and history.
 * @param assignees names for the history
 */
export function equipmentKind(assignees: Assignees): RemovableKind<EquipmentRecord> {
  return {
    category: 'equipment',
    collections: EQUIPMENT,
    noun: 'equipment',
    fields: [...editable(assignees), ...derived(assignees)],
    path: equipmentPath,
    removal: EQUIPMENT_REMOVAL,
    steps: {
      EquipmentAdded: 'Equipment added',
      EquipmentRevised: 'Details changed',
      EquipmentStatusChanged: 'Status changed',
      EquipmentAssigned: 'Assigned',
      EquipmentHandedOut: 'Handed out',
      EquipmentTakenBack: 'Taken back',
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
  restored: { title: 'Equipment Restored', text: 'It is back in the inventory.' },
};

/** The collections an act on equipment changes. */
export const EQUIPMENT = ['equipment'] as const;

export function equipmentPath(id: string): string {
  return `/api/equipment/${encodeURIComponent(id)}`;
}

/** Names of everyone who can have equipment, by id; also of people who left, for what they once had. */
export type Assignees = Readonly<Record<string, string>>;

/** The crews and people who can be given equipment; empty while loading. */
export function useAssignees(): Assignees {
  const { data: crews } = useQuery(crewsQuery);
  const { data: staff } = useQuery(staffQuery);
  return useMemo(() => {
    const teams = (crews ?? []).map(({ id, name }) => [id, name]);
    const people = (staff ?? []).map((person) => [person.id, personName(person)]);
    return Object.fromEntries([...teams, ...people]);
  }, [crews, staff]);
}

/** Who may have equipment in their hands, with what they are called, by name; empty while loading. */
export function useHolders(): readonly (readonly [id: string, name: string])[] {
  const { data: staff } = useQuery(staffQuery);
  return useMemo(() => {
    const names = (staff ?? []).map((person) => [person.id, personName(person)] as const);
    return names.toSorted(([, a], [, b]) => compareTexts(a, b));
  }, [staff]);
}
