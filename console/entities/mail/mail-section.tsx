import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MAIL_KIND_LABELS, MAIL_STATUS_LABELS, type MailStatus, OWN_KINDS } from '../../../domain/mail/terms.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Day } from '../../ui/values/day.tsx';
import { ERASED } from '../../ui/values/erased.ts';
import { type MailsAbout, MOST_MAILS, newestMailsQuery } from './mail.ts';
import { MailStatusTag } from './mail-status.tsx';
import { PassOn } from './pass-on.tsx';

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
                {`to ${mail.to ?? ERASED} · `}
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
export function UnsentMails({ about, canChange }: MailsProps & { canChange: boolean }) {
  const mails = useQuery(newestMailsQuery(about)).data ?? [];
  const unsent = mails.filter(({ status }) => status === 'failed' || status === 'uncertain');
  if (unsent.length === 0) return null;
  return (
    <Callout compact intent="warning" className="hw-quote-next">
      {unsent.map((mail) => (
        <div key={mail.id} className="hw-unsent">
          <p>
            <strong>{`${MAIL_STATUS_LABELS[mail.status as MailStatus]}: ${mail.reason ?? 'nobody knows why'}`}</strong>{' '}
            <Link to="/outbox" search={{ ...about, mail: mail.id }} className="hw-in-text">
              {mail.subject ?? 'Email'} to {mail.to ?? ERASED}
            </Link>
          </p>
          {mail.status === 'failed' && canChange && !OWN_KINDS.has(mail.kind) && <PassOn id={mail.id} />}
        </div>
      ))}
    </Callout>
  );
}
