import { createFileRoute } from '@tanstack/react-router';
import { summaryQuery, trendQuery } from '../../features/reports/get-reports.ts';
import { ReportsPage } from '../../features/reports/reports-page.tsx';
import { reportsSearch } from '../../features/reports/reports-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/reports')({
  validateSearch: reportsSearch,
  // A failure is shown in the page's data areas, with its retry.
  loader({ context }) {
    void context.queryClient.prefetchQuery(summaryQuery);
    void context.queryClient.prefetchQuery(trendQuery);
  },
  component: Reports,
});

function Reports() {
  return <ReportsPage search={Route.useSearch()} onSearch={useOnSearch()} />;
}
