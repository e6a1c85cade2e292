import { createFileRoute } from '@tanstack/react-router';
import { externalLeadFiguresQuery, externalLeadsQuery } from '../../entities/external-lead/external-lead.ts';
import { ExternalLeadsPage } from '../../features/external-leads/external-leads-page.tsx';
import { externalLeadsSearch, filterOf } from '../../features/external-leads/external-leads-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/admin/external-leads')({
  validateSearch: externalLeadsSearch,
  loaderDeps: ({ search: { q, status, removed } }) => ({ q, status, removed }),
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(externalLeadFiguresQuery);
    void queryClient.prefetchInfiniteQuery(externalLeadsQuery(filterOf(deps)));
  },
  component: ExternalLeads,
});

function ExternalLeads() {
  const { account } = Route.useRouteContext();
  return <ExternalLeadsPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
