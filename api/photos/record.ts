import { photo } from '../../domain/photo/photo.ts';
import { type PhotoDocument, photos } from '../../projections/photos.ts';
import { recordKind } from '../kit/records.ts';
import type { PhotoRecord } from './schema.ts';

/** A photo on the wire: the addresses of its pictures, but not their names in the file store. */
function presentPhoto(photo: PhotoDocument): PhotoRecord {
  return {
    id: photo.id,
    category: photo.category,
    recordId: photo.recordId,
    propertyId: photo.propertyId,
    caption: photo.caption,
    width: photo.width,
    height: photo.height,
    bytes: photo.bytes,
    imageUrl: `/api/photos/${photo.id}/image`,
    thumbnailUrl: `/api/photos/${photo.id}/thumbnail`,
    createdAt: photo.createdAt,
    revision: photo.revision,
    removed: photo.removed === true,
  };
}

export const photoKind = recordKind({
  decider: photo,
  projection: photos,
  title: ({ caption }: PhotoDocument) => caption,
  present: presentPhoto,
  partOf: ({ category, recordId }) => ({ category, id: recordId }),
});
