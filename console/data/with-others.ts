interface Answer<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  refetch(): unknown;
}

/**
 * A query that has its data once the others are answered too: what they add to it comes with it, and moves nothing
 * afterwards. One of them that fails keeps nothing back.
 */
export function withOthers<Data>(
  query: Pick<Answer<Data>, 'data' | 'error' | 'refetch'>,
  ...others: readonly { isPending: boolean }[]
): Answer<Data> {
  const { error, refetch } = query;
  const data = others.some(({ isPending }) => isPending) ? undefined : query.data;
  return { data, error, refetch, isPending: data === undefined && error === null };
}
