import { Button, Callout, Dialog, DialogBody, FormGroup, InputGroup } from '@blueprintjs/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import type { EmailSettings, TestEmail } from '../../../api/settings/email.schema.ts';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { COMPANY_LIMITS, MAIL_SECURITY } from '../../../domain/company/terms.ts';
import { type ApiError, call, type Reply } from '../../data/api.ts';
import { randomKey, tellOwnChange, useCommand } from '../../data/use-command.ts';
import type { Account } from '../../entities/account/session.ts';
import { emailQuery } from '../../entities/settings/email.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { isComposing } from '../../ui/keyboard/keys.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { Instant } from '../../ui/values/day.tsx';

const PATH = '/api/settings/email';
const SETTINGS = ['company'] as const;

const FIELDS: readonly Field[] = [
  {
    name: 'host',
    label: 'Mail server',
    kind: 'text',
    required: true,
    maxLength: COMPANY_LIMITS.mailHost,
    help: 'Like smtp.gmail.com or smtp.office365.com: your email provider calls it the outgoing or SMTP server.',
  },
  {
    name: 'security',
    label: 'Encryption',
    kind: 'choice',
    required: true,
    choices: MAIL_SECURITY,
    labels: { tls: 'TLS from the start (port 465)', starttls: 'STARTTLS (port 587)' },
  },
  { name: 'port', label: 'Port', kind: 'number', required: true, maxLength: 5 },
  {
    name: 'user',
    label: 'Account',
    kind: 'text',
    maxLength: COMPANY_LIMITS.mailUser,
    help: 'Most often your address.',
  },
  { name: 'from', label: 'Emails come from', kind: 'email', required: true, maxLength: COMPANY_LIMITS.email },
];

const BLANK = { host: '', security: 'tls', port: '465', user: '', from: '' };

interface EmailSectionProps {
  account: Account;
  /** Of the settings. */
  revision: number;
  isEditing: boolean;
  onEdit(isOpen: boolean): void;
}

/** Through which server email leaves; the owner sets it up, and tries it. */
export function EmailSection({ account, revision, isEditing, onEdit }: EmailSectionProps) {
  const query = useQuery(emailQuery);
  const isOwner = account.role === 'owner';
  return (
    <Section title="Email">
      <DataArea
        query={query}
        firstUse={{ title: 'No email' }}
        filtered={null}
        isEmpty={() => false}
        skeleton={<SkeletonText length={60} />}
      >
        {(email) => (
          <>
            <HowItStands email={email} />
            {isOwner && <Acts account={account} email={email} onEdit={() => onEdit(true)} />}
            {isOwner && isEditing && email.setBy !== 'environment' && (
              <SetUpEmail account={account} email={email} revision={revision} onClose={() => onEdit(false)} />
            )}
          </>
        )}
      </DataArea>
    </Section>
  );
}

function HowItStands({ email }: { email: EmailSettings }) {
  const { setBy, server, from, knowsPassword, lastError, lastErrorAt, publicUrl } = email;
  if (setBy === null)
    return (
      <p>
        Email is not set up. Quotes, invoices and reminders are written, but do not reach customers by email until then.
      </p>
    );
  return (
    <>
      <p>
        Email leaves through <strong>{server}</strong>, from <strong>{from}</strong>.{' '}
        {setBy === 'environment' && 'This is set by SMTP_URL and MAIL_FROM where Heartwood is started.'}
      </p>
      {setBy === 'settings' && !knowsPassword && (
        <Callout compact intent="danger">
          The password of this account is not known here. Change the email settings to enter it.
        </Callout>
      )}
      {lastError && (
        <Callout compact intent="warning">
          {lastErrorAt && <Instant iso={lastErrorAt} />} {lastError}
        </Callout>
      )}
      {publicUrl === null && (
        <p className="hw-muted">
          Links in emails lead to this computer’s own address. For customers to open them from outside, PUBLIC_URL has
          to be set where Heartwood is started; until then nobody is emailed for a review.
        </p>
      )}
    </>
  );
}

