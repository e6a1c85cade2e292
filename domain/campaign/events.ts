import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** What is known of a campaign. */
export const campaignDetails = z.object({
  name: z.string(),
  description: z.string().nullable(),
  targetAudience: z.string().nullable(),
  /** Integer cents. */
  budget: z.int().nullable(),
  /** The first and the last day, `YYYY-MM-DD` in the company's zone. */
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  platforms: z.array(z.string()),
  contentTypes: z.array(z.string()),
});

/** What is said of a campaign, where nobody said anything. */
export const NO_CAMPAIGN_DETAILS = {
  description: null,
  targetAudience: null,
  budget: null,
  startDate: null,
  endDate: null,
  platforms: [],
  contentTypes: [],
};

/** A new campaign is a draft. */
const CampaignCreated = defineEvent(
  'CampaignCreated',
  z.object({ ...campaignDetails.shape, status: z.string(), createdAt: z.string() }),
);

/** Holds only the fields that changed. */
const CampaignRevised = defineEvent('CampaignRevised', campaignDetails.partial());
const CampaignStatusChanged = defineEvent('CampaignStatusChanged', z.object({ status: z.string() }));
const CampaignRemoved = defineEvent('CampaignRemoved', z.object({}));
const CampaignRestored = defineEvent('CampaignRestored', z.object({}));

export const campaignEvents = [
  CampaignCreated,
  CampaignRevised,
  CampaignStatusChanged,
  CampaignRemoved,
  CampaignRestored,
] as const;

export type CampaignEvent = BodyOf<(typeof campaignEvents)[number]>;
export type CampaignDetails = z.output<typeof campaignDetails>;
