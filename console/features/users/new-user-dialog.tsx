import { useState } from 'react';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import type { UserRecord } from '../../../api/users/schema.ts';
import { personName } from '../../data/get-staff.ts';
import { nameOf } from '../../data/session.ts';
import { type Values, valuesOf } from '../../ui/fields.ts';
import { NewRecordDialog } from '../../ui/new-record-dialog.tsx';
import { newUserFields, userKind } from './user-kind.ts';

/** What the record of a person says of their account. */
const KNOWN = newUserFields.filter(({ name }) => ['firstName', 'lastName', 'email'].includes(name));
const EMPTY: Values = { ...valuesOf(newUserFields, null), role: 'staff' };

interface NewUserDialogProps {
  /** Whom it is for, where they are on the staff. */
  person: StaffRecord | undefined;
  onAdded(user: UserRecord): void;
  onClose(): void;
}

/** Adds an account. */
export function NewUserDialog({ person, onAdded, onClose }: NewUserDialogProps) {
  const [initial] = useState(() => ({ ...EMPTY, ...(person && valuesOf(KNOWN, person)) }));
  return (
    <NewRecordDialog<UserRecord>
      title={person ? `Add user: ${personName(person)}` : 'Add user'}
      submitText="Add user"
      fields={newUserFields}
      initial={initial}
      path="/api/users"
      body={(values) => ({ ...values, personId: person?.id })}
      category="user"
      draftOf={person?.id}
      canUndo={false}
      collections={userKind.collections}
      saved={(user) => ({ title: 'User added', text: `${nameOf(user)} has an account now.` })}
      failed="Failed to add the user."
      onCreated={onAdded}
      onClose={onClose}
    />
  );
}
