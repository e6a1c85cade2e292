import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { customersQuery } from '../../data/get-customers.ts';
import { CustomersPage } from '../../features/customers/customers-page.tsx';
import { filterOf } from '../../features/customers/customers-search.ts';

const text = z.catch(z.optional(z.string()), undefined);

/** What a person would share: search, order and which customers (docs/design.md#console). */
const search = z.object({
  q: text,
  sort: z.catch(z.optional(z.enum(['createdAt', 'name', '-name'])), undefined),
  removed: z.catch(z.optional(z.boolean()), undefined),
  /** The dialog for a new customer. */
  new: z.catch(z.optional(z.boolean()), undefined),
});

export const Route = createFileRoute('/_app/customers/')({
  validateSearch: (input) => search.parse(input),
  loaderDeps: ({ search: { q, sort, removed } }) => ({ q, sort, removed }),
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(customersQuery(filterOf(deps))),
  component: Customers,
});

function Customers() {
  const { account } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <CustomersPage
      account={account}
      search={Route.useSearch()}
      onSearch={(change, how) =>
        void navigate({ search: (now) => ({ ...now, ...change }) as typeof now, replace: how === 'replace' })
      }
    />
  );
}
