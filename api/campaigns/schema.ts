import { z } from 'zod';
import {
  CAMPAIGN_LIMITS,
  CAMPAIGN_STATUS_LABELS,
  CAMPAIGN_STATUSES,
  CONTENT_TYPES,
  MARKETING_PLATFORMS,
} from '../../domain/campaign/terms.ts';
import { NO_RATE } from '../../domain/campaign-response/terms.ts';
import {
  EMAIL_CAMPAIGN_LIMITS,
  EMAIL_CAMPAIGN_STATUS_LABELS,
  EMAIL_CAMPAIGN_STATUSES,
  EMAIL_TEMPLATE_LABELS,
  EMAIL_TEMPLATES,
} from '../../domain/email-campaign/terms.ts';
import { segmentField } from '../audience/schema.ts';
import {
  amount,
  createBody,
  dayOrInstant,
  type Field,
  instant,
  line,
  list,
  presetChoice,
  recordSchema,
  requiredLine,
  reviseBody,
  text,
} from '../kit/fields/fields.schema.ts';
import { oneOf, removedOnes } from '../kit/lists/lists.schema.ts';
import { campaignMetrics } from './outcomes.schema.ts';

/** Dollars as a number on the wire, as the specification has the budget of a campaign. */
const dollars: Field<number | null> = {
  ...amount('The budget'),
  shown: z.number().nullable(),
  show: (cents) => (cents === null ? null : cents / 100),
};

function someOf<const Value extends string>(plural: string, choices: readonly Value[]): Field<string[]> {
  const wrong = `Each of the ${plural} must be one of: ${choices.join(', ')}.`;
  return list<string>(plural, z.enum(choices, wrong), choices.length, z.string());
}

/** What a body may give for a campaign, and what the campaign shows. */
export const campaignFields = {
  name: requiredLine('The name', CAMPAIGN_LIMITS.name, 'Campaign name is required.'),
  description: text('The description', CAMPAIGN_LIMITS.description),
  targetAudience: line('The target audience', CAMPAIGN_LIMITS.targetAudience),
  budget: dollars,
  startDate: dayOrInstant('The first day'),
  endDate: dayOrInstant('The last day'),
  platforms: someOf('platforms', MARKETING_PLATFORMS),
  contentTypes: someOf('content types', CONTENT_TYPES),
};

/** A text that is there from the beginning, if only as an empty one. */
function words({ given }: Field<string | null>): Field<string> {
  return { given: given.transform((said) => said ?? ''), none: '', shown: z.string(), show: (stored) => stored };
}

/** The same for a campaign by email. */
export const emailCampaignFields = {
  name: campaignFields.name,
  subject: words(line('The subject', EMAIL_CAMPAIGN_LIMITS.subject)),
  content: words(text('The text', EMAIL_CAMPAIGN_LIMITS.content)),
  templateType: presetChoice('The template type', EMAIL_TEMPLATES, 'promotional'),
  scheduledDate: instant('The scheduled date'),
  segment: segmentField,
};

/** One list has both, and a body may name the fields of either; which of them belong together, `requireOneShape` says. */
const fieldsOfBoth = { ...campaignFields, ...emailCampaignFields };

const STATUS = `The status must be one of: ${CAMPAIGN_STATUSES.join(', ')}.`;

export const createCampaignBody = createBody(fieldsOfBoth).extend({
  status: z.literal('draft', 'A new campaign is a draft.').optional(),
});

export const reviseCampaignBody = reviseBody(fieldsOfBoth).extend({
  status: z.enum(CAMPAIGN_STATUSES, STATUS).optional(),
});

/** Of which kind a campaign is: one by email is one whose first body had the key `subject` or `templateType`. */
export const CAMPAIGN_KINDS = ['campaign', 'email'] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

/** Of every status that a campaign of either kind has. */
const EVERY_STATUS = [...new Set([...CAMPAIGN_STATUSES, ...EMAIL_CAMPAIGN_STATUSES])];

/** Both kinds are listed by it; which of them, `kind` says. */
export const campaignList = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', EVERY_STATUS, 'status'),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', name: 'nameKey' },
};

/** What a campaign of one kind has of the other. */
export const NO_EMAIL = {
  subject: null,
  content: null,
  templateType: null,
  scheduledDate: null,
  segment: null,
  totalRecipients: 0,
  openRate: NO_RATE,
  clickRate: NO_RATE,
  responses: null,
  sending: null,
} as const;

/** How many recipients did something. */
const responders = z.object({
  people: z.number().describe('As far as anybody can tell, they did it themselves.'),
  machines: z.number().describe('A scanner or a mail service did it for them.'),
});

const RATE = 'Of the emails that were sent, those that people, not machines,';

export const campaignRecord = recordSchema('Campaign', campaignFields, {
  kind: z.enum(CAMPAIGN_KINDS),
  status: z.string().meta({ 'x-labels': { ...CAMPAIGN_STATUS_LABELS, ...EMAIL_CAMPAIGN_STATUS_LABELS } }),
  metrics: campaignMetrics,
  subject: z.string().nullable().describe('Of a campaign by email, like what follows.'),
  content: z.string().nullable(),
  templateType: z.string().nullable().meta({ 'x-labels': EMAIL_TEMPLATE_LABELS }),
  scheduledDate: z.string().nullable().describe('When it begins to be sent by itself.'),
  segment: segmentField.shown.describe(
    'Whom it is for: whoever meets all conditions that are not null; null for all customers.',
  ),
  totalRecipients: z.number().describe('0 until it is known who gets it, when its sending begins.'),
  openRate: z.string().describe(`${RATE} opened, in percent.`),
  clickRate: z.string().describe(`${RATE} followed a link of, in percent.`),
  responses: z
    .object({ opened: responders, clicked: responders })
    .nullable()
    .describe('How many recipients responded; null before its sending begins.'),
  sending: z
    .object({
      begunAt: z.string(),
      endedAt: z.string().nullable(),
      why: z.string().nullable().describe('What has stopped it; null if a person did, or nothing has.'),
      waiting: z.number().describe('Recipients without an end yet; how many came to each end follows.'),
      sent: z.number(),
      bounced: z.number().describe('The mail server took the email, and it came back later.'),
      refused: z.number(),
      suppressed: z.number(),
      gone: z.number(),
      uncertain: z.number(),
    })
    .nullable()
    .describe('Null before it begins.'),
});

export type CampaignRecord = z.output<typeof campaignRecord>;

/** What all campaigns together are, and what each of them brought in. */
export const campaignFigures = z
  .object({
    total: z.number(),
    active: z.number(),
    scheduledPosts: z.number().describe('`GET /api/marketing/social-posts?status=scheduled` lists them.'),
    leads: z.number().describe('That came by these campaigns.'),
    campaigns: z
      .array(campaignRecord.pick({ id: true, name: true, status: true, budget: true, metrics: true }))
      .describe('All of them, the greatest revenue first.'),
  })
  .meta({ id: 'CampaignFigures' });
export type CampaignFigures = z.output<typeof campaignFigures>;
