import { hashKey, QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { call } from './api.ts';
import { coversPosition, forgetPosition, latestPosition, sawPosition } from './positions.ts';

/** What a query shows: changes of these make it old (see changes.ts). */
export interface Watched extends Record<string, unknown> {
  collections: readonly string[];
  /** Only this record; without it every record of the collections. */
  id?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Partial<Watched>;
  }
}

/**
 * Data never goes stale by time: an own change and a change of others refetch it, nothing else (design §8). Nothing
 * waits for the browser to believe that it is online: a call that cannot be made says so.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Fetches a query's data, at least as new as everything that this page has seen.
 * @throws ApiError
 */
export async function read<Data>(path: string, context: QueryFunctionContext): Promise<Data> {
  const hash = hashKey(context.queryKey);
  const wanted = latestPosition();
  coversPosition(hash, wanted);
  try {
    const { data, position } = await call<Data>('GET', path, { minPosition: wanted, signal: context.signal });
    coversPosition(hash, position ?? wanted);
    sawPosition(position);
    return data;
  } catch (cause) {
    forgetPosition(hash);
    throw cause;
  }
}
