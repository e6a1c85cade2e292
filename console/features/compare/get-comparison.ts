import { queryOptions } from '@tanstack/react-query';
import type { Comparison } from '../../../api/compare/schema.ts';
import { ApiError } from '../../data/api.ts';
import { read } from '../../data/query-client.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import type { CompareSearch } from './compare-search.ts';
import { callOf, loadKind } from './compared-kinds.ts';

/** What was compared, with the words of its kinds. */
export interface Compared {
  comparison: Comparison;
  kinds: ReadonlyMap<string, RecordKind<never>>;
}

/** The comparison that the URL asks for; none until it says of what, and from when. */
export function comparisonQuery({ of, path, from, to }: CompareSearch) {
  return queryOptions({
    queryKey: ['comparison', of, path, from, to],
    meta: { collections: [] },
    enabled: from !== undefined && (of ?? path) !== undefined,
    // Of another moment, now is later each time.
    gcTime: 0,
    async queryFn(context): Promise<Compared> {
      const call = path ?? (await callOf(of ?? ''));
      if (call === null) throw new ApiError(400, { message: 'There is no such list or record.', code: 'invalid' });
      const asked = new URLSearchParams({ path: call, from: from ?? '', ...(to !== undefined && { to }) });
      const comparison = await read<Comparison>(`/api/compare?${asked}`, context);
      const categories = new Set(comparison.records.flatMap(({ category }) => category ?? []));
      const loaded = await Promise.all([...categories].map(async (each) => [each, await loadKind(each)] as const));
      return { comparison, kinds: new Map(loaded.flatMap(([category, kind]) => (kind ? [[category, kind]] : []))) };
    },
  });
}
