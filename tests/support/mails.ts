import { registry } from '../../domain/index.ts';
import type { MailEvent } from '../../domain/mail/events.ts';
import type { MailCommand } from '../../domain/mail/mail.ts';
import { LINK_MARK } from '../../domain/mail/marks.ts';
import { createCodec } from '../../store/codec.ts';
import { openEmbeddedStores } from '../../store/embedded/stores.ts';
import { subjectKeys } from '../../store/subject-keys.ts';
import { appendTo } from './lead-events.ts';

/** A mail with a quote, to nobody who was recorded. */
export function intendMail(now: string): MailCommand {
  return {
    type: 'IntendMail',
    mail: {
      ...{ kind: 'quote', category: 'equipment', recordId: 'e', link: null },
      ...{ to: 'ada@example.com', toName: 'Ada Lovelace', subject: 'Your quote', text: 'Here it is.' },
    },
    now,
  };
}

/** A mail in a log, and what came of it so far. */
export interface LeftMail {
  id: string;
  to?: string;
  dueAt: string;
  intendedAt: string;
  came?: MailEvent[];
}

/** Leaves mails in the log of a folder that nobody serves. */
export async function leaveMails(folder: string, mails: readonly LeftMail[]): Promise<void> {
  const stores = await openEmbeddedStores({ folder, now: Date.now, durable: false });
  const log = stores.eventStore(createCodec(registry, subjectKeys(stores.state)));
  for (const { id, to = 'ada@example.com', dueAt, intendedAt, came = [] } of mails) {
    const letter = {
      to,
      toName: 'Ada Lovelace',
      subject: `About ${id}`,
      text: `Hi Ada,\n\n${LINK_MARK}\n\nThe office`,
    };
    const belongs = { kind: 'quote', category: 'lead', recordId: 'l', link: null };
    const intended: MailEvent = { type: 'MailIntended', data: { ...belongs, ...letter, dueAt, intendedAt } };
    await appendTo(log, `mail-${id}`, intended, ...came);
  }
  await stores.close();
}
