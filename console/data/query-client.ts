import { hashKey, QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query';
import { call, type Reply } from './api.ts';
import { coversPosition, forgetPosition, isToldOf, latestPosition, sawPosition } from './positions.ts';

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
 * Data never goes stale by time: an own change and a change of others refetch it, nothing else
 * (docs/design.md#console). Nothing waits for the browser to believe that it is online: a call that cannot be made says
 * so.
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
  return (await fetchNew<Data>(path, context)).data;
}

/**
 * As `read`, of a question that is too long for an address: it changes nothing, and is asked by POST.
 * @throws ApiError
 */
export async function ask<Data>(path: string, body: object, context: QueryFunctionContext): Promise<Data> {
  return (await fetchNew<Data>(path, context, { body })).data;
}

/** One page of a long list, with where the next one begins. */
export interface ListPage<Shown> {
  records: Shown[];
  nextCursor: string | null;
}

/**
 * As `read`, for a list that is read in pages. It is as old as its first page: a later one, which is fetched when it
 * is needed, makes the others no newer.
 * @throws ApiError
 */
export async function readPage<Shown>(
  path: string,
  context: QueryFunctionContext<QueryKey, string | null>,
): Promise<ListPage<Shown>> {
  const { data, nextCursor } = await fetchNew<Shown[]>(path, context, { covers: context.pageParam === null });
  return { records: data, nextCursor };
}

/** Of a call whose answer is behind what it was asked for. */
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
    const options = { minPosition: wanted, signal: context.signal, body };
    const method = body === undefined ? 'GET' : 'POST';
    let reply = await call<Data>(method, path, options);
    // A busy server answers with what it has. The notice of the rest came while this was on its way, and was taken for
    // answered by it: no other one comes.
    for (let tries = 1; tries < MOST_TRIES && isToldOf(wanted, reply.position ?? wanted); tries++)
      reply = await call<Data>(method, path, options);
    if (covers) coversPosition(hash, reply.position ?? wanted);
    sawPosition(reply.position);
    return reply;
  } catch (cause) {
    forgetPosition(hash);
    throw cause;
  }
}
