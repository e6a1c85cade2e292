import { createFileRoute } from '@tanstack/react-router';
import { tasksCall, tasksQuery } from '../../entities/task/task.ts';
import { TasksPage } from '../../features/tasks/tasks-page.tsx';
import { filterOf, tasksSearch } from '../../features/tasks/tasks-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/tasks')({
  validateSearch: tasksSearch,
  loaderDeps: ({ search: { task: _, tab: __, new: ___, ...deps } }) => deps,
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient, account }, deps }) {
    void queryClient.prefetchInfiniteQuery(tasksQuery(tasksCall(filterOf(deps, account.id))));
  },
  component: Tasks,
});

function Tasks() {
  const { account } = Route.useRouteContext();
  return <TasksPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