function Acts({ account, email, onEdit }: { account: Account; email: EmailSettings; onEdit(): void }) {
  const [isTesting, setTesting] = useState(false);
  const [isTurningOff, setTurningOff] = useState(false);
  const off = useCommand<void, SettingsRecord>({
    command: () => ({ method: 'DELETE', path: PATH }),
    collections: SETTINGS,
    onSuccess() {
      setTurningOff(false);
      const text = 'Nothing is delivered by email from now on.';
      void showToast({ title: 'Email turned off', text, intent: 'success' });
    },
    onError: tellRefused,
  });
  const { setBy } = email;
  return (
    <>
      <div className="hw-logo-acts">
        {setBy !== 'environment' && (
          <Button
            intent={setBy === null ? 'primary' : 'none'}
            text={setBy === null ? 'Set up email' : 'Change email'}
            onClick={onEdit}
          />
        )}
        {setBy !== null && <Button text="Send a test email" onClick={() => setTesting(true)} />}
        {setBy === 'settings' && (
          <Button variant="minimal" intent="danger" text="Turn off…" onClick={() => setTurningOff(true)} />
        )}
      </div>
      {isTurningOff && (
        <Dialog isOpen onClose={() => setTurningOff(false)} title="Turn off email?" className="hw-dialog">
          <DialogBody>
            <p>Nothing is delivered by email from then on, and the password is forgotten here.</p>
            <ActionBar>
              <Button text="Cancel" onClick={() => setTurningOff(false)} />
              <Button intent="danger" text="Turn off" loading={off.isPending} onClick={() => off.mutate()} />
            </ActionBar>
          </DialogBody>
        </Dialog>
      )}
      {isTesting && (
        <Dialog isOpen onClose={() => setTesting(false)} title="Test email" className="hw-dialog">
          <DialogBody>
            <TestEmailForm to={account.email ?? email.from ?? ''} />
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}

interface SetUpEmailProps {
  account: Account;
  email: EmailSettings;
  /** Of the settings as they were read. */
  revision: number;
  onClose(): void;
}

function SetUpEmail({ account, email, revision, onClose }: SetUpEmailProps) {
  const { mailServer, knowsPassword } = email;
  const draft = useDraft('company/email', FIELDS, () => (mailServer ? valuesOf(FIELDS, mailServer) : BLANK));
  // Never among what a browser keeps.
  const [password, setPassword] = useState('');
  const [seen, setSeen] = useState(revision);
  const keeps = mailServer?.user != null && knowsPassword;
  const passwordField: Field = {
    name: 'password',
    label: 'Password',
    kind: 'password',
    autoComplete: 'off',
    maxLength: COMPANY_LIMITS.mailPassword,
    help: keeps
      ? 'Leave it empty to keep the one that is known.'
      : 'Gmail and Microsoft want an app password, made in the account’s security settings.',
  };
  const values: Values = { ...draft.values, password };
  const body = () => ({ ...bodyOf(FIELDS, draft.values), port: Number(draft.values['port']), password });
  const save = useMutation<Reply<SettingsRecord>, ApiError, object>({
    gcTime: 0, // keeps no password
    mutationFn: (server) =>
      call('PUT', PATH, { body: { ...server, expectedRevision: seen }, idempotencyKey: randomKey() }),
    onError({ code, body: { record } }) {
      if (code === 'stale') setSeen((record as SettingsRecord).revision);
    },
    onSuccess({ data, position, commandId }) {
      tellOwnChange(position, SETTINGS);
      draft.drop();
      void showToast({
        title: 'Email saved',
        text: 'Emails leave through this server from now on.',
        intent: 'success',
        ...offerUndo({ category: 'company', id: data.id, commandId }, SETTINGS),
      });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Set up email" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={[...FIELDS.slice(0, 4), passwordField, ...FIELDS.slice(4)]}
          values={values}
          onChange={(made) =>
            draft.change((newest) => {
              const { password: typed = '', ...next } = made({ ...newest, password });
              setPassword(typed);
              const hasNewSecurity = next['security'] !== newest['security'];
              return hasNewSecurity ? { ...next, port: next['security'] === 'tls' ? '465' : '587' } : next;
            })
          }
          onSubmit={() => save.mutate(body())}
          onCancel={() => {
            draft.drop();
            onClose();
          }}
          submitText="Save"
          isBusy={save.isPending}
          error={save.error}
          below={<TestEmailForm to={account.email ?? draft.values['from'] ?? ''} server={body} />}
        >
          {draft.found && <DraftBanner {...draft.found} onDiscard={draft.discard} />}
        </RecordForm>
      </DialogBody>
    </Dialog>
  );
}

/** Sends a test email, and shows what the mail server says. @param server what was entered; without it the one in force */
function TestEmailForm({ to, server }: { to: string; server?: () => object }) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const address = typed ?? to;
  const test = useMutation<Reply<TestEmail>, ApiError, void>({
    gcTime: 0, // keeps no password
    mutationFn: () =>
      call('POST', `${PATH}/test`, {
        body: { to: address, ...(server && { server: server() }) },
        idempotencyKey: randomKey(),
      }),
  });
  const { sent = false, answer } = test.data?.data ?? {};
  /** It stands in the form of the settings, which Enter would save. */
  function testByEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    if (address.trim() !== '' && !test.isPending) test.mutate();
  }

  return (
    <div className="hw-test-email">
      <FormGroup label="Send a test email to" labelFor={id}>
        <div className="hw-copy">
          <InputGroup id={id} type="email" value={address} onValueChange={setTyped} onKeyDown={testByEnter} />
          <Button
            text="Send a test"
            loading={test.isPending}
            disabled={address.trim() === ''}
            onClick={() => test.mutate()}
          />
        </div>
      </FormGroup>
      {answer !== undefined && (
        <Callout compact intent={sent ? 'success' : 'danger'} role="status">
          {sent ? `Sent to ${address}. The mail server said: ${answer}` : `Not sent: ${answer}`}
        </Callout>
      )}
      {test.error && (
        <Callout compact intent="danger" role="alert">
          {test.error.message}
        </Callout>
      )}
    </div>
  );
}
