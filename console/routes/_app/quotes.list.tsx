import { createFileRoute } from '@tanstack/react-router';
import { quotesQuery } from '../../entities/quote/quote.ts';
import { QuotesPage } from '../../features/quotes/quotes-page.tsx';
import { quotesPath, quotesSearch } from '../../features/quotes/quotes-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/quotes/list')({
  validateSearch: quotesSearch,
  loaderDeps: ({ search: { q, sort, status, waits, removed } }) => ({ q, sort, status, waits, removed }),
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(quotesQuery(quotesPath(deps))),
  component: Quotes,
});

function Quotes() {
  const { account } = Route.useRouteContext();
  return <QuotesPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
