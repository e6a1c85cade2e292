import type { MailRecord } from '../../../api/mail/schema.ts';
import type { RecordKind } from '../../records/record-kind.ts';

/** A mail as its details and its history show it. */
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
    MailReleased: 'Released to be sent',
    MailWithheld: 'Waits for a person again',
    MailCancelled: 'Taken back',
    MailSent: 'Sent',
    MailDelayed: 'Not taken yet, will be tried again',
    MailFailed: 'Failed',
    MailBecameUncertain: 'Became uncertain',
    MailAskedAgain: 'Sent again',
    MailMarkedSent: 'Marked as sent',
    MailMarkWithdrawn: 'Mark taken back',
    MailErased: 'Erased',
  },
  titleOf: ({ subject }) => subject ?? 'Email',
};
