import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** A mailbox, and every customer who has it: they get one mail. */
export const recipient = z.object({
  /** The keyed hash that suppressions have too; the address itself is read when the mail is sent. */
  mailboxId: z.string(),
  customerIds: z.array(z.string()),
});

/** Who is in the part; it stays so, and they are known by their places in this list from here on. */
const CampaignPartListed = defineEvent(
  'CampaignPartListed',
  z.object({ campaignId: z.string(), number: z.int(), recipients: z.array(recipient), at: z.string() }),
);
/** Their mails are sent now, by one run of the sending alone. */
const CampaignRecipientsClaimed = defineEvent(
  'CampaignRecipientsClaimed',
  z.object({ run: z.string(), indexes: z.array(z.int()), at: z.string() }),
);
/** The server took nothing: they are tried again. A code counts as a try, null does not. */
const CampaignRecipientsPutBack = defineEvent(
  'CampaignRecipientsPutBack',
  z.object({
    recipients: z.array(z.object({ index: z.int(), code: z.string().nullable(), dueAt: z.string().nullable() })),
    at: z.string(),
  }),
);
const CampaignRecipientsEnded = defineEvent(
  'CampaignRecipientsEnded',
  z.object({
    /** Of what the server answered only the code is kept: its words may name the address. */
    ends: z.array(z.object({ index: z.int(), end: z.string(), code: z.string().nullable() })),
    at: z.string(),
  }),
);

/** A mail that the server had taken came back. */
const CampaignMailBounced = defineEvent(
  'CampaignMailBounced',
  z.object({
    index: z.int(),
    /** The status of the report (RFC 3463), such as `5.1.1`; null where a person says so. */
    code: z.string().nullable(),
    at: z.string(),
  }),
);
/** A person has a mail sent again of which nobody knows whether the server took it. */
const CampaignMailAskedAgain = defineEvent('CampaignMailAskedAgain', z.object({ index: z.int(), at: z.string() }));

export const campaignPartEvents = [
  CampaignPartListed,
  CampaignRecipientsClaimed,
  CampaignRecipientsPutBack,
  CampaignRecipientsEnded,
  CampaignMailBounced,
  CampaignMailAskedAgain,
] as const;

export type CampaignPartEvent = BodyOf<(typeof campaignPartEvents)[number]>;
export type Listed = z.output<typeof recipient>;
