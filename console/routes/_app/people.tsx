import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { crewsQuery } from '../../data/get-crews.ts';
import { settingsQuery } from '../../data/get-settings.ts';
import { staffQuery } from '../../data/get-staff.ts';
import { PeoplePage } from '../../features/crew/people-page.tsx';

const text = z.catch(z.optional(z.string()), undefined);

/** What a person would share: search, filter, sort and the open record (docs/design.md#console). */
const search = z.object({
  q: text,
  status: z.catch(z.optional(z.enum(['left', 'all'])), undefined),
  sort: text,
  /** The open person. */
  person: text,
  tab: z.catch(z.optional(z.enum(['details', 'edit', 'history'])), undefined),
  /** The dialog for a new person. */
  new: z.catch(z.optional(z.boolean()), undefined),
});

export const Route = createFileRoute('/_app/people')({
  validateSearch: (input) => search.parse(input),
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(staffQuery);
    void context.queryClient.prefetchQuery(crewsQuery);
    void context.queryClient.prefetchQuery(settingsQuery);
  },
  component: People,
});

function People() {
  const { account } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <PeoplePage
      account={account}
      search={Route.useSearch()}
      onSearch={(change, how) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: how === 'replace' })
      }
    />
  );
}
