import { createRouter } from '@tanstack/react-router';
import { queryClient } from './data/query-client.ts';
import { routeTree } from './routeTree.gen.ts';
import { LoadFailure, Loading } from './ui/loading.tsx';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0, // Query owns freshness
  defaultPendingComponent: Loading,
  defaultErrorComponent: LoadFailure,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
