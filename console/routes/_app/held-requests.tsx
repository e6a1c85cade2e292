import { createFileRoute } from '@tanstack/react-router';
import { heldRequestsQuery } from '../../entities/lead/held-requests.ts';
import { HeldRequestsPage } from '../../features/leads/held-requests-page.tsx';

export const Route = createFileRoute('/_app/held-requests')({
  // A failure is shown in the page's data area, with its retry.
  loader: ({ context }) => void context.queryClient.prefetchQuery(heldRequestsQuery),
  component: HeldRequestsPage,
});
