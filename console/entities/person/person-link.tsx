import { Tag } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { hasRight } from '../account/rights.ts';
import { personName } from './person.ts';

/** A person's name, with a tag if they left; a link for who sees more of people than that. */
export function Person({ person }: { person: StaffRecord }) {
  const name = personName(person);
  return (
    <>
      {hasRight('people:read') ? (
        <Link to="/people/$id" params={{ id: person.id }}>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
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
