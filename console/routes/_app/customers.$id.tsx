import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { customerQuery } from '../../data/get-customers.ts';
import { CustomerPage } from '../../features/customers/customer-page.tsx';

const search = z.object({
  edit: z.catch(z.optional(z.boolean()), undefined),
  /** The property that is edited, or `new`. */
  property: z.catch(z.optional(z.string()), undefined),
  /** The property whose photos are shown. */
  photos: z.catch(z.optional(z.string()), undefined),
  erase: z.catch(z.optional(z.boolean()), undefined),
});

export const Route = createFileRoute('/_app/customers/$id')({
  validateSearch: (input) => search.parse(input),
  // A failure is shown on the page, with its retry.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(customerQuery(params.id)),
  component: Customer,
});

function Customer() {
  const { account } = Route.useRouteContext();
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CustomerPage
      account={account}
      id={id}
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  );
}
