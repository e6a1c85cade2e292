import { ERASED } from '../domain/kit/event.ts';
import type { PhotoEvent } from '../domain/photo/events.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** A photo, with the record it belongs to and its image files in the file store. */
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
  /** Of a job: one of PHOTO_STAGES; null if nobody said so. */
  stage: string | null;
  /** ISO UTC. */
  createdAt: string;
}

export const photos = readModel<PhotoDocument, PhotoEvent>()({
  name: 'photos',
  version: 4,
  of: 'photo',
  indexes: [
    ['removed', 'category', 'recordId', 'createdAt'],
    ['category', 'recordId'],
    ['erased', 'sha256'],
    ['erased', 'thumbnailSha256'],
  ],
  search: [],
  files: ['sha256', 'thumbnailSha256'],
  first: { PhotoAttached: ({ attachedAt, ...fields }) => ({ ...fields, stage: null, createdAt: attachedAt }) },
  after: {
    PhotoCaptionRevised: merged,
    PhotoStageMarked: merged,
    PhotoRemoved: removed,
    PhotoRestored: restored,
    PhotoErased: () => ({ caption: ERASED, erased: true }),
  },
});
