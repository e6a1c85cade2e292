import type { PhotoDocument } from '../../projections/photos.ts';
import type { Document } from '../../store/read-models.ts';
import type { PhotoRecord } from './schema.ts';

/** The record that a photo is a part of. */
export function recordOfPhoto(document: Document): { category: string; id: string } {
  const { category, recordId } = document as PhotoDocument;
  return { category, id: recordId };
}

/** A photo on the wire: where its pictures are, and not what they are called in the file store. */
export function presentPhoto(document: Document): PhotoRecord {
  const photo = document as PhotoDocument;
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
