import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { UsersPage } from '../../features/users/users-page.tsx';

const text = z.catch(z.optional(z.string()), undefined);

/** What a person would share: search, sort and the open record (docs/design.md#console). */
const search = z.object({
  q: text,
  sort: text,
  /** The open account. */
  user: text,
  tab: z.catch(z.optional(z.enum(['details', 'edit', 'history'])), undefined),
  /** The dialog for a new account. */
  new: z.catch(z.optional(z.boolean()), undefined),
  /** Of the staff, whom a new account is for. */
  person: text,
});

export const Route = createFileRoute('/_app/users')({
  validateSearch: (input) => search.parse(input),
  component: Users,
});

function Users() {
  const { account } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      account={account}
      search={Route.useSearch()}
      onSearch={(change, how) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: how === 'replace' })
      }
    />
  );
}
