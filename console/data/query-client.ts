import { hashKey, QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query';
import { ApiError, call, isNotFound, type Reply } from './api.ts';
import { shownMoment } from './as-of.ts';
import { coversPosition, forgetPosition, isToldOf, latestPosition, sawPosition } from './positions.ts';

/** What a query shows: changes to these make it stale (see changes.ts). */
export interface Watched extends Record<string, unknown> {
  /** `all`: any change of anything. */
  collections: readonly string[] | 'all';
  /** Only this record; without it, every record of the collections. */
  id?: string;
  /** Collections of which any record counts, whatever the `id`. */
  anyOf?: readonly string[];
}

/** Whether a change of a collection makes a query stale. */
export function watches({ collections = [] }: Partial<Watched>, collection: string): boolean {
  return collections === 'all' || collections.includes(collection);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Partial<Watched>;
  }
}

/**
 * Data never goes stale with time: only our own changes and other people's refetch it (docs/design/console.md#console). Nothing
 * waits until the browser thinks it is online: a call that cannot be made fails.
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
 * Fetches a query's data, at least as new as everything this page has seen.
 * @throws ApiError
 */
export async function read<Data>(path: string, context: QueryFunctionContext): Promise<Data> {
  return (await fetchNew<Data>(path, context)).data;
}

/**
 * Like `read`, for a query too long for a URL: it is sent by POST, but changes nothing.
 * @throws ApiError
 */
export async function ask<Data>(path: string, body: object, context: QueryFunctionContext): Promise<Data> {
  return (await fetchNew<Data>(path, context, { body })).data;
}

/** One page of a long list, and the cursor of the next. */
export interface ListPage<Shown> {
  records: Shown[];
  nextCursor: string | null;
}

/**
 * Like `read`, for a paged list. The list is as old as its first page: fetching a later page does not make the others
 * newer.
 * @throws ApiError
 */
export async function readPage<Shown>(
  path: string,
  context: QueryFunctionContext<QueryKey, string | null>,
): Promise<ListPage<Shown>> {
  const { data, nextCursor } = await fetchNew<Shown[]>(path, context, { covers: context.pageParam === null });
  return { records: data, nextCursor };
}

const ASK_AGAIN_MS = 1_000;

/** What there was at an earlier moment takes a while to be put together: the server says so, and goes on. */
async function callOnceMade<Data>(...[method, path, options]: Parameters<typeof call>): Promise<Reply<Data>> {
  for (;;) {
    try {
      return await call<Data>(method, path, options);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== 'still_making' || options?.signal?.aborted) throw cause;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}

/** For a call whose response lags behind the position asked for. */
const MOST_TRIES = 4;

async function fetchNew<Data>(
  path: string,
  context: Pick<QueryFunctionContext, 'queryKey' | 'signal'>,
  { covers = true, body }: { covers?: boolean; body?: object } = {},
): Promise<Reply<Data>> {
  const hash = hashKey(context.queryKey);
  const wanted = latestPosition();
  if (covers) coversPosition(hash, wanted);
  try {
    const options = { minPosition: wanted, signal: context.signal, body, asOf: shownMoment };
    const method = body === undefined ? 'GET' : 'POST';
    let reply = await callOnceMade<Data>(method, path, options);
    // A busy server responds with what it has. The notice of the rest arrived during this call, which was assumed to
    // cover it: no other notice will come.
    for (let tries = 1; tries < MOST_TRIES && isToldOf(wanted, reply.position ?? wanted); tries++)
      reply = await callOnceMade<Data>(method, path, options);
    if (covers) coversPosition(hash, reply.position ?? wanted);
    sawPosition(reply.position);
    return reply;
  } catch (cause) {
    // What was not there yet is asked for again only because of what came later.
    if (covers && isNotFound(cause) && cause.position !== null) coversPosition(hash, cause.position);
    else forgetPosition(hash);
    throw cause;
  }
}
