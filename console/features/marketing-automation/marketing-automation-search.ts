import * as z from 'zod/mini';
import { RECIPIENT_ENDS } from '../../../domain/campaign-part/terms.ts';
import { REVIEW_PLATFORMS, SENTIMENTS, STAR_CHOICES } from '../../../domain/customer-review/terms.ts';
import { EMAIL_CAMPAIGN_STATUSES } from '../../../domain/email-campaign/terms.ts';
import { CAMPAIGN_SORTS, type CampaignFilter } from '../../entities/campaign/campaign.ts';
import { CUSTOMER_REVIEW_SORTS, type CustomerReviewFilter } from '../../entities/customer-review/customer-review.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { oneOf, text } from '../../ui/search.ts';

/** The tabs of the page, in order; the first one is the default. */
export const MARKETING_AUTOMATION_TABS = ['emails', 'reviews', 'analytics'] as const;
export type MarketingAutomationTab = (typeof MARKETING_AUTOMATION_TABS)[number];

/** The page's URL parameters. */
export const marketingAutomationSearch = z.object({
  ...listSearch,
  tab: oneOf(MARKETING_AUTOMATION_TABS),
  /** The tab of what is open beside the list. */
  part: listSearch.tab,
  sort: sortBy([...CAMPAIGN_SORTS, ...CUSTOMER_REVIEW_SORTS]),
  /** Of campaigns. */
  status: oneOf(EMAIL_CAMPAIGN_STATUSES),
  /** The open campaign. */
  campaign: text,
  /** The end of its recipients that are shown. */
  end: oneOf(['waiting', ...RECIPIENT_ENDS]),
  platform: oneOf(REVIEW_PLATFORMS),
  rating: oneOf(STAR_CHOICES),
  sentiment: oneOf(SENTIMENTS),
  /** `false` for reviews without a response. */
  answered: oneOf(['true', 'false']),
  published: oneOf(['true', 'false']),
  /** Written on these days, both included. */
  from: text,
  to: text,
  /** The open review. */
  review: text,
  /** In the analytics: only the campaigns whose sending began in it, `2026-06`. */
  month: text,
});
export type MarketingAutomationSearch = z.output<typeof marketingAutomationSearch>;

/** The tab that is shown, also where only a review was named. */
export function tabOf({ tab, review }: Pick<MarketingAutomationSearch, 'tab' | 'review'>): MarketingAutomationTab {
  return tab ?? (review ? 'reviews' : 'emails');
}

/** The URL parameters that filter and sort the campaigns. */
export function emailCampaignFilterOf({ q, status, removed, sort }: MarketingAutomationSearch): CampaignFilter {
  return { search: q, status, removed, sort: ifOneOf(CAMPAIGN_SORTS, sort) };
}

/** The URL parameters that filter and sort the reviews. */
export function customerReviewFilterOf(search: MarketingAutomationSearch): CustomerReviewFilter {
  const { q, platform, rating, sentiment, answered, published, from, to, removed, sort } = search;
  const filter = { search: q, platform, rating, sentiment, answered, published, from, to, removed };
  return { ...filter, sort: ifOneOf(CUSTOMER_REVIEW_SORTS, sort) };
}

/** Each tab sorts by columns of its own. */
function ifOneOf(sorts: readonly string[], sort: string | undefined): string | undefined {
  return sort !== undefined && sorts.includes(sort.replace(/^-/, '')) ? sort : undefined;
}
