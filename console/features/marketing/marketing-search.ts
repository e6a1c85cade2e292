import * as z from 'zod/mini';
import { CAMPAIGN_STATUSES, MARKETING_PLATFORMS } from '../../../domain/campaign/terms.ts';
import { SOCIAL_POST_STATUSES } from '../../../domain/social-post/terms.ts';
import { CAMPAIGN_SORTS, type CampaignFilter } from '../../entities/campaign/campaign.ts';
import { SOCIAL_POST_SORTS, type SocialPostFilter } from '../../entities/social-post/social-post.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { oneOf, text } from '../../ui/search.ts';

/** The tabs of the page, in order; the first one is the default. */
export const MARKETING_TABS = ['campaigns', 'content', 'social', 'analytics'] as const;
export type MarketingTab = (typeof MARKETING_TABS)[number];

/** The page's URL parameters. */
export const marketingSearch = z.object({
  ...listSearch,
  tab: oneOf(MARKETING_TABS),
  /** The tab of what is open beside the list. */
  part: listSearch.tab,
  sort: sortBy([...CAMPAIGN_SORTS, ...SOCIAL_POST_SORTS]),
  status: oneOf(CAMPAIGN_STATUSES),
  /** The campaign that was selected: open on its tab, and what the other tabs work for. */
  campaign: text,
  /** Posts of a status and on a platform. */
  postStatus: oneOf(SOCIAL_POST_STATUSES),
  platform: oneOf(MARKETING_PLATFORMS),
  /** The open social post. */
  post: text,
});
export type MarketingSearch = z.output<typeof marketingSearch>;

/** The URL parameters that filter and sort the campaigns. */
export function campaignFilterOf({ q, status, removed, sort }: MarketingSearch): CampaignFilter {
  const isOfCampaigns = (CAMPAIGN_SORTS as readonly (string | undefined)[]).includes(sort?.replace(/^-/, ''));
  return { search: q, status, removed, sort: isOfCampaigns ? sort : undefined };
}

/** Those of the social posts. */
export function postFilterOf({ q, postStatus, platform, removed, sort }: MarketingSearch): SocialPostFilter {
  return { search: q, status: postStatus, platform, removed, sort };
}
