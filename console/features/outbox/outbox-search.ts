import * as z from 'zod/mini';
import type { mailList } from '../../../api/mail/schema.ts';
import { MAIL_STATUSES } from '../../../domain/mail/terms.ts';
import { mailsPath } from '../../entities/mail/mail.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The columns the server can sort by. */
export const OUTBOX_SORTS = ['createdAt'] as const satisfies readonly (keyof typeof mailList.sorts)[];

/** The page's URL parameters: filters, and the open email. */
export const outboxSearch = z.object({
  ...listSearch,
  sort: sortBy(OUTBOX_SORTS),
  status: oneOf(MAIL_STATUSES),
  needsPerson: flag,
  /** The record they belong to. */
  category: text,
  recordId: text,
  /** The customer whose quotes, jobs and invoices they are about. */
  customerId: text,
  /** An act on many records at once, such as an applied rain day. */
  batchId: text,
  mail: text,
});
export type OutboxSearch = z.output<typeof outboxSearch>;

/** The call for the URL parameters. */
export function outboxPath({ q, sort, status, needsPerson, ...about }: OutboxSearch): string {
  const { category, recordId, customerId, batchId } = about;
  return mailsPath({ search: q, sort, status, needsPerson, category, recordId, customerId, batchId });
}
