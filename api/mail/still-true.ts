import type { KnownMail, MailState } from '../../domain/mail/mail.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import type { CheckedLetters, Told } from './checked-letters.ts';
import { checkedInvoices, checkedReceipts } from './invoice-mails.ts';
import { checkedReminders } from './invoice-reminders.ts';
import { checkedQuotes, checkedThanks } from './quote-mails.ts';
import { checkedResponses, checkedReviewRequests } from './review-mails.ts';
import { checkedRuleMails } from './rule-mails.ts';
import { checkedVisits } from './visit-mails.ts';

// By the time a waiting letter is released it may no longer be true, so it is checked against the facts then.

const ALL: readonly CheckedLetters[] = [
  checkedQuotes,
  checkedThanks,
  checkedVisits,
  checkedInvoices,
  checkedReceipts,
  checkedReminders,
  checkedResponses,
  checkedReviewRequests,
  checkedRuleMails,
];

function lettersOf({ kind }: KnownMail): CheckedLetters | undefined {
  return ALL.find(({ kinds }) => (kinds as readonly string[]).includes(kind));
}

/** What to say about a letter that is no longer true; null if it still is, and for any other kind of mail. */
export async function whyUntrue(told: Told, id: string, state: MailState): Promise<CheckedLetters | null> {
  const letters = state.outcome === 'absent' ? undefined : lettersOf(state);
  if (state.outcome === 'absent' || !letters) return null;
  return (await letters.isTrue(told, id, state)) ? null : letters;
}

/** Where a letter goes: its recipient's current address; null if there is none. Any other mail keeps its address. */
export async function addressNow(streams: Streams, state: MailState): Promise<string | null> {
  if (state.outcome === 'absent') return null;
  const letters = lettersOf(state);
  return letters ? letters.addressNow(streams, state) : state.to;
}
