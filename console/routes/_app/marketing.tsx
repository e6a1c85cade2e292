import { createFileRoute } from '@tanstack/react-router';
import { campaignsCall, campaignsQuery } from '../../entities/campaign/campaign.ts';
import { MarketingPage } from '../../features/marketing/marketing-page.tsx';
import { campaignFilterOf, marketingSearch } from '../../features/marketing/marketing-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/marketing')({
  validateSearch: marketingSearch,
  loaderDeps: ({ search: { campaign: _, part: __, new: ___, ...deps } }) => deps,
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchInfiniteQuery(campaignsQuery(campaignsCall(campaignFilterOf(deps))));
  },
  component: Marketing,
});

function Marketing() {
  const { account } = Route.useRouteContext();
  return <MarketingPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
