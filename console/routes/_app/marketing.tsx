import { createFileRoute } from '@tanstack/react-router';
import { campaignsCall, campaignsQuery } from '../../entities/campaign/campaign.ts';
import { socialPostsCall, socialPostsQuery } from '../../entities/social-post/social-post.ts';
import { MarketingPage } from '../../features/marketing/marketing-page.tsx';
import { campaignFilterOf, marketingSearch, postFilterOf } from '../../features/marketing/marketing-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/marketing')({
  validateSearch: marketingSearch,
  loaderDeps: ({ search: { campaign: _, part: __, new: ___, post, ...deps } }) => ({
    ...deps,
    tab: deps.tab ?? (post ? 'social' : undefined),
  }),
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    if (deps.tab === 'social')
      void queryClient.prefetchInfiniteQuery(socialPostsQuery(socialPostsCall(postFilterOf(deps))));
    else void queryClient.prefetchInfiniteQuery(campaignsQuery(campaignsCall(campaignFilterOf(deps))));
  },
  component: Marketing,
});

function Marketing() {
  const { account } = Route.useRouteContext();
  return <MarketingPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
