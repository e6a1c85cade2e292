import { Button, Card, Classes, Tag, Tooltip } from '@blueprintjs/core';
import { MapMarker, People, Time } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { personName } from '../../entities/person/person.ts';
import { formatHours } from '../../ui/hours-input.tsx';

interface CrewCardProps {
  crew: CrewRecord;
  /** By id. */
  people: ReadonlyMap<string, StaffRecord>;
  isOpen: boolean;
  isTouched: boolean;
}

/** One crew of the list. */
export function CrewCard({ crew, people, isOpen, isTouched }: CrewCardProps) {
  const { id, name, isActive, memberIds, workingHours, homeAddress } = crew;
  return (
    <Card className={isTouched ? 'hw-crew hw-touched' : 'hw-crew'} aria-current={isOpen ? 'true' : undefined}>
      <div className="hw-crew-head">
        <h2 title={name}>{name}</h2>
        <CrewState isActive={isActive} />
      </div>
      <ul className="hw-crew-lines">
        <li>
          <People size={14} />
          <div>
            {memberIds.length} member(s)
            {memberIds.length > 0 && (
              <ul className="hw-crew-members" aria-label={`Members of ${name}`}>
                {memberIds.map((personId) => (
                  <Member key={personId} id={personId} person={people.get(personId)} />
                ))}
              </ul>
            )}
          </div>
        </li>
        {workingHours && (
          <li>
            <Time size={14} />
            <span>{formatHours(workingHours)}</span>
          </li>
        )}
        {homeAddress && (
          <li>
            <MapMarker size={14} />
            <span>{homeAddress}</span>
          </li>
        )}
      </ul>
      <div className="hw-crew-acts">
        <Link
          to="."
          search={(now) => ({ ...now, crew: id, tab: undefined })}
          className={`${Classes.BUTTON} ${Classes.SMALL}`}
          aria-label={`View Details of ${name}`}
        >
          View Details
        </Link>
        <AssignJobButton />
      </div>
    </Card>
  );
}

function Member({ id, person }: { id: string; person: StaffRecord | undefined }) {
  if (!person) return null;
  return (
    <li>
      <Link to="/people" search={{ person: id }}>
        {personName(person)}
      </Link>{' '}
      {person.removed && (
        <Tag minimal intent="danger">
          Left the company
        </Tag>
      )}
    </li>
  );
}

export function CrewState({ isActive }: { isActive: boolean }) {
  return (
    <Tag minimal intent={isActive ? 'success' : 'none'}>
      {isActive ? 'Active' : 'Inactive'}
    </Tag>
  );
}

/** “Assign Job”, which nothing serves yet: it stays reachable by keyboard, so that its reason is. */
function AssignJobButton() {
  return (
    <Tooltip content="Jobs are not here yet. This will assign one to the crew." placement="top">
      <Button size="small" text="Assign Job" aria-disabled className="hw-later" />
    </Tooltip>
  );
}
