import { createFileRoute } from '@tanstack/react-router';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { checkpointsQuery, keyQuery } from '../../features/history-proof/get-checkpoints.ts';
import { ProofPage } from '../../features/history-proof/proof-page.tsx';

export const Route = createFileRoute('/_app/history_/proof')({
  // A failure is shown in its part of the page, with its retry.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(checkpointsQuery);
    void queryClient.prefetchQuery(keyQuery);
    void queryClient.prefetchQuery(settingsQuery);
  },
  component: Proof,
});

function Proof() {
  const { account } = Route.useRouteContext();
  return <ProofPage account={account} />;
}
