import { createFileRoute } from '@tanstack/react-router';
import { personQuery } from '../../entities/person/person.ts';
import { personSearch } from '../../features/people/people-search.ts';
import { PersonPage } from '../../features/people/person-page.tsx';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/me')({
  validateSearch: personSearch,
  // A failure is shown on the page, with its retry.
  loader: ({ context }) => void context.queryClient.prefetchQuery(personQuery(context.account.id)),
  component: OwnPage,
});

function OwnPage() {
  const { account } = Route.useRouteContext();
  return <PersonPage account={account} id={account.id} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
