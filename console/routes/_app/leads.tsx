import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { leadsQuery } from '../../data/get-leads.ts';
import { LeadsPage } from '../../features/leads/leads-page.tsx';

const text = z.catch(z.optional(z.string()), undefined);

/** What a person would share: filters and the open record (docs/design.md#console). */
const search = z.object({
  q: text,
  source: text,
  /** The open lead. */
  lead: text,
  tab: z.catch(z.optional(z.enum(['details', 'edit', 'history'])), undefined),
  /** The dialog for a new lead. */
  new: z.catch(z.optional(z.boolean()), undefined),
});

export const Route = createFileRoute('/_app/leads')({
  validateSearch: (input) => search.parse(input),
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context }) => void context.queryClient.prefetchQuery(leadsQuery),
  component: Leads,
});

function Leads() {
  const { account } = Route.useRouteContext();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LeadsPage
      account={account}
      search={filters}
      onSearch={(change, how) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: how === 'replace' })
      }
    />
  );
}
