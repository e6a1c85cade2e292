import { createFileRoute } from '@tanstack/react-router';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { columnQuery, deletedLeadsQuery, leadFiguresQuery } from '../../entities/lead/lead.ts';
import { LeadsPage } from '../../features/leads/leads-page.tsx';
import { filterOf, leadsSearch } from '../../features/leads/leads-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/leads')({
  validateSearch: leadsSearch,
  loaderDeps: ({ search: { q, source, removed, waiting } }) => ({ q, source, removed, waiting }),
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    const filter = filterOf(deps);
    void queryClient.prefetchQuery(leadFiguresQuery({ search: '' }));
    if (deps.removed) return void queryClient.prefetchInfiniteQuery(deletedLeadsQuery(filter));
    void queryClient.prefetchQuery(leadFiguresQuery(filter));
    for (const status of LEAD_STATUSES) void queryClient.prefetchInfiniteQuery(columnQuery(status, filter));
  },
  component: Leads,
});

function Leads() {
  const { account } = Route.useRouteContext();
  return <LeadsPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
