import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { UsersPage } from '../../features/users/users-page.tsx';

const search = z.object({
  /** The open account. */
  user: z.catch(z.optional(z.string()), undefined),
  tab: z.catch(z.optional(z.enum(['details', 'edit', 'history'])), undefined),
  new: z.catch(z.optional(z.boolean()), undefined),
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
      onSearch={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  );
}
