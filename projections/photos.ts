import type { Recorded } from '../domain/kit/event.ts';
import type { PhotoEvent } from '../domain/photo/events.ts';
import { type Fields, idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';

/** A photo, with the record that it belongs to and its pictures in the file store. */
export interface PhotoDocument extends RecordDocument {
  category: string;
  recordId: string;
  propertyId: string | null;
  sha256: string;
  thumbnailSha256: string;
  width: number;
  height: number;
  bytes: number;
  caption: string | null;
  /** ISO UTC. */
  createdAt: string;
}

type Photo = Fields<PhotoDocument>;

function evolve(photo: Photo | null, event: Recorded<PhotoEvent>): Photo | null {
  if (event.type === 'PhotoAttached') {
    const { attachedAt, ...fields } = event.data;
    return { ...fields, createdAt: attachedAt };
  }
  if (photo === null) return null;
  switch (event.type) {
    case 'PhotoCaptionRevised':
      return { ...photo, caption: event.data.caption };
    case 'PhotoRemoved':
      return { ...photo, removed: true };
    case 'PhotoRestored': {
      const { removed: _, ...restored } = photo;
      return restored as Photo;
    }
    default:
      return photo;
  }
}

export const photos: Projection = {
  name: 'photos',
  version: 1,
  collection: 'photos',
  indexes: [['removed', 'category', 'recordId', 'createdAt']],
  search: [],
  ids: (event) => idsOfStream(event, 'photo'),
  evolve: (document, event) => evolve(document as Photo | null, event as Recorded<PhotoEvent>),
};
