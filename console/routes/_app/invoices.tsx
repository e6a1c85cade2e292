import { createFileRoute } from '@tanstack/react-router';
import { invoiceFiguresQuery, invoicesQuery } from '../../entities/invoice/invoice.ts';
import { InvoicesPage } from '../../features/invoices/invoices-page.tsx';
import { invoicesSearch, pathOf } from '../../features/invoices/invoices-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/invoices')({
  validateSearch: invoicesSearch,
  loaderDeps: ({ search: { q, sort, status, customer } }) => ({ q, sort, status, customer }),
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(invoiceFiguresQuery);
    void queryClient.prefetchInfiniteQuery(invoicesQuery(pathOf(deps)));
  },
  component: Invoices,
});

function Invoices() {
  const { account } = Route.useRouteContext();
  return <InvoicesPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
