import { Tag } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { personName } from './person.ts';

/** A person's name as a link, with a tag if they left. */
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

/** Marks somebody who no longer works here. */
export function LeftTag() {
  return (
    <Tag minimal intent="danger">
      Left the company
    </Tag>
  );
}
