import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import type { PhotoCategory } from '../../domain/photo/terms.ts';
import { kept } from '../data/device/kept.ts';
import { read } from '../data/query-client.ts';

/** What a change of a photo makes old. */
export const PHOTOS = ['photos'] as const;

/** The record that photos belong to. */
export interface PhotoOwner {
  category: PhotoCategory;
  recordId: string;
}

/** Where photos go. */
export interface PhotoPlace extends PhotoOwner {
  /** One of a customer's properties. */
  propertyId?: string | undefined;
}

/** Of these kinds the photos are needed where there is no network: a job shows those of its quote too. */
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

type PhotosQuery = Pick<UseQueryResult<PhotoRecord[]>, 'data' | 'error' | 'isFetching' | 'refetch'>;

/**
 * The photos of a place, newest first.
 * @param also a record that it came from: its photos are among them
 */
export function usePhotos(place: PhotoPlace, also: PhotoOwner | undefined): PhotosQuery {
  const { propertyId } = place;
  const own = useQuery(photosQuery(place));
  const earlier = useQuery(photosQuery(also ?? place));
  const hasEarlier = also !== undefined;
  const data = useMemo(() => {
    if (!own.data || !earlier.data) return undefined;
    const mine = own.data.filter((photo) => propertyId === undefined || photo.propertyId === propertyId);
    return hasEarlier ? [...mine, ...earlier.data].sort(newestFirst) : mine;
  }, [own.data, earlier.data, propertyId, hasEarlier]);
  const failed = own.error ? own : earlier;
  return { data, error: failed.error, isFetching: own.isFetching || earlier.isFetching, refetch: failed.refetch };
}

function newestFirst(a: PhotoRecord, b: PhotoRecord): number {
  return b.createdAt.localeCompare(a.createdAt);
}
