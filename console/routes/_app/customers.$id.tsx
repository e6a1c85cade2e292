import { createFileRoute } from '@tanstack/react-router';
import { customerQuery } from '../../entities/customer/customer.ts';
import { CustomerPage } from '../../features/customers/customer-page.tsx';
import { customerSearch } from '../../features/customers/customers-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/customers/$id')({
  validateSearch: customerSearch,
  // A failure is shown on the page, with its retry.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(customerQuery(params.id)),
  component: Customer,
});

function Customer() {
  const { account } = Route.useRouteContext();
  const { id } = Route.useParams();
  return <CustomerPage key={id} account={account} id={id} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
