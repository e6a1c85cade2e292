import type { KnownMail } from '../../domain/mail/mail.ts';
import type { MailKind } from '../../domain/mail/terms.ts';
import type { Streams } from '../../platform/commands/streams.ts';

/** How letters of some kinds are held against what is so. */
export interface StandingLetters {
  kinds: readonly MailKind[];
  /** What may have changed, as a sentence begins: `The visit or its job was changed`. */
  changed: string;
  /** What a person does instead, who was about to send it; and who finds that it was not sent. */
  instead: string;
  after: string;
  /** Whether it says what is so. @param id of the mail */
  isTrue(streams: Streams, id: string, state: KnownMail): Promise<boolean>;
  /** The address of whom it is to, as it is now; null where there is none. */
  addressNow(streams: Streams, state: KnownMail): Promise<string | null>;
}
