import { createFileRoute } from '@tanstack/react-router';
import { suppressionsCall, suppressionsQuery } from '../../entities/suppression/suppression.ts';
import { SuppressedPage } from '../../features/marketing-automation/suppressed/suppressed-page.tsx';
import { filterOf, suppressedSearch } from '../../features/marketing-automation/suppressed/suppressed-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/marketing-automation_/suppressed')({
  validateSearch: suppressedSearch,
  loaderDeps: ({ search: { suppression: _, tab: __, new: ___, ...deps } }) => deps,
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchInfiniteQuery(suppressionsQuery(suppressionsCall(filterOf(deps))));
  },
  component: Suppressed,
});

function Suppressed() {
  const { account } = Route.useRouteContext();
  return <SuppressedPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
