import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import { type PhotoOwner, photosQuery } from '../data/get-photos.ts';
import type { PhotoPlace } from '../data/photo-uploads.ts';

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
