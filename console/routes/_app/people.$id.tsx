import { createFileRoute } from '@tanstack/react-router';
import { personQuery } from '../../entities/person/person.ts';
import { personSearch } from '../../features/people/people-search.ts';
import { PersonPage } from '../../features/people/person-page.tsx';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/people/$id')({
  validateSearch: personSearch,
  // A failure is shown on the page, with its retry.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(personQuery(params.id)),
  component: Person,
});

function Person() {
  const { account } = Route.useRouteContext();
  return <PersonPage account={account} id={Route.useParams().id} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
