import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** `category` and `recordId` name the record the photo belongs to; the pictures are in the file store. */
const PhotoAttached = defineEvent(
  'PhotoAttached',
  z.object({
    category: z.string(),
    recordId: z.string(),
    /** One of a customer's properties; null for the record itself. */
    propertyId: z.string().nullable(),
    /** The picture's name in the file store, and the thumbnail's. */
    sha256: z.string(),
    thumbnailSha256: z.string(),
    /** The picture's size in pixels. */
    width: z.int(),
    height: z.int(),
    /** The size of the stored picture. */
    bytes: z.int(),
    caption: personal(),
    attachedAt: z.string(),
  }),
);

const PhotoCaptionRevised = defineEvent('PhotoCaptionRevised', z.object({ caption: personal() }));
/** Of a job: taken before or after the work; null if nobody knows any more. */
const PhotoStageMarked = defineEvent('PhotoStageMarked', z.object({ stage: z.string().nullable() }));
const PhotoRemoved = defineEvent('PhotoRemoved', z.object({}));
const PhotoRestored = defineEvent('PhotoRestored', z.object({}));

/** Its pictures are deleted too, unless another photo uses the same. */
const PhotoErased = defineErasure('PhotoErased', z.object({}));

export const photoEvents = [
  PhotoAttached,
  PhotoCaptionRevised,
  PhotoStageMarked,
  PhotoRemoved,
  PhotoRestored,
  PhotoErased,
] as const;

export type PhotoEvent = BodyOf<(typeof photoEvents)[number]>;
