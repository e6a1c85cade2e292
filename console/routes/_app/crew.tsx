import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { crewsQuery } from '../../data/get-crews.ts';
import { staffQuery } from '../../data/get-staff.ts';
import { CrewPage } from '../../features/crew/crew-page.tsx';

const text = z.catch(z.optional(z.string()), undefined);

/** What a person would share: search and the open record (docs/design.md#console). */
const search = z.object({
  q: text,
  /** The open crew. */
  crew: text,
  tab: z.catch(z.optional(z.enum(['details', 'edit', 'history'])), undefined),
  /** The dialog for a new crew. */
  new: z.catch(z.optional(z.boolean()), undefined),
});

export const Route = createFileRoute('/_app/crew')({
  validateSearch: (input) => search.parse(input),
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(crewsQuery);
    void context.queryClient.prefetchQuery(staffQuery);
  },
  component: Crew,
});

function Crew() {
  const { account } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <CrewPage
      account={account}
      search={Route.useSearch()}
      onSearch={(change, how) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: how === 'replace' })
      }
    />
  );
}
