import { z } from 'zod';
import {
  CAMPAIGN_LIMITS,
  CAMPAIGN_STATUS_LABELS,
  CAMPAIGN_STATUSES,
  CONTENT_TYPES,
  MARKETING_PLATFORMS,
} from '../../domain/campaign/terms.ts';
import {
  amount,
  createBody,
  dayOrInstant,
  type Field,
  line,
  list,
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

const STATUS = `The status must be one of: ${CAMPAIGN_STATUSES.join(', ')}.`;

export const createCampaignBody = createBody(campaignFields).extend({
  status: z.literal('draft', 'A new campaign is a draft.').optional(),
});

export const reviseCampaignBody = reviseBody(campaignFields).extend({
  status: z.enum(CAMPAIGN_STATUSES, STATUS).optional(),
});

export const campaignList = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', CAMPAIGN_STATUSES, 'status'),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', name: 'nameKey' },
};

export const campaignRecord = recordSchema('Campaign', campaignFields, {
  status: z.string().meta({ 'x-labels': CAMPAIGN_STATUS_LABELS }),
  metrics: campaignMetrics,
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
