import type { MailRecord } from '../../../api/mail/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';

/** What a list of mails is narrowed by. */
export interface MailFilter {
  search?: string | undefined;
  sort?: string | undefined;
  status?: string | undefined;
  needsPerson?: boolean | undefined;
  /** The record that they belong to. */
  category?: string | undefined;
  recordId?: string | undefined;
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
