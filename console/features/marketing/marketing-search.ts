import * as z from 'zod/mini';
import { CAMPAIGN_STATUSES } from '../../../domain/campaign/terms.ts';
import { CAMPAIGN_SORTS, type CampaignFilter } from '../../entities/campaign/campaign.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { oneOf, text } from '../../ui/search.ts';

/** The tabs of the page, in order; the first one is the default. */
export const MARKETING_TABS = ['campaigns'] as const;
export type MarketingTab = (typeof MARKETING_TABS)[number];

/** The page's URL parameters. */
export const marketingSearch = z.object({
  ...listSearch,
  tab: oneOf(MARKETING_TABS),
  /** The tab of what is open beside the list. */
  part: listSearch.tab,
  sort: sortBy(CAMPAIGN_SORTS),
  status: oneOf(CAMPAIGN_STATUSES),
  /** The campaign that was selected: open on its tab, and what the other tabs work for. */
  campaign: text,
});
export type MarketingSearch = z.output<typeof marketingSearch>;

/** The URL parameters that filter and sort the campaigns. */
export function campaignFilterOf({ q, status, removed, sort }: MarketingSearch): CampaignFilter {
  return { search: q, status, removed, sort };
}
