import { createFileRoute } from '@tanstack/react-router';
import { FinancePage } from '../../features/finance/finance-page.tsx';
import { financeSearch } from '../../features/finance/finance-search.ts';
import { prefetchThisYear } from '../../features/finance/get-finance.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/financial-dashboard')({
  validateSearch: financeSearch,
  loaderDeps: ({ search: { from, to, rows } }) => ({ isThisYear: !from && !to && !rows }),
  loader({ context, deps }) {
    if (deps.isThisYear) void prefetchThisYear(context.queryClient);
  },
  component: FinancialDashboard,
});

function FinancialDashboard() {
  return <FinancePage search={Route.useSearch()} onSearch={useOnSearch()} />;
}
