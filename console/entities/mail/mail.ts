import { queryOptions } from '@tanstack/react-query';
import type { MailRecord } from '../../../api/mail/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';

/** What mails are about: one record, or all the quotes, jobs and invoices of a customer. A list of them is narrowed by it. */
export type MailsAbout = { category: string; recordId: string } | { customerId: string };

/** What a list of mails is narrowed by. */
export interface MailFilter {
  search?: string | undefined;
  sort?: string | undefined;
  status?: string | undefined;
  needsPerson?: boolean | undefined;
  /** The record that they belong to. */
  category?: string | undefined;
  recordId?: string | undefined;
  /** Whose quotes, jobs and invoices they are about. */
  customerId?: string | undefined;
  /** What was done with many records at once, as an applied rain day. */
  batchId?: string | undefined;
}

/** The call of a list of mails. */
export function mailsPath(filter: MailFilter): string {
  return listCall('/api/mails', { ...filter });
}

/** The mails of a call, newest first, as far as the person has scrolled. */
export function mailsQuery(path: string) {
  return pagedQuery<MailRecord>({
    queryKey: ['mails', path],
    meta: { collections: ['mails'] },
    path,
    limit: 60,
    select: recordsOf,
  });
}

/** How many are shown beside what they are about. */
export const MOST_MAILS = 5;

/** The newest mails about something. */
export function newestMailsQuery(about: MailsAbout) {
  return queryOptions({
    queryKey: ['newest-mails', about],
    meta: { collections: ['mails'] },
    // One more than is shown tells whether there are more.
    queryFn: (context) =>
      read<MailRecord[]>(listCall('/api/mails', { ...about, limit: String(MOST_MAILS + 1) }), context),
  });
}

/** What waits to be sent, of one act with many records or of all. */
export function preparedMailsQuery(batchId: string | undefined) {
  return queryOptions({
    queryKey: ['prepared-mails', batchId],
    meta: { collections: ['mails'] },
    queryFn: (context) =>
      read<MailRecord[]>(listCall('/api/mails', { batchId, status: 'prepared', limit: '200' }), context),
  });
}
