import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { useState } from 'react';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import type { Account } from '../../entities/account/session.ts';
import { emailQuery } from '../../entities/settings/email.ts';
import type { FirstSend } from '../../entities/settings/first-send.ts';
import { settingsKind } from '../../entities/settings/settings-kind.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';

const TITLE = 'Before you send';
const HELP: Readonly<Record<string, string>> = {
  phone: 'For customers with a question.',
  taxRate: 'Enter 0 if you charge none. It counts from the next quote or invoice on.',
};

interface FirstSendDialogProps extends FirstSend {
  account: Account;
}

/** Asks for what customers see on what is about to be sent, and the company has not said yet. */
export default function FirstSendDialog({ account, send, cancel }: FirstSendDialogProps) {
  const [unsaid] = useState(queryClient.getQueryData(emailQuery.queryKey)?.unsaid ?? []);
  const asked = settingsKind.fields.filter(({ name }) => (unsaid as string[]).includes(name));
  if (account.role === 'owner') return <Ask fields={asked} send={send} cancel={cancel} />;
  return (
    <Dialog isOpen onClose={cancel} title={TITLE} className="hw-dialog">
      <DialogBody>
        <p>
          Customers will not see your {asked.map(({ label }) => label.toLowerCase()).join(', ')}: the owner has not
          entered that in Settings yet.
        </p>
        <ActionBar>
          <Button text="Cancel" onClick={cancel} />
          <Button intent="primary" text="Send anyway" onClick={send} />
        </ActionBar>
      </DialogBody>
    </Dialog>
  );
}

interface AskProps extends FirstSend {
  fields: readonly Field[];
}

function Ask({ fields: asked, send, cancel }: AskProps) {
  const fields = asked.map(({ section: _, ...field }): Field => {
    const help = HELP[field.name];
    return { ...field, required: true, ...(help !== undefined && { help }) };
  });
  const draft = useDraft('company/first-send', fields, () => valuesOf(fields, null));
  const save = useCommand<object, SettingsRecord>({
    command: (body) => ({ method: 'PATCH', path: settingsKind.path('main'), body }),
    collections: settingsKind.collections,
    draftKey: 'company/first-send',
    onSuccess: send,
  });
  return (
    <FormDialog
      title={TITLE}
      draft={draft}
      fields={fields}
      onSubmit={() => save.mutate(bodyOf(fields, draft.values))}
      submitText="Save and send"
      isBusy={save.isPending}
      error={save.error}
      below={<Button variant="minimal" text="Send without this" onClick={send} />}
      onClose={cancel}
    >
      <p>Customers see this on your quotes, invoices and emails.</p>
    </FormDialog>
  );
}
