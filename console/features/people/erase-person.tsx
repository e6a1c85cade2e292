import { Button } from '@blueprintjs/core';
import type { ErasedStaff, StaffRecord } from '../../../api/staff/schema.ts';
import { ERASED_PERSON } from '../../../domain/staff/terms.ts';
import { HOLDING_PERSON, personName } from '../../entities/person/person.ts';
import { personKind } from '../../entities/person/person-kind.ts';
import { EraseDialog } from '../../records/acts/erase-dialog.tsx';

interface ErasePersonProps {
  /** Who left. */
  person: StaffRecord;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

/** For the owner. It cannot be undone, so it is kept apart from the other buttons, and stays open until it has shown the result. */
export function ErasePerson({ person, isOpen, onOpen }: ErasePersonProps) {
  return (
    <>
      {!person.erased && (
        <Button variant="minimal" intent="danger" text="Erase personal data…" onClick={() => onOpen(true)} />
      )}
      {isOpen && (
        <EraseDialog<ErasedStaff>
          record={person}
          category={personKind.category}
          path={personKind.path(person.id)}
          name={personName(person)}
          collections={HOLDING_PERSON}
          partsOf={() => ['The person', ...(person.userId ? ['their account'] : []), 'their pay']}
          onClose={() => onOpen(false)}
        >
          <p>
            <strong>Erased for good:</strong> name, contact, emergency contact, skills, certificates with their scanned
            documents, and checklists; {person.userId ? 'the account with its username and password; ' : ''}pay rates;
            what time off was for; reviews; reasons and notes of timesheets; and all of it in the history. They can
            never be brought back.
          </p>
          <p>
            <strong>Kept:</strong> hours, days off, the books, labor costs with the hourly rate of each, equipment’s
            history, and the steps of the history with when they were taken. Instead of the name all of these say “
            {ERASED_PERSON}”. Hours that nobody has approved by then can no longer be approved. Backups and exports made
            earlier still hold the data.
          </p>
        </EraseDialog>
      )}
    </>
  );
}
