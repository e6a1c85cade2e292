import { z } from 'zod';
import { EVERYBODY, firstSegment, segment } from '../audience/segment.ts';
import { RECIPIENT_ENDS, type RecipientEnd } from '../campaign-part/terms.ts';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const firstDetails = z.object({
  name: z.string(),
  subject: z.string(),
  /** Plain text with fields; paragraphs are apart by an empty line. */
  content: z.string(),
  /** One of EMAIL_TEMPLATES. */
  templateType: z.string(),
  /** When it begins by itself, ISO UTC; null for when somebody sends it. */
  scheduledDate: z.string().nullable(),
  /** Whom it is for; null for every customer with an email address. */
  segment: firstSegment.nullable(),
});

/** What a campaign says to whom. It is the same for everybody, with fields for what is each one's own. */
export const emailCampaignDetails = firstDetails.extend({ segment: segment.nullable() });

/** A segment from before there were tags asks for none. */
const withoutTags = (before: z.output<typeof firstSegment> | null) => before && { ...EVERYBODY, ...before };

/** How many recipients came to each end. */
const endCounts = z.object(
  Object.fromEntries(RECIPIENT_ENDS.map((end) => [end, z.int()])) as Record<RecipientEnd, z.ZodInt>,
);
const firstEndCounts = endCounts.omit({ bounced: true });

const at = z.object({ at: z.string() });

const EmailCampaignCreated = defineEvent('EmailCampaignCreated', firstDetails.extend({ createdAt: z.string() })).next(
  emailCampaignDetails.extend({ createdAt: z.string() }),
  (before) => ({
    ...before,
    segment: withoutTags(before.segment),
  }),
);
/** Holds only the fields that changed. */
const EmailCampaignRevised = defineEvent('EmailCampaignRevised', firstDetails.partial()).next(
  emailCampaignDetails.partial(),
  ({ segment: before, ...others }) => ({ ...others, ...(before !== undefined && { segment: withoutTags(before) }) }),
);
const EmailCampaignRemoved = defineEvent('EmailCampaignRemoved', z.object({}));
const EmailCampaignRestored = defineEvent('EmailCampaignRestored', z.object({}));

/** From here on it stays as it is, and who gets it is written down. */
const EmailCampaignSendingBegun = defineEvent('EmailCampaignSendingBegun', at);
/** All of its parts are written: how many there are, and how many recipients in all. */
const EmailCampaignListed = defineEvent(
  'EmailCampaignListed',
  z.object({ parts: z.int(), recipients: z.int(), at: z.string() }),
);
/** By a person, or because of what is missing: then it says why. */
const EmailCampaignPaused = defineEvent(
  'EmailCampaignPaused',
  z.object({ why: z.string().nullable(), at: z.string() }),
);
const EmailCampaignResumed = defineEvent('EmailCampaignResumed', at);
const EmailCampaignCancelled = defineEvent('EmailCampaignCancelled', at);
/** Each recipient has an end. */
const EmailCampaignSent = defineEvent('EmailCampaignSent', at.extend({ counts: firstEndCounts })).next(
  at.extend({ counts: endCounts }),
  ({ counts, ...before }) => ({ ...before, counts: { ...counts, bounced: 0 } }),
);
/** Somebody waits again after that. */
const EmailCampaignReopened = defineEvent('EmailCampaignReopened', at);

export const emailCampaignEvents = [
  EmailCampaignCreated,
  EmailCampaignRevised,
  EmailCampaignRemoved,
  EmailCampaignRestored,
  EmailCampaignSendingBegun,
  EmailCampaignListed,
  EmailCampaignPaused,
  EmailCampaignResumed,
  EmailCampaignCancelled,
  EmailCampaignSent,
  EmailCampaignReopened,
] as const;

export type EmailCampaignEvent = BodyOf<(typeof emailCampaignEvents)[number]>;
export type EmailCampaignDetails = z.output<typeof emailCampaignDetails>;
export type EndCounts = z.output<typeof endCounts>;
