import { mail } from '../../domain/mail/mail.ts';
import { LINK_MARK } from '../../domain/mail/marks.ts';
import { type MailDocument, mails } from '../../projections/mails.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { keyOf, titlesOf } from '../kit/titles.ts';
import type { MailRecord } from './schema.ts';

function presentMail(mail: MailDocument): MailRecord {
  return {
    ...shownOf({}, mail),
    kind: mail.kind,
    category: mail.category,
    recordId: mail.recordId,
    recordTitle: null,
    batchId: mail.batchId,
    to: mail.to,
    toName: mail.toName,
    subject: mail.subject,
    text: mail.text?.replaceAll(LINK_MARK, '[link]') ?? null,
    status: mail.status,
    attempt: mail.attempt,
    dueAt: mail.dueAt,
    reason: mail.reason,
    since: mail.since,
    isMarked: mail.markedAt !== null,
    erased: mail.erased === true,
  };
}

/** Adds the titles of the records they belong to. */
async function withTitles(context: ApiContext, shown: readonly MailRecord[]): Promise<MailRecord[]> {
  const recordOf = ({ category, recordId }: MailRecord) => ({ category, id: recordId });
  const titles = await titlesOf(context, shown.map(recordOf));
  return shown.map((each) => ({ ...each, recordTitle: titles.get(keyOf(recordOf(each))) ?? null }));
}

export const mailKind = recordKind({
  decider: mail,
  projection: mails,
  area: 'mail',
  title: ({ subject }: MailDocument) => subject,
  present: presentMail,
  join: withTitles,
  partOf: ({ category, recordId }) => ({ category, id: recordId }),
});
