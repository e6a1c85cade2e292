import { createFileRoute } from '@tanstack/react-router';
import { customersQuery } from '../../entities/customer/customer.ts';
import { CustomersPage } from '../../features/customers/customers-page.tsx';
import { customersSearch, filterOf } from '../../features/customers/customers-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/customers/')({
  validateSearch: customersSearch,
  loaderDeps: ({ search: { q, sort, removed } }) => ({ q, sort, removed }),
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(customersQuery(filterOf(deps))),
  component: Customers,
});

function Customers() {
  const { account } = Route.useRouteContext();
  return <CustomersPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
