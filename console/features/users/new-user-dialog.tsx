import { Dialog, DialogBody } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import type { UserRecord } from '../../../api/schemas/users.ts';
import { dropDraft, readDraft, writeDraft } from '../../data/drafts.ts';
import { nameOf } from '../../data/session.ts';
import { useCommand } from '../../data/use-command.ts';
import { type Values, valuesOf } from '../../ui/fields.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { newUserFields, userKind } from './user-kind.ts';

const DRAFT = 'user/new';
const EMPTY: Values = { ...valuesOf(newUserFields, null), role: 'staff' };

interface NewUserDialogProps {
  onAdded(user: UserRecord): void;
  onClose(): void;
}

/** Adds an account. What was typed is there again after a reload. */
export function NewUserDialog({ onAdded, onClose }: NewUserDialogProps) {
  const [values, setValues] = useState<Values>(() => readDraft(DRAFT) ?? EMPTY);
  useEffect(() => {
    if (values !== EMPTY) writeDraft(DRAFT, values);
  }, [values]);

  const create = useCommand<Values, UserRecord>({
    command: (body) => ({ method: 'POST', path: '/api/users', body }),
    collections: userKind.collections,
    onSuccess({ data }) {
      dropDraft(DRAFT);
      void showToast({ title: 'User added', text: `${nameOf(data)} has an account now.`, intent: 'success' });
      onAdded(data);
    },
  });

  return (
    <Dialog isOpen onClose={onClose} title="Add user" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={newUserFields}
          values={values}
          onChange={setValues}
          onSubmit={() => create.mutate(values)}
          onCancel={() => {
            dropDraft(DRAFT);
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
