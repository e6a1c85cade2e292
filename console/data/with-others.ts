interface Answer<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  refetch(): unknown;
}

/**
 * A query that counts as loaded once the others are settled: what they add appears together with it, and nothing moves
 * afterwards. One that fails holds nothing back.
 */
export function withOthers<Data>(
  query: Pick<Answer<Data>, 'data' | 'error' | 'refetch'>,
  ...others: readonly { isPending: boolean }[]
): Answer<Data> {
  const { error, refetch } = query;
  const data = others.some(({ isPending }) => isPending) ? undefined : query.data;
  return { data, error, refetch, isPending: data === undefined && error === null };
}
