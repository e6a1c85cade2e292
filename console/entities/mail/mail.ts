import { queryOptions } from '@tanstack/react-query';
import type { MailByHand, MailRecord } from '../../../api/mail/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { readWith } from '../account/rights.ts';

/** What emails are about: one record, or all quotes, jobs and invoices of a customer. Used as a filter. */
export type MailsAbout = { category: string; recordId: string } | { customerId: string };

/** The filters of a list of emails. */
export interface MailFilter {
  search?: string | undefined;
  sort?: string | undefined;
  status?: string | undefined;
  needsPerson?: boolean | undefined;
  /** The record they belong to. */
  category?: string | undefined;
  recordId?: string | undefined;
  /** The customer whose quotes, jobs and invoices they are about. */
  customerId?: string | undefined;
  /** An act on many records at once, such as an applied rain day. */
  batchId?: string | undefined;
}

/** The call of a list of emails. */
export function mailsPath(filter: MailFilter): string {
  return listCall('/api/mails', { ...filter });
}

/** The emails of a call, newest first, loaded as far as the person has scrolled. */
export function mailsQuery(path: string) {
  return pagedQuery<MailRecord>({
    queryKey: ['mails', path],
    meta: { collections: ['mails'] },
    path,
    limit: 60,
    select: recordsOf,
  });
}

/** How many are shown with what they are about. */
export const MOST_MAILS = 5;

/** The newest emails about something. */
export function newestMailsQuery(about: MailsAbout) {
  return queryOptions({
    queryKey: ['newest-mails', about],
    meta: { collections: ['mails'] },
    // One more than is shown reveals whether there are more.
    queryFn: (context) =>
      readWith<MailRecord>('mail:read', listCall('/api/mails', { ...about, limit: String(MOST_MAILS + 1) }), context),
  });
}

/** What a person needs to pass an email on themselves. */
export function byHandQuery(id: string) {
  return queryOptions({
    queryKey: ['mail-by-hand', id],
    meta: { collections: ['mails'], id },
    queryFn: (context) => read<MailByHand>(`/api/mails/${encodeURIComponent(id)}/by-hand`, context),
  });
}

/** The emails waiting to be sent, of one act on many records or of all. */
export function preparedMailsQuery(batchId: string | undefined) {
  return queryOptions({
    queryKey: ['prepared-mails', batchId],
    meta: { collections: ['mails'] },
    queryFn: (context) =>
      readWith<MailRecord>('mail:read', listCall('/api/mails', { batchId, status: 'prepared', limit: '200' }), context),
  });
}
