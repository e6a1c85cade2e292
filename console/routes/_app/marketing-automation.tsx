import { createFileRoute } from '@tanstack/react-router';
import {
  customerReviewFiguresQuery,
  customerReviewsCall,
  customerReviewsQuery,
} from '../../entities/customer-review/customer-review.ts';
import {
  emailCampaignsCall,
  emailCampaignsQuery,
  emailFiguresQuery,
} from '../../entities/email-campaign/email-campaign.ts';
import { marketingFiguresQuery } from '../../features/marketing-automation/analytics/marketing-figures.ts';
import { MarketingAutomationPage } from '../../features/marketing-automation/marketing-automation-page.tsx';
import {
  customerReviewFilterOf,
  emailCampaignFilterOf,
  marketingAutomationSearch,
  tabOf,
} from '../../features/marketing-automation/marketing-automation-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/marketing-automation')({
  validateSearch: marketingAutomationSearch,
  loaderDeps: ({ search: { review, campaign: _, part: __, new: ___, end: ____, month: _____, ...deps } }) => ({
    ...deps,
    tab: tabOf({ tab: deps.tab, review }),
  }),
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(customerReviewFiguresQuery);
    void queryClient.prefetchQuery(emailFiguresQuery);
    if (deps.tab === 'reviews')
      void queryClient.prefetchInfiniteQuery(customerReviewsQuery(customerReviewsCall(customerReviewFilterOf(deps))));
    else if (deps.tab === 'analytics') void queryClient.prefetchQuery(marketingFiguresQuery);
    else void queryClient.prefetchInfiniteQuery(emailCampaignsQuery(emailCampaignsCall(emailCampaignFilterOf(deps))));
  },
  component: MarketingAutomation,
});

function MarketingAutomation() {
  const { account } = Route.useRouteContext();
  return <MarketingAutomationPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
