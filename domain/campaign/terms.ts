/** Where a campaign stands; a new one is a draft (spec, staff console, section 4). */
export const CAMPAIGN_STATUSES = ['draft', 'active', 'paused', 'completed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const CAMPAIGN_STATUS_LABELS: Readonly<Record<string, string>> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
} satisfies Record<CampaignStatus, string>;

/** What may follow each status. Only an undo makes a campaign a draft again. */
export const CAMPAIGN_MOVES: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  draft: ['active'],
  active: ['paused', 'completed'],
  paused: ['active', 'completed'],
  completed: ['active'],
};

/** Where the company posts, also for a campaign (spec, staff console, section 3). */
export const MARKETING_PLATFORMS = ['facebook', 'instagram', 'linkedin', 'twitter', 'tiktok'] as const;
export type MarketingPlatform = (typeof MARKETING_PLATFORMS)[number];

export const MARKETING_PLATFORM_LABELS: Readonly<Record<string, string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'X (Twitter)',
  tiktok: 'TikTok',
} satisfies Record<MarketingPlatform, string>;

/** What posts of a campaign are about (spec, staff console, section 7). */
export const CONTENT_TYPES = ['educational', 'before-after', 'seasonal-tips', 'safety', 'testimonials'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const CONTENT_TYPE_LABELS: Readonly<Record<string, string>> = {
  educational: 'Educational',
  'before-after': 'Before and after',
  'seasonal-tips': 'Seasonal tips',
  safety: 'Safety',
  testimonials: 'Testimonials',
} satisfies Record<ContentType, string>;

/** The longest texts, in characters. */
export const CAMPAIGN_LIMITS = { name: 200, description: 2_000, targetAudience: 500 } as const;
