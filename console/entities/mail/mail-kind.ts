import type { MailRecord } from '../../../api/mail/schema.ts';
import type { RecordKind } from '../../records/record-kind.ts';

/** An email in its details and history. */
export const mailKind: RecordKind<MailRecord> = {
  category: 'mail',
  collections: ['mails'],
  noun: 'email',
  fields: [
    { name: 'toName', label: 'To', kind: 'text' },
    { name: 'to', label: 'Address', kind: 'email' },
    { name: 'text', label: 'Text', kind: 'multiline', onlyInHistory: true },
    { name: 'status', label: 'Status', kind: 'text', onlyInHistory: true },
    { name: 'reason', label: 'Reason', kind: 'text', onlyInHistory: true },
  ],
  path: (id) => `/api/mails/${encodeURIComponent(id)}`,
  steps: {
    MailIntended: 'Email written',
    MailReleased: 'Approved to send',
    MailWithheld: 'Back to waiting for you',
    MailCancelled: 'Cancelled',
    MailSent: 'Sent',
    MailDelayed: 'Not accepted yet, will try again',
    MailFailed: 'Not delivered',
    MailBecameUncertain: 'May or may not have been sent',
    MailAskedAgain: 'To be sent again',
    MailMarkedSent: 'Marked as sent',
    MailMarkWithdrawn: 'Mark undone',
    MailErased: 'Erased',
  },
  titleOf: ({ subject }) => subject ?? 'Email',
};
