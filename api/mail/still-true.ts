import type { KnownMail, MailState } from '../../domain/mail/mail.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { standingInvoices } from './invoice-mails.ts';
import { standingReminders } from './invoice-reminders.ts';
import type { StandingLetters } from './standing-letters.ts';
import { standingVisits } from './visit-mails.ts';

// A letter that waits for a person may not be true any more when it is sent: it is held against what is so then.

const ALL: readonly StandingLetters[] = [standingVisits, standingInvoices, standingReminders];

function lettersOf({ kind }: KnownMail): StandingLetters | undefined {
  return ALL.find(({ kinds }) => (kinds as readonly string[]).includes(kind));
}

/** How a letter does not say what is so; null where it does, as every other mail. */
export async function whyUntrue(streams: Streams, id: string, state: MailState): Promise<StandingLetters | null> {
  const letters = state.outcome === 'absent' ? undefined : lettersOf(state);
  if (state.outcome === 'absent' || !letters) return null;
  return (await letters.isTrue(streams, id, state)) ? null : letters;
}

/** Where a letter goes: the address of whom it is to, as it is now; null where there is none. Any other mail stays as it is. */
export async function addressNow(streams: Streams, state: MailState): Promise<string | null> {
  if (state.outcome === 'absent') return null;
  const letters = lettersOf(state);
  return letters ? letters.addressNow(streams, state) : state.to;
}
