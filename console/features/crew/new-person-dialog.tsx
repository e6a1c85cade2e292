import type { StaffRecord } from '../../../api/staff/schema.ts';
import { personName } from '../../data/get-staff.ts';
import { bodyOf } from '../../ui/fields.ts';
import { NewRecordDialog } from '../../ui/new-record-dialog.tsx';
import { personKind } from './person-kind.ts';

/** Adds somebody who works here. */
export function NewPersonDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<StaffRecord>
      title="Add person"
      submitText="Add person"
      fields={personKind.fields}
      path="/api/staff"
      body={(values) => bodyOf(personKind.fields, values)}
      category="staff"
      collections={personKind.collections}
      saved={(person) => ({ title: 'Person Added', text: `${personName(person)} can be put into a crew now.` })}
      failed="The person could not be added."
      onClose={onClose}
    />
  );
}
