import { Button, Classes, Tag } from '@blueprintjs/core';
import { MapMarker, People, Time } from '@blueprintjs/icons';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { Person } from '../../entities/person/person-link.tsx';
import { RecordCard } from '../../records/list/record-cards.tsx';
import { OpenLink } from '../../records/record/record-link.tsx';
import { formatHours } from '../../ui/inputs/hours-input.tsx';

interface CrewCardProps {
  crew: CrewRecord;
  /** By id. */
  people: ReadonlyMap<string, StaffRecord>;
  /** Assigns a job; null for somebody who can only view. */
  onAssign: ((id: string) => void) | null;
}

/** A crew's card. */
export function CrewCard({ crew, people, onAssign }: CrewCardProps) {
  const { id, name, isActive, workingHours, homeAddress } = crew;
  return (
    <RecordCard
      id={id}
      opens="crew"
      title={name}
      status={<CrewState isActive={isActive} />}
      facts={[
        { icon: <People size={14} />, label: 'Members', text: <Members crew={crew} people={people} /> },
        { icon: <Time size={14} />, label: 'Working hours', text: workingHours && formatHours(workingHours) },
        { icon: <MapMarker size={14} />, label: 'Starts from', text: homeAddress },
      ]}
      acts={
        <>
          <OpenLink
            id={id}
            opens="crew"
            className={`${Classes.BUTTON} ${Classes.SMALL}`}
            aria-label={`View Details of ${name}`}
          >
            View Details
          </OpenLink>
          {onAssign && isActive && (
            <Button size="small" text="Assign Job" aria-label={`Assign Job to ${name}`} onClick={() => onAssign(id)} />
          )}
        </>
      }
    />
  );
}

function Members({ crew: { name, memberIds }, people }: Pick<CrewCardProps, 'crew' | 'people'>) {
  const members = memberIds.flatMap((id) => people.get(id) ?? []);
  return (
    <>
      {memberIds.length === 1 ? '1 member' : `${memberIds.length} members`}
      {members.length > 0 && (
        <ul className="hw-crew-members" aria-label={`Members of ${name}`}>
          {members.map((person) => (
            <li key={person.id}>
              <Person person={person} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function CrewState({ isActive }: { isActive: boolean }) {
  return (
    <Tag minimal intent={isActive ? 'success' : 'none'}>
      {isActive ? 'Active' : 'Inactive'}
    </Tag>
  );
}
