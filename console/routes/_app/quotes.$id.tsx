import { createFileRoute } from '@tanstack/react-router';
import { quoteQuery } from '../../entities/quote/quote.ts';
import { QuotePage } from '../../features/quotes/quote-page.tsx';
import { quoteSearch } from '../../features/quotes/quotes-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/quotes/$id')({
  validateSearch: quoteSearch,
  // A failure is shown on the page, with its retry.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(quoteQuery(params.id)),
  component: Quote,
});

function Quote() {
  const { account } = Route.useRouteContext();
  return <QuotePage account={account} id={Route.useParams().id} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
