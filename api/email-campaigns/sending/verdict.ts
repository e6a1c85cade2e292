import type { RecipientEnd } from '../../../domain/campaign-part/terms.ts';
import { tryAgainAt } from '../../../domain/kit/effect.ts';
import type { BulkEnd } from '../../../platform/mail/bulk.ts';

/** What an answer means. */
export interface Verdict {
  /** For its recipient: an end, or another try. */
  recipient: { end: RecipientEnd; code: string | null } | { dueAt: string | null; code: string | null };
  /** For how fast the next ones go; null if it says nothing of that. */
  server: 'takes' | 'refuses' | 'puts off' | 'slows down' | 'is away' | null;
  /**
   * Whether there is no such mailbox, so that no campaign is sent to it any more. A code without a reason is also how servers
   * answer a sender for whom they pass nothing on: it is likely only where they take mails of others.
   */
  isBounced?: 'surely' | 'likely';
  /** Why none of the campaign is sent before a person has seen to it. */
  stop: string | null;
}

/** Another try that this one does not count for. */
const AS_BEFORE = { dueAt: null, code: null };

/** Of the recipient's address (RFC 3463, RFC 7505). */
const NO_MAILBOX = /^5\d\d 5\.1\.([1236]|10)$/;
/** Without a reason from which another one could be told (RFC 5321). */
const PERHAPS_NO_MAILBOX = /^55[013]$/;
/** Of the sender's address (RFC 3463): servers like Postfix say so only once they are told a recipient. */
const BAD_SENDER = /^5\d\d 5\.1\.[78]$/;

/**
 * What becomes of a mail by how the server answered. It is tried again only if the server certainly took nothing.
 * @param tries how often it was put off before
 * @param now ISO UTC
 */
export function verdictOf(answer: BulkEnd['answer'], tries: number, now: string): Verdict {
  switch (answer.did) {
    case 'taken':
      return { recipient: { end: 'sent', code: null }, server: 'takes', stop: null };
    case 'called back':
      return { recipient: AS_BEFORE, server: null, stop: null };
    case 'not reached':
      return { recipient: AS_BEFORE, server: 'is away', stop: answer.isForGood ? answer.said : null };
    case 'put off': {
      const { code } = answer;
      const dueAt = tryAgainAt(tries + 1, now);
      const recipient = dueAt === null ? { end: 'refused' as const, code } : { dueAt, code };
      return { recipient, server: code.startsWith('421') ? 'slows down' : 'puts off', stop: null };
    }
    case 'refused':
      if (answer.of === 'sender' || BAD_SENDER.test(answer.code)) {
        const stop = `The mail server does not take mail from this sender: ${answer.said}`;
        return { recipient: AS_BEFORE, server: 'refuses', stop };
      }
      return {
        recipient: { end: 'refused', code: answer.code || null },
        server: 'refuses',
        stop: null,
        ...(answer.of === 'recipient' && bouncedBy(answer.code)),
      };
    case 'unknown':
      // Another mail may well end the same way, and is lost then too.
      return { recipient: { end: 'uncertain', code: null }, server: 'is away', stop: null };
    default:
      return answer satisfies never;
  }
}

function bouncedBy(code: string): Pick<Verdict, 'isBounced'> {
  if (NO_MAILBOX.test(code)) return { isBounced: 'surely' };
  return PERHAPS_NO_MAILBOX.test(code) ? { isBounced: 'likely' } : {};
}
