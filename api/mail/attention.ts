import type { MailDocument } from '../../projections/mails.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { mailKind } from './record.ts';
import { NEEDS_A_PERSON } from './schema.ts';

/** Mails that were not sent, or whose outcome nobody knows, the longest waiting first. */
export const mailsThatNeedAPerson = attention<MailDocument>({
  id: 'mails-not-sent',
  label: 'Emails not sent',
  kind: mailKind,
  query: () => ({ where: NEEDS_A_PERSON, order: { field: 'since', direction: 'asc' } }),
  page: '/outbox?needsPerson=true',
  waiting: ({ status, since }, { zone }) => ({
    note: status === 'failed' ? 'Not delivered' : 'Uncertain since',
    day: dayOf(Date.parse(since), zone),
  }),
});

/** Messages prepared for customers that nobody has released, the longest waiting first. */
export const mailsThatWaitForRelease = attention<MailDocument>({
  id: 'mails-prepared',
  label: 'Messages to customers waiting to be sent',
  kind: mailKind,
  query: () => ({ where: { status: 'prepared' }, order: { field: 'since', direction: 'asc' } }),
  page: '/outbox?status=prepared',
  waiting: ({ since }, { zone }) => ({ note: 'Prepared', day: dayOf(Date.parse(since), zone) }),
});
