import { Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { useAccountId } from '../account/session.ts';
import { allEquipmentQuery } from '../equipment/equipment.ts';
import { equipmentPicker } from '../equipment/equipment-picker.tsx';
import { personName, staffQuery } from '../person/person.ts';
import { LeftTag } from '../person/person-link.tsx';
import { personPicker } from '../person/person-picker.tsx';
import { crewsQuery } from './crew.ts';

/**
 * Picks a crew's members. Members of another crew can be picked too: they move.
 * @param crewId null for a new crew
 */
export function membersInput(crewId: string | null): ComponentType<ControlProps> {
  return function MembersInput({ value, onChange, ...control }: ControlProps) {
    const accountId = useAccountId();
    const staff = useQuery(staffQuery).data ?? [];
    const crews = useQuery(crewsQuery).data ?? [];
    const picked = parsed<string[]>(value) ?? [];
    return (
      <RecordPicker
        {...control}
        isMany
        kind={personPicker}
        accountId={accountId}
        picked={picked}
        titles={Object.fromEntries(staff.map((person) => [person.id, personName(person)]))}
        noteOn={(id) =>
          noteOn(
            staff.find((person) => person.id === id),
            crewOf(crews, id, crewId),
            picked.includes(id),
          )
        }
        placeholder="Add people by name…"
        onPick={(ids) => onChange(jsonOf(ids))}
      />
    );
  };
}

function noteOn(person: StaffRecord | undefined, elsewhere: CrewRecord | undefined, isPicked: boolean): ReactNode {
  if (person?.removed) return <LeftTag />;
  if (!elsewhere) return undefined;
  return isPicked ? (
    <Tag minimal intent="warning">
      Moving from {elsewhere.name}
    </Tag>
  ) : (
    `in ${elsewhere.name}`
  );
}

/** The other crew that somebody is in, if any. */
function crewOf(crews: readonly CrewRecord[], personId: string, crewId: string | null): CrewRecord | undefined {
  return crews.find(({ id, memberIds }) => id !== crewId && memberIds.includes(personId));
}

/** Which of these people leave which crew for this one, as shown on this page: nobody is moved without notice. */
export function movedFrom(memberIds: readonly string[], crewId: string | null): Record<string, string> {
  const crews = queryClient.getQueryData(crewsQuery.queryKey) ?? [];
  const moves = memberIds.map((id) => [id, crewOf(crews, id, crewId)?.id] as const);
  return Object.fromEntries(moves.filter((move): move is [string, string] => move[1] !== undefined));
}

/** Members by name, one per line, as far as the page has loaded them. */
export function formatMembers(value: unknown): string {
  const staff = queryClient.getQueryData(staffQuery.queryKey) ?? [];
  return ((value ?? []) as string[])
    .map((id) => staff.find((person) => person.id === id))
    .map((person) => (person ? `${personName(person)}${person.removed ? ' (left the company)' : ''}` : 'Unknown'))
    .join('\n');
}

/** Picks the equipment a crew takes along on an ordinary day. */
export function EquipmentInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  const equipment = useQuery(allEquipmentQuery).data ?? [];
  return (
    <RecordPicker
      {...control}
      isMany
      kind={equipmentPicker}
      accountId={accountId}
      picked={parsed<string[]>(value) ?? []}
      titles={Object.fromEntries(equipment.map(({ id, name }) => [id, name]))}
      placeholder="Add equipment by name…"
      onPick={(ids) => onChange(jsonOf(ids))}
    />
  );
}

/** Equipment by name, one per line, as far as the page has loaded it. */
export function formatEquipment(value: unknown): string {
  const equipment = queryClient.getQueryData(allEquipmentQuery.queryKey) ?? [];
  return ((value ?? []) as string[])
    .map((id) => equipment.find((piece) => piece.id === id)?.name ?? 'Unknown')
    .join('\n');
}
