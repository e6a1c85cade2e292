import * as z from 'zod/mini';
import { REVIEW_PLATFORMS, SENTIMENTS } from '../../../domain/customer-review/terms.ts';
import { CUSTOMER_REVIEW_SORTS, type CustomerReviewFilter } from '../../entities/customer-review/customer-review.ts';
import { listSearch, sortBy } from '../../records/list/list-search.ts';
import { oneOf, text } from '../../ui/search.ts';

/** The tabs of the page, in order; the first one is the default. */
export const MARKETING_AUTOMATION_TABS = ['reviews'] as const;

/** The page's URL parameters. */
export const marketingAutomationSearch = z.object({
  ...listSearch,
  tab: oneOf(MARKETING_AUTOMATION_TABS),
  /** The tab of what is open beside the list. */
  part: listSearch.tab,
  sort: sortBy(CUSTOMER_REVIEW_SORTS),
  platform: oneOf(REVIEW_PLATFORMS),
  sentiment: oneOf(SENTIMENTS),
  /** `false` for reviews without a response. */
  answered: oneOf(['true', 'false']),
  published: oneOf(['true', 'false']),
  /** The open review. */
  review: text,
});
export type MarketingAutomationSearch = z.output<typeof marketingAutomationSearch>;

/** The URL parameters that filter and sort the reviews. */
export function customerReviewFilterOf(search: MarketingAutomationSearch): CustomerReviewFilter {
  const { q, platform, sentiment, answered, published, removed, sort } = search;
  return { search: q, platform, sentiment, answered, published, removed, sort };
}
