import { Button, Callout, FormGroup, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailRecord } from '../../../api/mail/schema.ts';
import { MAIL_LIMITS, OWN_KINDS } from '../../../domain/mail/terms.ts';
import { read } from '../../data/query-client.ts';
import { addressOf } from '../../entities/addresses.ts';
import { mailKind } from '../../entities/mail/mail-kind.ts';
import { MailStatusTag } from '../../entities/mail/mail-status.tsx';
import { PassOn } from '../../entities/mail/pass-on.tsx';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { Instant } from '../../ui/values/day.tsx';
import { useMailActs } from './use-mail-acts.ts';

/** One email: its content and recipient, its status, and what can be done about it. */
export function MailDrawer({ canChange, ...open }: OpenRecord) {
  const { id } = open;
  const query = useQuery({
    queryKey: ['mail', id],
    meta: { collections: mailKind.collections, id },
    queryFn: (context) => read<MailRecord>(mailKind.path(id), context),
  });
  const mail = query.data;
  const isSmall = useIsSmall();
  const acts = mail && canChange && !mail.erased && <Acts key={mail.revision} mail={mail} />;
  return (
    <RecordDrawer
      {...open}
      canChange={false}
      kind={mailKind}
      record={mail}
      loading={query}
      badge={mail && <MailStatusTag mail={mail} />}
      below={
        mail && (
          <>
            <MailState mail={mail} />
            {!isSmall && acts}
            <section className="hw-drawer-section">
              <h3>Text</h3>
              <p className="hw-mail-text">{mail.text}</p>
            </section>
            <BelongsTo mail={mail} />
            {/* Within reach of the thumb. */}
            {isSmall && acts}
          </>
        )
      }
    />
  );
}

const INTENTS: Readonly<Record<string, 'danger' | 'warning' | 'success' | 'primary'>> = {
  prepared: 'warning',
  failed: 'danger',
  uncertain: 'warning',
  delayed: 'warning',
  sent: 'success',
  held: 'primary',
};

/** The reason for its status. */
function MailState({ mail }: { mail: MailRecord }) {
  const { status, reason, since, dueAt, isMarked } = mail;
  return (
    <Callout compact className="hw-drawer-section" intent={INTENTS[status] ?? 'none'} icon={null}>
      <p>
        {isMarked ? 'Marked as sent by a person. Before that:' : TOLD[status]} <Instant iso={dueAt ?? since} />
      </p>
      {reason && <p>{reason}</p>}
    </Callout>
  );
}

const TOLD: Readonly<Record<string, string>> = {
  prepared: 'It waits until you send it. Written on',
  held: 'Held for a moment so you can undo it. It goes out at',
  delayed: 'The mail server did not accept it. Next try at',
  sent: 'Sent on',
  failed: 'Not delivered. Tried on',
  uncertain: 'It may or may not have been sent. Check with the recipient before you send it again. Uncertain since',
  cancelled: 'Cancelled on',
};

/** The acts its status allows. A wrong address can be corrected when sending again. */
function Acts({ mail }: { mail: MailRecord }) {
  const act = useMailActs();
  const [to, setTo] = useState(mail.to ?? '');
  const { status } = mail;
  if (status === 'sent') return null;
  const passOn = !OWN_KINDS.has(mail.kind) && (status === 'prepared' || status === 'failed') && (
    <div className="hw-drawer-section">
      <PassOn id={mail.id} />
    </div>
  );
  if (status === 'prepared' || status === 'held' || status === 'delayed') {
    return (
      <>
        <ActionBar at="start">
          {status === 'prepared' && <Button intent="primary" text="Send" onClick={() => act.release(mail)} />}
          <Button text="Do not send" onClick={() => act.cancel(mail)} />
          {status === 'prepared' && <Button text="Mark as sent" onClick={() => act.markSent(mail)} />}
        </ActionBar>
        {passOn}
      </>
    );
  }
  return (
    <>
      <FormGroup label="Send to" labelFor="hw-mail-to" className="hw-drawer-section">
        <InputGroup
          id="hw-mail-to"
          type="email"
          autoComplete="off"
          maxLength={MAIL_LIMITS.address}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </FormGroup>
      <ActionBar at="start">
        <Button
          intent="primary"
          text="Send again"
          disabled={to.trim() === ''}
          onClick={() => act.sendAgain({ mail, to: to.trim() })}
        />
        {status !== 'cancelled' && <Button text="Mark as sent" onClick={() => act.markSent(mail)} />}
      </ActionBar>
      {passOn}
    </>
  );
}

function BelongsTo({ mail: { category, recordId, recordTitle } }: { mail: MailRecord }) {
  const address = addressOf(category, recordId);
  if (address === null) return null;
  return (
    <section className="hw-drawer-section">
      <h3>About</h3>
      <Link {...address}>{recordTitle ?? `This ${category.replace('_', ' ')}`}</Link>
    </section>
  );
}
