import { createFileRoute } from '@tanstack/react-router';
import { mailsQuery } from '../../entities/mail/mail.ts';
import { OutboxPage } from '../../features/outbox/outbox-page.tsx';
import { outboxPath, outboxSearch } from '../../features/outbox/outbox-search.ts';
import { useOnSearch } from '../../ui/search.ts';

export const Route = createFileRoute('/_app/outbox')({
  validateSearch: outboxSearch,
  loaderDeps: ({ search: { mail: _, tab: __, new: ___, ...deps } }) => deps,
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(mailsQuery(outboxPath(deps))),
  component: Outbox,
});

function Outbox() {
  const { account } = Route.useRouteContext();
  return <OutboxPage account={account} search={Route.useSearch()} onSearch={useOnSearch()} />;
}
