import { createFileRoute } from '@tanstack/react-router';
import { FinancePage } from '../../features/finance/finance-page.tsx';
import { financeSearch } from '../../features/finance/finance-search.ts';
import { useOnSearch } from '../../ui/search.ts';

// Its figures are of days of the company, whose zone the page knows: it asks for them itself.
export const Route = createFileRoute('/_app/financial-dashboard')({
  validateSearch: financeSearch,
  component: FinancialDashboard,
});

function FinancialDashboard() {
  return <FinancePage search={Route.useSearch()} onSearch={useOnSearch()} />;
}
