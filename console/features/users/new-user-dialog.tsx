import { Dialog, DialogBody } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import type { StaffRecord } from '../../../api/schemas/staff.ts';
import type { UserRecord } from '../../../api/schemas/users.ts';
import { dropDraft, readDraft, writeDraft } from '../../data/drafts.ts';
import { personName } from '../../data/get-staff.ts';
import { nameOf } from '../../data/session.ts';
import { useCommand } from '../../data/use-command.ts';
import { type Values, valuesOf } from '../../ui/fields.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { newUserFields, userKind } from './user-kind.ts';

const DRAFT = 'user/new';
/** What the record of a person says of their account. */
const KNOWN = newUserFields.filter(({ name }) => ['firstName', 'lastName', 'email'].includes(name));
const EMPTY: Values = { ...valuesOf(newUserFields, null), role: 'staff' };

interface NewUserDialogProps {
  /** Whom it is for, where they are on the staff. */
  person: StaffRecord | undefined;
  onAdded(user: UserRecord): void;
  onClose(): void;
}

/** Adds an account. What was typed is there again after a reload. */
export function NewUserDialog({ person, onAdded, onClose }: NewUserDialogProps) {
  const draft = person ? `${DRAFT}/${person.id}` : DRAFT;
  const [start] = useState(() => ({ ...EMPTY, ...(person && valuesOf(KNOWN, person)) }));
  const [values, setValues] = useState<Values>(() => readDraft(draft) ?? start);
  useEffect(() => {
    if (values !== start) writeDraft(draft, values);
  }, [draft, start, values]);

  const create = useCommand<Values, UserRecord>({
    command: (body) => ({ method: 'POST', path: '/api/users', body: { ...body, personId: person?.id } }),
    collections: userKind.collections,
    onSuccess({ data }) {
      dropDraft(draft);
      void showToast({ title: 'User added', text: `${nameOf(data)} has an account now.`, intent: 'success' });
      onAdded(data);
    },
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={person ? `Add user: ${personName(person)}` : 'Add user'}
      className="hw-dialog"
      canOutsideClickClose={false}
    >
      <DialogBody>
        <RecordForm
          fields={newUserFields}
          values={values}
          onChange={setValues}
          onSubmit={() => create.mutate(values)}
          onCancel={() => {
            dropDraft(draft);
            onClose();
          }}
          submitText="Add user"
          isBusy={create.isPending}
          error={create.error}
        />
      </DialogBody>
    </Dialog>
  );
}
