import { Classes } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import type { StaffRecord } from '../../../api/staff/schema.ts';

/** For the owner: a link to a person's account, or to add one. */
export function AccountOf({ person }: { person: StaffRecord }) {
  if (person.userId)
    return (
      <p>
        <Link to="/users" search={{ user: person.userId }} className="hw-in-text">
          Open the account
        </Link>
      </p>
    );
  if (person.removed) return <p className="hw-muted">None.</p>;
  return (
    <Link to="/users" search={{ new: true, person: person.id }} className={`${Classes.BUTTON} ${Classes.SMALL}`}>
      Create account
    </Link>
  );
}
