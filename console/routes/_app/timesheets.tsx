import { createFileRoute } from '@tanstack/react-router';
import { TimesheetsPage } from '../../features/timesheets/timesheets-page.tsx';
import { timesheetsSearch } from '../../features/timesheets/timesheets-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/timesheets')({
  validateSearch: timesheetsSearch,
  component: Timesheets,
});

function Timesheets() {
  const { account } = Route.useRouteContext();
  return <TimesheetsPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
