import { createFileRoute } from '@tanstack/react-router';
import { ErasuresPage } from '../../features/erasures/erasures-page.tsx';
import { erasuresQuery } from '../../features/erasures/get-erasures.ts';

export const Route = createFileRoute('/_app/history_/erasures')({
  // A failure is shown in its part of the page, with its retry.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(erasuresQuery);
  },
  component: ErasuresPage,
});
