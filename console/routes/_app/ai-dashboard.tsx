import { createFileRoute } from '@tanstack/react-router';
import { insightFiguresQuery, insightsCall, insightsQuery } from '../../entities/insight/insight.ts';
import { AiDashboardPage } from '../../features/insights/ai-dashboard-page.tsx';
import { aiDashboardSearch, filterOf } from '../../features/insights/ai-dashboard-search.ts';
import { briefingQuery } from '../../features/insights/briefing/get-briefing.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/ai-dashboard')({
  validateSearch: aiDashboardSearch,
  loaderDeps: ({ search: { insight: _, part: __, act: ___, dismiss: ____, ...deps } }) => deps,
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(insightFiguresQuery);
    void queryClient.prefetchQuery(briefingQuery);
    void queryClient.prefetchInfiniteQuery(insightsQuery(insightsCall(filterOf(deps))));
  },
  component: AiDashboard,
});

function AiDashboard() {
  const { account } = Route.useRouteContext();
  return <AiDashboardPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
