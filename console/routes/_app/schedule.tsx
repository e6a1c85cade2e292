import { createFileRoute, redirect } from '@tanstack/react-router';
import { scheduleQuery, unscheduledQuery } from '../../entities/schedule/schedule.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { lastShown } from '../../features/schedule/last-shown.ts';
import { SchedulePage } from '../../features/schedule/schedule-page.tsx';
import { rangeAround, scheduleSearch } from '../../features/schedule/schedule-search.ts';
import { useOnSearch } from '../../ui/search.ts';
import { todayIn } from '../../ui/values/wall-time.ts';

export const Route = createFileRoute('/_app/schedule')({
  validateSearch: scheduleSearch,
  /** An address that names nothing opens what was last shown; one that is on the page already is as it is meant. */
  beforeLoad({ context: { account, queryClient }, search, cause }) {
    if (cause !== 'enter' || Object.values(search).some((value) => value !== undefined)) return;
    const last = lastShown(account.id, todayIn(queryClient.getQueryData(settingsQuery.queryKey)?.timeZone));
    if (last.date !== undefined || (last.view ?? 'month') !== 'month')
      throw redirect({ to: '/schedule', search: last, replace: true });
  },
  loaderDeps: ({ search: { date } }) => ({ date }),
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient }, deps: { date } }) {
    const zone = queryClient.getQueryData(settingsQuery.queryKey)?.timeZone;
    const { from, to } = rangeAround(date ?? todayIn(zone));
    void queryClient.prefetchQuery(settingsQuery);
    void queryClient.prefetchQuery(scheduleQuery(from, to));
    void queryClient.prefetchInfiniteQuery(unscheduledQuery);
  },
  component: Schedule,
});

function Schedule() {
  const { account } = Route.useRouteContext();
  return <SchedulePage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
