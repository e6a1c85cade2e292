import type { MailRecord } from '../../../api/mail/schema.ts';
import { MAIL_STATUS_LABELS, type MailStatus } from '../../../domain/mail/terms.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { mailTone } from '../tones.ts';

/** An email's status. */
export function MailStatusTag({ mail: { status } }: { mail: Pick<MailRecord, 'status'> }) {
  return <StatusTag tone={mailTone(status)}>{MAIL_STATUS_LABELS[status as MailStatus] ?? status}</StatusTag>;
}

/** Of a record whose email was not delivered. */
export function NotDelivered({ why }: { why: string }) {
  return (
    <span title={why}>
      <MailStatusTag mail={{ status: 'failed' }} />
    </span>
  );
}
