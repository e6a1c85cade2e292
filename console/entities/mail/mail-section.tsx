import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MailRecord } from '../../../api/mail/schema.ts';
import { MAIL_KIND_LABELS } from '../../../domain/mail/terms.ts';
import { Day } from '../../ui/day.tsx';
import { Section } from '../../ui/section.tsx';
import { type MailsAbout, MOST_MAILS, newestMailsQuery } from './mail.ts';
import { MailStatusTag } from './mail-status.tsx';

interface MailsProps {
  about: MailsAbout;
}

/** Emails about something, newest first, with their status; nothing if there are none. */
export function MailSection({ about }: MailsProps) {
  const mails = useQuery(newestMailsQuery(about)).data ?? [];
  if (mails.length === 0) return null;
  return (
    <Section
      title="Emails"
      actions={
        mails.length > MOST_MAILS && (
          <Link to="/outbox" search={about}>
            Show all emails
          </Link>
        )
      }
    >
      <ul className="hw-entries">
        {mails.slice(0, MOST_MAILS).map((mail) => (
          <li key={mail.id}>
            <span>
              <Link to="/outbox" search={{ ...about, mail: mail.id }} className="hw-in-text">
                {mail.subject ?? MAIL_KIND_LABELS[mail.kind] ?? mail.kind}
              </Link>{' '}
              <MailStatusTag mail={mail} />{' '}
              <span className="hw-muted">
                {`to ${mail.to ?? '[erased]'} · `}
                <Day iso={mail.since} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Emails that were not sent, or may not have been: whoever waits for an answer should know. */
export function UnsentMails({ about }: MailsProps) {
  const mails = useQuery(newestMailsQuery(about)).data ?? [];
  const unsent = mails.filter(({ status }) => status in TOLD);
  if (unsent.length === 0) return null;
  return (
    <Callout compact intent="warning" className="hw-quote-next">
      {unsent.map((mail) => (
        <p key={mail.id}>
          <Link to="/outbox" search={{ ...about, mail: mail.id }} className="hw-in-text">
            The email to {mail.to ?? '[erased]'}
          </Link>{' '}
          {TOLD[mail.status]}
          {reasonOf(mail)}
        </p>
      ))}
    </Callout>
  );
}

const TOLD: Readonly<Record<string, string>> = {
  failed: 'was not sent',
  uncertain: 'may or may not have been sent',
};

function reasonOf({ reason }: MailRecord): string {
  return reason === null ? '.' : `: ${reason}`;
}
