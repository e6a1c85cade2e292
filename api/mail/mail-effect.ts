import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import type { EffectOutcome } from '../../domain/kit/effect.ts';
import { ERASED } from '../../domain/kit/event.ts';
import { mailAddress } from '../../domain/kit/mail-address.ts';
import type { MailEvent } from '../../domain/mail/events.ts';
import { attemptDue, type KnownMail, type MailCommand, type MailState, mail } from '../../domain/mail/mail.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { EffectKind } from '../../platform/effects/effects.ts';
import type { Delivery } from '../../platform/mail/mail-servers.ts';
import { type Attachment, type Mailbox, messageOf, type Sending } from '../../platform/mail/message.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { type Clock, isoNow } from '../../platform/runtime/clock.ts';
import type { MarketingChecked } from '../suppressions/marketing-mail.ts';

/** The sender when none is configured; mail then stays in the outbox. */
const NOBODY_SAID = 'office@heartwood.invalid';

/** Makes the link in a mail at the moment of sending; null if the mail has none. */
export type MailLinks = (mail: Pick<KnownMail, 'link' | 'category' | 'recordId'>) => Promise<string | null>;

/** Makes the files attached to a mail at the moment of sending. @throws if they cannot be made now */
export type MailAttachments = (mail: Pick<KnownMail, 'kind' | 'link' | 'recordId'>) => Promise<Attachment[]>;

/** Mail as effects outside. */
export function mailEffect(options: {
  streams: Streams;
  /** Where mail goes now. */
  delivery(): Promise<Pick<Delivery, 'transport' | 'from'>>;
  outbox: Pick<Outbox, 'forget'>;
  links: MailLinks;
  /** If they cannot be made, the mail is not sent but tried again. */
  attachments: MailAttachments;
  /** Why a mail must no longer be sent; null if what it says is still true. Asked right before each attempt. */
  untrue(id: string, mail: KnownMail): Promise<string | null>;
  /** Whether its recipient may get marketing, asked last, as it may take their turn; null for any other mail. */
  marketing(id: string, mail: KnownMail): Promise<MarketingChecked | null>;
  clock: Clock;
}): EffectKind<MailState, MailCommand, MailEvent> {
  const { streams, delivery, outbox, links, attachments, untrue, marketing, clock } = options;

  async function send(
    id: string,
    known: KnownMail,
    { transport, ...readied }: Readied & Pick<Delivery, 'transport'>,
    signal: AbortSignal,
  ) {
    const to = mailAddress(known.to ?? '');
    if (known.to === ERASED) return refused('The person was erased.');
    if (to === null) return refused(`“${known.to ?? ''}” is not an email address.`);
    const outgoing = messageOf(known, { id, ...readied, now: isoNow(clock) }, to);
    return transport.send(outgoing, signal);
  }

  /** @returns null if they cannot be made now */
  async function filesOf(known: KnownMail): Promise<readonly Attachment[] | null> {
    try {
      return await attachments(known);
    } catch {
      return null;
    }
  }

  async function readied(id: string, known: KnownMail) {
    const [link, why] = [await links(known), await untrue(id, known)];
    const checked = why === null ? await marketing(id, known) : null;
    return { link, why: why ?? checked?.why ?? null, parts: checked?.parts ?? null };
  }

  return {
    decider: mail,
    due: attemptDue,
    withdrawal: (now) => ({ type: 'CancelMail', now, mayBeLate: true }),
    async prepare(id, before) {
      const { transport, from } = await delivery();
      const sender = senderOf(from, await readCompany(streams));
      const { link, why, parts } = before.outcome === 'absent' ? NOTHING : await readied(id, before);
      const files = before.outcome === 'absent' || why !== null ? [] : await filesOf(before);
      return async (known, signal) => {
        if (known.outcome === 'absent') return refused('There is no such email.');
        if (why !== null) return refused(why);
        if (files === null) return NO_FILES;
        const outcome = await send(
          id,
          known,
          { ...sender, transport, link, attachments: files, marketing: parts },
          signal,
        );
        // The person may have been erased while it was written, before the file existed to be deleted.
        if (isErased((await streams.load(mail, id)).state)) await outbox.forget(id);
        return outcome;
      };
    },
  };
}

const NOTHING = { link: null, why: null, parts: null };

const NO_FILES: EffectOutcome = {
  did: 'not taken',
  reason: 'Its attachment could not be made, so it was not sent.',
};

type Readied = Omit<Sending, 'id' | 'now'>;

/** Who a mail is from. */
export interface Sender {
  from: Mailbox;
  replyTo: Mailbox | null;
}

/** In the company's name, unless the sender is configured with one; replies go to the company's own address. */
export function senderOf(configured: Mailbox | null, company: { name: string | null; email: string | null }): Sender {
  const name = company.name ?? COMPANY_DEFAULTS.name;
  const own = mailAddress(company.email ?? '');
  const address = configured?.address ?? own ?? NOBODY_SAID;
  const replyTo = own === null || own === address ? null : { name, address: own };
  return { from: { name: configured?.name ?? name, address }, replyTo };
}

function isErased(state: MailState): boolean {
  return state.outcome !== 'absent' && (state.isErased === true || state.to === ERASED);
}

function refused(reason: string): EffectOutcome {
  return { did: 'refused', reason };
}
