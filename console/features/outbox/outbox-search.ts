import * as z from 'zod/mini';
import type { mailList } from '../../../api/mail/schema.ts';
import { MAIL_STATUSES } from '../../../domain/mail/terms.ts';
import { mailsPath } from '../../entities/mail/mail.ts';
import { listSearch, sortBy } from '../../records/list-search.ts';
import { flag, oneOf, text } from '../../ui/search.ts';

/** The columns that the server sorts by. */
export const OUTBOX_SORTS = ['createdAt'] as const satisfies readonly (keyof typeof mailList.sorts)[];

/** What of the page is in its address: filters, and the open email. */
export const outboxSearch = z.object({
  ...listSearch,
  sort: sortBy(OUTBOX_SORTS),
  status: oneOf(MAIL_STATUSES),
  needsPerson: flag,
  /** The record that they belong to. */
  category: text,
  recordId: text,
  /** Whose quotes, jobs and invoices they are about. */
  customerId: text,
  /** What was done with many records at once, as an applied rain day. */
  batchId: text,
  mail: text,
});
export type OutboxSearch = z.output<typeof outboxSearch>;

/** The call that the address means. */
export function outboxPath({ q, sort, status, needsPerson, ...about }: OutboxSearch): string {
  const { category, recordId, customerId, batchId } = about;
  return mailsPath({ search: q, sort, status, needsPerson, category, recordId, customerId, batchId });
}
