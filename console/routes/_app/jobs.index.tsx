import { createFileRoute } from '@tanstack/react-router';
import { may } from '../../../domain/user/terms.ts';
import { jobFiguresQuery, jobsQuery } from '../../entities/job/job.ts';
import { JobsPage } from '../../features/jobs/jobs-page.tsx';
import { filterOf, jobsSearch } from '../../features/jobs/jobs-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/jobs/')({
  validateSearch: jobsSearch,
  loaderDeps: ({ search: { new: _, schedule: __, ...asked } }) => asked,
  // A failure is shown in the page's data area, with its retry.
  loader({ context, deps }) {
    void context.queryClient.prefetchInfiniteQuery(jobsQuery(filterOf(deps)));
    if (may(context.account.role, 'jobs:read')) void context.queryClient.prefetchQuery(jobFiguresQuery);
  },
  component: Jobs,
});

function Jobs() {
  const { account } = Route.useRouteContext();
  return <JobsPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
