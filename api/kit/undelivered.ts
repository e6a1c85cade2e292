import type { MailCategory, MailKind } from '../../domain/mail/terms.ts';
import { mails } from '../../projections/mails.ts';
import type { ApiContext } from './context.ts';

/** A record that goes to a customer by mail. */
interface Mailed {
  id: string;
  status: string;
  /** When it was last sent, ISO UTC; null: never. */
  sentAt: string | null;
}

/** What is looked up, by the name of its records and of its letters. */
interface Letters {
  category: MailCategory;
  /** Of the letters with which a record is sent. */
  kind: MailKind;
  /** The status in which a record waits for its customer: in any other it no longer matters. */
  waits: string;
}

export const QUOTE_LETTERS: Letters = { category: 'quote', kind: 'quote', waits: 'sent' };

/** More letters than a page of records has. */
const MOST = 1_000;

/** Adds why the letter with which a record was last sent was not delivered; null if it was, or may still be. */
export async function withUndelivered<Shown extends Mailed>(
  { readModels }: ApiContext,
  { category, kind, waits }: Letters,
  shown: readonly Shown[],
): Promise<(Shown & { undelivered: string | null })[]> {
  const models = readModels.peek();
  const sent = new Map(
    shown.flatMap(({ id, status, sentAt }) => (status === waits && sentAt !== null ? [[id, sentAt] as const] : [])),
  );
  const why = new Map<string, string | null>();
  if (models !== null && sent.size > 0) {
    const where = { category, recordId: { in: [...sent.keys()] }, status: 'failed' };
    const { documents } = await models.find(mails.collection, { where, limit: MOST });
    for (const letter of documents)
      if (letter.kind === kind && letter.createdAt >= (sent.get(letter.recordId) ?? ''))
        why.set(letter.recordId, letter.reason);
  }
  return shown.map((each) => ({ ...each, undelivered: why.get(each.id) ?? null }));
}
