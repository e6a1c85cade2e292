import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '../../features/history/history-page.tsx';
import { historySearch } from '../../features/history/history-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/history')({
  validateSearch: historySearch,
  component: History,
});

function History() {
  const { account } = Route.useRouteContext();
  return <HistoryPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
