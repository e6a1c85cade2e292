import { createFileRoute } from '@tanstack/react-router';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { NewQuotePage } from '../../features/quotes/new-quote-page.tsx';
import { newQuoteSearch } from '../../features/quotes/quotes-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/quotes/')({
  validateSearch: newQuoteSearch,
  // A failure is shown on the page, with its retry.
  loader: ({ context }) => void context.queryClient.prefetchQuery(settingsQuery),
  component: NewQuote,
});

function NewQuote() {
  const { account } = Route.useRouteContext();
  return <NewQuotePage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
