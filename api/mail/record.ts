import { mail } from '../../domain/mail/mail.ts';
import { LINK_MARK } from '../../domain/mail/marks.ts';
import { type MailDocument, mails } from '../../projections/mails.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
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
async function withTitles({ readModels, kinds }: ApiContext, shown: readonly MailRecord[]): Promise<MailRecord[]> {
  const models = readModels.peek();
  if (models === null) return [...shown];
  const found = new Map<string, string | null>();
  for (const category of new Set(shown.map((each) => each.category))) {
    const kind = kinds.all.find((each) => each.category === category);
    if (!kind) continue;
    const ids = shown.filter((each) => each.category === category).map(({ recordId }) => recordId);
    const documents = await models.get(kind.projection.collection, [...new Set(ids)]);
    for (const [id, document] of documents) found.set(`${category} ${id}`, kind.title(document));
  }
  return shown.map((each) => ({ ...each, recordTitle: found.get(`${each.category} ${each.recordId}`) ?? null }));
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
