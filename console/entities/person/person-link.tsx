import { Tag } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { personName } from './person.ts';

/** Somebody by name, which opens them; and whether they still work here. */
export function Person({ person }: { person: StaffRecord }) {
  return (
    <>
      <Link to="/people" search={{ person: person.id }}>
        {personName(person)}
      </Link>{' '}
      {person.removed && <LeftTag />}
    </>
  );
}

/** On somebody who does not work here any more. */
export function LeftTag() {
  return (
    <Tag minimal intent="danger">
      Left the company
    </Tag>
  );
}
