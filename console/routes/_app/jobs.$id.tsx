import { createFileRoute } from '@tanstack/react-router';
import { jobQuery } from '../../entities/job/job.ts';
import { JobPage } from '../../features/jobs/job-page.tsx';
import { jobSearch } from '../../features/jobs/jobs-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/jobs/$id')({
  validateSearch: jobSearch,
  // A failure is shown on the page, with its retry.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(jobQuery(params.id)),
  component: Job,
});

function Job() {
  const { account } = Route.useRouteContext();
  return <JobPage account={account} id={Route.useParams().id} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
