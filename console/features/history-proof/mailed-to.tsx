import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { COMPANY_LIMITS } from '../../../domain/company/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import type { Account } from '../../entities/account/session.ts';
import { emailQuery } from '../../entities/settings/email.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { bodyOf, type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { formatList, listInput } from '../../ui/inputs/list-input.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';

const SETTINGS = ['company'] as const;
const FIELDS: readonly Field[] = [
  {
    name: 'checkpointAddresses',
    label: 'Email addresses',
    kind: 'structured',
    control: listInput('name@lawfirm.com', (address) => address.toLowerCase()),
    format: formatList,
    help: `At most ${COMPANY_LIMITS.checkpointAddresses}, outside your company: your lawyer, your bookkeeper.`,
  },
];

/** Who gets checkpoints by email; the owner says so. */
export function MailedTo({ account }: { account: Account }) {
  const isOwner = account.role === 'owner';
  const [isEditing, setEditing] = useState(false);
  return (
    <Section
      title="Kept outside by"
      actions={isOwner && !isEditing && <Button text="Change" onClick={() => setEditing(true)} />}
    >
      <p>
        A copy that nobody here can change is worth most. Whoever is named here gets the newest checkpoint each day, and
        one after each export of the books.
      </p>
      <DataArea
        query={useQuery(settingsQuery)}
        isEmpty={() => false}
        firstUse={{ title: 'No settings' }}
        filtered={null}
        skeleton={<SkeletonText length={40} />}
      >
        {(settings) =>
          isEditing ? (
            <Addresses settings={settings} onClose={() => setEditing(false)} />
          ) : (
            <Named addresses={settings.checkpointAddresses} />
          )
        }
      </DataArea>
    </Section>
  );
}

function Named({ addresses }: { addresses: readonly string[] }) {
  const email = useQuery({ ...emailQuery, enabled: addresses.length > 0 }).data;
  if (addresses.length === 0) return <p className="hw-muted">Nobody yet.</p>;
  return (
    <>
      <ul className="hw-checkpoint-keepers">
        {addresses.map((address) => (
          <li key={address}>{address}</li>
        ))}
      </ul>
      <p className="hw-muted">
        {email?.setBy === null ? (
          <>
            Nothing is sent: email is not set up. The owner does that in the{' '}
            <Link to="/settings" className="hw-in-text">
              settings
            </Link>
            .
          </>
        ) : (
          <>
            What was sent, and what failed, is in the{' '}
            <Link to="/outbox" className="hw-in-text">
              outbox
            </Link>
            .
          </>
        )}
      </p>
    </>
  );
}

function Addresses({ settings, onClose }: { settings: SettingsRecord; onClose(): void }) {
  const [values, setValues] = useState<Values>(() => valuesOf(FIELDS, settings));
  const email = useQuery(emailQuery).data;
  const save = useCommand<object, SettingsRecord>({
    command: (body) => ({ method: 'PATCH', path: '/api/settings', body }),
    collections: SETTINGS,
    onSuccess({ data, commandId }) {
      void showToast({
        title: 'Saved',
        text: whatFollows(data, email?.setBy === null),
        intent: 'success',
        ...offerUndo({ category: 'company', id: data.id, commandId }, SETTINGS),
      });
      onClose();
    },
  });
  return (
    <RecordForm
      fields={FIELDS}
      values={values}
      onChange={setValues}
      onSubmit={() => save.mutate({ ...bodyOf(FIELDS, values), expectedRevision: settings.revision })}
      onCancel={onClose}
      autoFocus
      submitText="Save"
      isBusy={save.isPending}
      error={save.error}
    />
  );
}

function whatFollows({ checkpointAddresses }: SettingsRecord, isEmailOff: boolean): string {
  if (checkpointAddresses.length === 0) return 'Nobody gets any.';
  return isEmailOff ? 'Nothing is sent until email is set up.' : 'The first email goes out within minutes.';
}
