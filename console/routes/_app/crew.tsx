import { createFileRoute } from '@tanstack/react-router';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { staffQuery } from '../../entities/person/person.ts';
import { CrewPage } from '../../features/crew/crew-page.tsx';
import { crewSearch } from '../../features/crew/crew-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/crew')({
  validateSearch: crewSearch,
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient } }) {
    void queryClient.prefetchQuery(crewsQuery);
    void queryClient.prefetchQuery(staffQuery);
  },
  component: Crew,
});

function Crew() {
  const { account } = Route.useRouteContext();
  return <CrewPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
