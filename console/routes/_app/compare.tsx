import { createFileRoute } from '@tanstack/react-router';
import { ComparePage } from '../../features/compare/compare-page.tsx';
import { compareSearch } from '../../features/compare/compare-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/compare')({
  validateSearch: compareSearch,
  component: Compare,
});

function Compare() {
  const { account } = Route.useRouteContext();
  return <ComparePage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
