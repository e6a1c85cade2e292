import { createFileRoute } from '@tanstack/react-router';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { staffQuery } from '../../entities/person/person.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { PeoplePage } from '../../features/people/people-page.tsx';
import { peopleSearch } from '../../features/people/people-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/people/')({
  validateSearch: peopleSearch,
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient } }) {
    void queryClient.prefetchQuery(staffQuery);
    void queryClient.prefetchQuery(crewsQuery);
    void queryClient.prefetchQuery(settingsQuery);
  },
  component: People,
});

function People() {
  const { account } = Route.useRouteContext();
  return <PeoplePage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
