import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { columnQuery, deletedLeadsQuery, leadFiguresQuery } from '../../data/get-leads.ts';
import { LeadsPage } from '../../features/leads/leads-page.tsx';
import { filterOf } from '../../features/leads/leads-search.ts';

const text = z.catch(z.optional(z.string()), undefined);

/** What a person would share: filters and the open record (docs/design.md#console). */
const search = z.object({
  q: text,
  source: text,
  /** The deleted ones. */
  removed: z.catch(z.optional(z.boolean()), undefined),
  /** The open lead. */
  lead: text,
  tab: z.catch(z.optional(z.enum(['details', 'edit', 'history'])), undefined),
  /** The dialog for a new lead. */
  new: z.catch(z.optional(z.boolean()), undefined),
});

export const Route = createFileRoute('/_app/leads')({
  validateSearch: (input) => search.parse(input),
  loaderDeps: ({ search: { q, source, removed } }) => ({ q, source, removed }),
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps }) {
    const filter = filterOf(deps);
    void queryClient.prefetchQuery(leadFiguresQuery({ search: '' }));
    if (deps.removed) return void queryClient.prefetchInfiniteQuery(deletedLeadsQuery(filter));
    void queryClient.prefetchQuery(leadFiguresQuery(filter));
    for (const status of LEAD_STATUSES) void queryClient.prefetchInfiniteQuery(columnQuery(status, filter));
  },
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
