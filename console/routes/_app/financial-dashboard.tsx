import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../../ui/not-built.tsx';

export const Route = createFileRoute('/_app/financial-dashboard')({ component: FinancialDashboardPage });

function FinancialDashboardPage() {
  return (
    <NotBuilt
      title="Financial Analytics"
      shows={['Revenue, costs and profit by month', 'Job profitability and a forecast']}
    />
  );
}
