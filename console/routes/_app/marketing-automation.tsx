import { createFileRoute } from '@tanstack/react-router';
import {
  customerReviewFiguresQuery,
  customerReviewsCall,
  customerReviewsQuery,
} from '../../entities/customer-review/customer-review.ts';
import { MarketingAutomationPage } from '../../features/marketing-automation/marketing-automation-page.tsx';
import {
  customerReviewFilterOf,
  marketingAutomationSearch,
} from '../../features/marketing-automation/marketing-automation-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/marketing-automation')({
  validateSearch: marketingAutomationSearch,
  loaderDeps: ({ search: { review: _, part: __, new: ___, ...deps } }) => deps,
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(customerReviewFiguresQuery);
    void queryClient.prefetchInfiniteQuery(customerReviewsQuery(customerReviewsCall(customerReviewFilterOf(deps))));
  },
  component: MarketingAutomation,
});

function MarketingAutomation() {
  const { account } = Route.useRouteContext();
  return <MarketingAutomationPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
