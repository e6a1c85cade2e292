import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../../features/users/users-page.tsx';
import { usersSearch } from '../../features/users/users-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/users')({
  validateSearch: usersSearch,
  component: Users,
});

function Users() {
  const { account } = Route.useRouteContext();
  return <UsersPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
