import { Switch } from '@blueprintjs/core';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import { CREW_LIMITS } from '../../../domain/roster/terms.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import type { ControlProps, Field } from '../../ui/inputs/fields.ts';
import { formatHours, HoursInput } from '../../ui/inputs/hours-input.tsx';
import { seenWith } from '../account/rights.ts';
import { EquipmentInput, formatEquipment, formatMembers, membersInput, movedFrom } from './crew-inputs.tsx';

function ActiveInput({ id, value, onChange }: ControlProps) {
  const isActive = value !== 'false';
  return (
    <Switch
      id={id}
      checked={isActive}
      label={isActive ? 'Active: gets jobs' : 'Inactive: gets no jobs'}
      onChange={() => onChange(String(!isActive))}
    />
  );
}

function crewFields(crewId: string | null): readonly Field[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', maxLength: CREW_LIMITS.name, required: true, inTitle: true },
    {
      name: 'homeAddress',
      label: 'Starts from',
      kind: 'text',
      maxLength: CREW_LIMITS.homeAddress,
      nothing: 'The company’s home base',
      help: 'Leave empty to use the company’s home base',
      ...seenWith('jobs:read'),
    },
    {
      name: 'isActive',
      label: 'Status',
      kind: 'structured',
      control: ActiveInput,
      format: (value) => (value ? 'Active' : 'Inactive'),
      inTitle: true,
    },
    {
      name: 'workingHours',
      label: 'Working hours',
      kind: 'structured',
      control: HoursInput,
      format: formatHours,
      nothing: 'Same as the company',
      help: 'Leave empty to use the company’s working hours',
    },
    { name: 'memberIds', label: 'Members', kind: 'structured', control: membersInput(crewId), format: formatMembers },
    {
      name: 'defaultEquipmentIds',
      label: 'Usual equipment',
      kind: 'structured',
      control: EquipmentInput,
      format: formatEquipment,
      ...seenWith('equipment:read'),
    },
  ];
}

/** Sent along with members: the crews they leave. */
export function movesOf(changes: Readonly<Record<string, unknown>>, crewId: string | null): object {
  const memberIds = changes['memberIds'];
  return Array.isArray(memberIds) ? { movedFrom: movedFrom(memberIds, crewId) } : {};
}

/**
 * A crew in details, forms, conflicts and history.
 * @param crewId null for a new crew
 */
export function crewKind(crewId: string | null): RecordKind<CrewRecord> {
  return {
    category: 'crew',
    collections: ['crews'],
    noun: 'crew',
    fields: crewFields(crewId),
    path: (id) => `/api/crews/${encodeURIComponent(id)}`,
    alsoSend: (changes) => movesOf(changes, crewId),
    steps: {
      CrewFormed: 'Crew added',
      CrewRevised: 'Details changed',
      CrewActivated: 'Made active',
      CrewDeactivated: 'Made inactive',
      CrewDisbanded: 'Removed',
      CrewReinstated: 'Brought back',
      CrewMemberAssigned: 'Members changed',
      CrewMemberReleased: 'Members changed',
    },
    titleOf: ({ name }) => name,
    placeOf: ({ homeAddress }) => homeAddress,
  };
}
