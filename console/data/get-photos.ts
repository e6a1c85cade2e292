import { queryOptions } from '@tanstack/react-query';
import type { PhotoRecord } from '../../api/photos/schema.ts';
import type { PhotoCategory } from '../../domain/photo/terms.ts';
import { read } from './query-client.ts';

/** What a change of a photo makes old. */
export const PHOTOS = ['photos'] as const;

/** The record that photos belong to. */
export interface PhotoOwner {
  category: PhotoCategory;
  recordId: string;
}

/** The photos of one record, newest first. */
export const photosQuery = ({ category, recordId }: PhotoOwner) =>
  queryOptions({
    queryKey: ['photos', category, recordId],
    meta: { collections: PHOTOS },
    queryFn: (context) =>
      read<PhotoRecord[]>(`/api/photos?category=${category}&recordId=${encodeURIComponent(recordId)}`, context),
  });
