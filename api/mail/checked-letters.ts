import type { KnownMail } from '../../domain/mail/mail.ts';
import type { MailKind } from '../../domain/mail/terms.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import type { EventLog } from '../../store/event-store.ts';
import type { ApiContext } from '../kit/context.ts';

/** Where the facts are looked up. */
export interface Told {
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  readModels: ApiContext['readModels'];
}

/** How letters of some kinds are checked against the present facts. */
export interface CheckedLetters {
  kinds: readonly MailKind[];
  /** What may have changed, as the start of a sentence: `The visit or its job was changed`. */
  changed: string;
  /** What to do instead: for a person about to send it, and for one who finds that it was not sent. */
  instead: string;
  after: string;
  /** Whether the letter is still true. @param id of the mail */
  isTrue(told: Told, id: string, state: KnownMail): Promise<boolean>;
  /** The recipient's current address; null if there is none. */
  addressNow(streams: Streams, state: KnownMail): Promise<string | null>;
}
