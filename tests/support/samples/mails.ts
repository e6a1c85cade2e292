import type { MailEvent } from '../../../domain/mail/events.ts';
import type { MailCommand } from '../../../domain/mail/mail.ts';
import { LINK_MARK } from '../../../domain/mail/marks.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import type { Answer, Client } from '../requests/client.ts';
import { expectStatus } from '../server.ts';
import { appendTo } from './lead-events.ts';

/** A mail with a quote, about no recorded person. */
export function intendMail(now: string): MailCommand {
  return {
    type: 'IntendMail',
    mail: {
      kind: 'quote',
      category: 'equipment',
      recordId: 'e',
      link: null,
      to: 'ada@example.com',
      toName: 'Ada Lovelace',
      subject: 'Your quote',
      text: 'Here it is.',
    },
    now,
  };
}

/** The mails of a quote, newest first, once they have the expected statuses. */
export async function mailsOfQuote(client: Client, id: string, ...statuses: string[]): Promise<Answer['body'][]> {
  for (;;) {
    const { body } = await client.get(`/api/mails?category=quote&recordId=${id}`).then(expectStatus(200));
    if (body.map((mail: Answer['body']) => mail.status).join() === statuses.join()) return body;
  }
}

/** The text of a mail as a mail program decodes it. @param raw pure ASCII */
export function decodedMail(raw: string): string {
  return raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

/** A mail in a log, and its progress so far. */
export interface LeftMail {
  id: string;
  to?: string;
  /** Null if it waits for release. */
  dueAt: string | null;
  intendedAt: string;
  came?: MailEvent[];
}

/** Leaves mails in a log that no server is using. @param env names the stores */
export async function leaveMails(env: Record<string, string>, mails: readonly LeftMail[]): Promise<void> {
  const stores = await openStores(parseConfig(env), systemClock);
  for (const { id, to = 'ada@example.com', dueAt, intendedAt, came = [] } of mails) {
    const letter = {
      to,
      toName: 'Ada Lovelace',
      subject: `About ${id}`,
      text: `Hi Ada,\n\n${LINK_MARK}\n\nThe office`,
    };
    const belongs = { kind: 'quote', category: 'lead', recordId: 'l', link: null, batchId: null };
    const intended: MailEvent = { type: 'MailIntended', data: { ...belongs, ...letter, dueAt, intendedAt } };
    await appendTo(stores.log, `mail-${id}`, intended, ...came);
  }
  await stores.close();
}

/** The first attachment of a mail, with the name its headers give it. */
export function attachmentOf(raw: string): { name: string | undefined; bytes: Buffer } {
  const [, name, base64 = ''] = /filename="?([^"\r\n]+)"?\r\n(?:[^\r\n]+\r\n)*\r\n([\w+/=\r\n]+)/.exec(raw) ?? [];
  return { name, bytes: Buffer.from(base64, 'base64') };
}
