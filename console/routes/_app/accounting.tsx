import { createFileRoute } from '@tanstack/react-router';
import { AccountingPage } from '../../features/accounting/accounting-page.tsx';
import { accountingSearch } from '../../features/accounting/accounting-search.ts';
import { periodsQuery } from '../../features/accounting/get-accounting.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/accounting')({
  validateSearch: accountingSearch,
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context }) => void context.queryClient.prefetchQuery(periodsQuery),
  component: Accounting,
});

function Accounting() {
  const { account } = Route.useRouteContext();
  return <AccountingPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
