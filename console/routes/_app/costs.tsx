import { createFileRoute } from '@tanstack/react-router';
import { costFiguresQuery, costsPath, costsQuery } from '../../entities/cost/cost.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { CostsPage } from '../../features/costs/costs-page.tsx';
import { costsSearch, filterOf } from '../../features/costs/costs-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/costs')({
  validateSearch: costsSearch,
  loaderDeps: ({ search: { cost: _, tab: __, new: ___, ...deps } }) => deps,
  // A failure is shown in the page's data area, with its retry. The company's zone sets the initial day of its forms.
  loader({ context: { queryClient }, deps }) {
    const filter = filterOf(deps);
    void queryClient.prefetchInfiniteQuery(costsQuery(costsPath({ ...filter, sort: deps.sort })));
    void queryClient.prefetchQuery(costFiguresQuery(filter));
    void queryClient.prefetchQuery(settingsQuery);
  },
  component: Costs,
});

function Costs() {
  const { account } = Route.useRouteContext();
  return <CostsPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
