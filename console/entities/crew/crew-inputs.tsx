import { Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { type ControlProps, jsonOf, parsed } from '../../ui/fields.ts';
import { PickList } from '../../ui/pick-list.tsx';
import { allEquipmentQuery } from '../equipment/equipment.ts';
import { personName, staffQuery } from '../person/person.ts';
import { crewsQuery } from './crew.ts';

/**
 * Picks the members of a crew. Who is in another crew can be picked too: they move.
 * @param crewId null for a crew that is yet to be added
 */
export function membersInput(crewId: string | null): ComponentType<ControlProps> {
  return function MembersInput({ id, label, value, describedBy, onChange }: ControlProps) {
    const staff = useQuery(staffQuery).data ?? [];
    const crews = useQuery(crewsQuery).data ?? [];
    const picked = parsed<string[]>(value) ?? [];
    const offered = staff
      .filter((person) => !person.removed || picked.includes(person.id))
      .map((person) => ({ person, label: personName(person) }))
      .sort((a, b) => a.label.localeCompare(b.label));
    return (
      <PickList
        {...{ id, label, picked, describedBy }}
        items={offered.map(({ person, label: name }) => {
          return { id: person.id, label: name, note: noteOn(person, crewOf(crews, person.id, crewId), picked) };
        })}
        none={
          <>
            Nobody works here yet.{' '}
            <Link to="/people" search={{ new: true }}>
              Add Person
            </Link>
          </>
        }
        onPick={(ids) => onChange(jsonOf(ids))}
      />
    );
  };
}

function noteOn(person: StaffRecord, elsewhere: CrewRecord | undefined, picked: readonly string[]): ReactNode {
  if (person.removed) {
    return (
      <Tag minimal intent="danger">
        Left the company
      </Tag>
    );
  }
  if (!elsewhere) return person.skills.slice(0, 2).join(', ');
  return picked.includes(person.id) ? (
    <Tag minimal intent="warning">
      Moves from {elsewhere.name}
    </Tag>
  ) : (
    `in ${elsewhere.name}`
  );
}

/** The crew that somebody is in, if it is not this one. */
function crewOf(crews: readonly CrewRecord[], personId: string, crewId: string | null): CrewRecord | undefined {
  return crews.find(({ id, memberIds }) => id !== crewId && memberIds.includes(personId));
}

/** Who of these leaves which crew for this one, as the page shows it now: nobody is moved unsaid. */
export function movedFrom(memberIds: readonly string[], crewId: string | null): Record<string, string> {
  const crews = queryClient.getQueryData(crewsQuery.queryKey) ?? [];
  const moves = memberIds.map((id) => [id, crewOf(crews, id, crewId)?.id] as const);
  return Object.fromEntries(moves.filter((move): move is [string, string] => move[1] !== undefined));
}

/** Members by name, as the page knows them, a line each. */
export function formatMembers(value: unknown): string {
  const staff = queryClient.getQueryData(staffQuery.queryKey) ?? [];
  return ((value ?? []) as string[])
    .map((id) => staff.find((person) => person.id === id))
    .map((person) => (person ? `${personName(person)}${person.removed ? ' (left the company)' : ''}` : 'Unknown'))
    .join('\n');
}

/** Picks what a crew takes along on an ordinary day. */
export function EquipmentInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const equipment = useQuery(allEquipmentQuery).data ?? [];
  return (
    <PickList
      {...{ id, label, describedBy }}
      items={equipment.map((piece) => ({ id: piece.id, label: piece.name ?? 'Unnamed', note: piece.category }))}
      none="There is no equipment yet."
      picked={parsed<string[]>(value) ?? []}
      onPick={(ids) => onChange(jsonOf(ids))}
    />
  );
}

/** Equipment by name, as the page knows it, a line each. */
export function formatEquipment(value: unknown): string {
  const equipment = queryClient.getQueryData(allEquipmentQuery.queryKey) ?? [];
  return ((value ?? []) as string[])
    .map((id) => equipment.find((piece) => piece.id === id)?.name ?? 'Unknown')
    .join('\n');
}
