import { createFileRoute } from '@tanstack/react-router';
import { may } from '../../../domain/user/terms.ts';
import { reviewFiguresQuery, reviewsCall, reviewsQuery } from '../../entities/review/review.ts';
import { absenceQuery, balancesQuery, timeOffFiguresQuery, timeOffQuery } from '../../entities/time-off/time-off.ts';
import { HrPage } from '../../features/hr/hr-page.tsx';
import { hrSearch, reviewFilterOf, timeOffFilterOf } from '../../features/hr/hr-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/hr-management')({
  validateSearch: hrSearch,
  loaderDeps: ({ search: { request: _, review: ______, part: __, new: ___, approve: ____, deny: _____, ...deps } }) =>
    deps,
  // A failure is shown in the page's data area, with its retry.
  loader({ context: { queryClient, account }, deps }) {
    const seesAll = may(account.role, 'timeOff:read');
    if (seesAll) void queryClient.prefetchQuery(timeOffFiguresQuery);
    if (may(account.role, 'reviews:read')) void queryClient.prefetchQuery(reviewFiguresQuery);
    if (deps.tab === 'analytics' && seesAll) void queryClient.prefetchQuery(absenceQuery);
    else if (deps.tab === 'balances') void queryClient.prefetchQuery(balancesQuery({ asOf: deps.asOf }));
    else if (deps.tab === 'performance')
      void queryClient.prefetchInfiniteQuery(reviewsQuery(reviewsCall(reviewFilterOf(deps))));
    else void queryClient.prefetchInfiniteQuery(timeOffQuery(timeOffFilterOf(deps)));
  },
  component: HrManagement,
});

function HrManagement() {
  const { account } = Route.useRouteContext();
  return <HrPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
