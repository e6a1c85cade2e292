import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import type { PhotoCategory } from '../../domain/photo/terms.ts';
import { kept } from '../data/device/kept.ts';
import { read } from '../data/query-client.ts';

/** The collection that photo queries follow. */
export const PHOTOS = ['photos'] as const;

/** The record a set of photos belongs to. */
export interface PhotoOwner {
  category: PhotoCategory;
  recordId: string;
}

/** Where photos are added. */
export interface PhotoPlace extends PhotoOwner {
  /** One of a customer's properties. */
  propertyId?: string | undefined;
}

/** Kinds whose photos are needed offline: a job also shows those of its quote. */
const KEPT_CATEGORIES: readonly PhotoCategory[] = ['job', 'quote'];

/** The photos of one record, newest first. */
export function photosQuery({ category, recordId }: PhotoOwner) {
  const path = `/api/photos?category=${category}&recordId=${encodeURIComponent(recordId)}`;
  const query = queryOptions({
    queryKey: ['photos', category, recordId],
    meta: { collections: PHOTOS },
    queryFn: (context) => read<PhotoRecord[]>(path, context),
  });
  return KEPT_CATEGORIES.includes(category)
    ? kept(query, path, { of: `${category}/${recordId}`, field: 'thumbnailUrl' })
    : query;
}

/** Photos by id, newest first, without removed ones. @param of whose page shows them */
export function namedPhotosQuery({ category, recordId }: PhotoOwner, ids: readonly string[]) {
  const path = `/api/photos?ids=${ids.map(encodeURIComponent).join(',')}`;
  const query = queryOptions({
    queryKey: ['photos', category, recordId, 'named', ...ids],
    meta: { collections: PHOTOS },
    queryFn: (context) => read<PhotoRecord[]>(path, context),
  });
  return kept(query, path, { of: `${category}/${recordId}/named`, field: 'thumbnailUrl' });
}

/** The named ids that are not among the loaded photos. */
export function furtherIds(named: readonly string[], photos: readonly PhotoRecord[]): string[] {
  return named.filter((id) => photos.every((photo) => photo.id !== id));
}

type PhotosQuery = Pick<UseQueryResult<PhotoRecord[]>, 'data' | 'error' | 'isFetching' | 'refetch'>;

/** What else is shown with a record's photos. */
export interface AlsoShown {
  /** A record it was made from, whose photos are shown too. */
  from?: PhotoOwner | undefined;
  /** Ids of other records' photos that belong to it too. */
  named?: readonly string[];
}

/** The photos of a place, in order, including those shown beside its own. */
export function usePhotos(place: PhotoPlace, { from, named = [] }: AlsoShown): PhotosQuery {
  const { propertyId } = place;
  const own = useQuery(photosQuery(place));
  const earlier = useQuery(photosQuery(from ?? place));
  const hasEarlier = from !== undefined;
  const read = useMemo(() => {
    if (!own.data || !earlier.data) return undefined;
    const mine = own.data.filter((photo) => propertyId === undefined || photo.propertyId === propertyId);
    return hasEarlier ? [...mine, ...earlier.data] : mine;
  }, [own.data, earlier.data, propertyId, hasEarlier]);
  const ids = read ? furtherIds(named, read) : [];
  const further = useQuery({ ...namedPhotosQuery(place, ids), enabled: ids.length > 0 });
  const isAll = ids.length === 0 || further.data !== undefined;
  const data = useMemo(
    () => (read && isAll ? [...read, ...(further.data ?? [])].sort(byStage) : undefined),
    [read, isAll, further.data],
  );
  const failed = [own, earlier, further].find(({ error }) => error !== null) ?? own;
  const isFetching = own.isFetching || earlier.isFetching || further.isFetching;
  return { data, error: failed.error, isFetching, refetch: failed.refetch };
}

const RANK: Readonly<Record<string, number>> = { before: 1, after: 2 };

/** New ones are marked later: those without a stage first, then those of before the work, then of after; each newest first. */
export function byStage(a: PhotoRecord, b: PhotoRecord): number {
  return (RANK[a.stage ?? ''] ?? 0) - (RANK[b.stage ?? ''] ?? 0) || b.createdAt.localeCompare(a.createdAt);
}
