import { createRouter } from '@tanstack/react-router';
import { queryClient } from './data/query-client.ts';
import { listAt } from './entities/addresses.ts';
import { routeTree } from './routeTree.gen.ts';
import { LoadFailure, Loading } from './ui/loading.tsx';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // Rows that pass below a still mouse while somebody scrolls are not meant: at the library's 50 ms a wheel's notches sent a
  // call for every third one, at 100 ms none. A hand that means a row rests on it for longer before it clicks.
  defaultPreloadDelay: 150,
  defaultPreloadStaleTime: 0, // Query owns freshness
  defaultPendingComponent: Loading,
  defaultErrorComponent: LoadFailure,
  // A list is where it was left, whichever way one comes back to it; another page only by Back and Forward.
  scrollRestoration: true,
  getScrollRestorationKey: ({ pathname, search, href, state }) => listAt(pathname, search) ?? state.__TSR_key ?? href,
  // What all pages scroll in; the next one begins at its top.
  scrollToTopSelectors: ['#content'],
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
