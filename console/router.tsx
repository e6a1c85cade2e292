import { createRouter } from '@tanstack/react-router';
import { queryClient } from './data/query-client.ts';
import { listAt } from './entities/addresses.ts';
import { routeTree } from './routeTree.gen.ts';
import { LoadFailure, Loading } from './ui/status/loading.tsx';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // Rows passing under a still mouse during scrolling are not meant: at the library's 50 ms, scrolling with a wheel
  // preloaded every third row, at 100 ms none. A hand that means a row rests on it longer before it clicks.
  defaultPreloadDelay: 150,
  defaultPreloadStaleTime: 0, // Query owns freshness
  defaultPendingComponent: Loading,
  defaultErrorComponent: LoadFailure,
  // A list is where it was left, however one comes back to it; another page only after Back and Forward.
  scrollRestoration: true,
  getScrollRestorationKey: ({ pathname, search, href, state }) => listAt(pathname, search) ?? state.__TSR_key ?? href,
  // The element all pages scroll in; a new page starts at its top.
  scrollToTopSelectors: ['#content'],
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The key of the draft that the form there is opened with. */
    draft?: string;
  }
}
