import type { FastifyRequest } from 'fastify';
import { MOST_PHOTOS } from '../../domain/intake/terms.ts';
import { PHOTO_LIMITS } from '../../domain/photo/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { Arrival } from '../../platform/http/visitors/visitor-files.ts';
import type { ApiContext } from '../kit/context.ts';
import { readUploads, type SeveralUploads, type UploadedFile } from '../kit/uploads.ts';
import { type NewPicture, storePicture } from '../photos/new-photo.ts';

/** A photo that came with a request but was not accepted. */
export interface LeftOut {
  /** From 0, as in the names of the fields: `image_0` and so on. */
  index: number;
  /** Shown to the sender. */
  reason: string;
}

const LIMITS = {
  files: MOST_PHOTOS,
  bytes: PHOTO_LIMITS.bytes,
  /** More and larger photos than are accepted: the excess is left out, and the form is read to its end. */
  totalBytes: 8 * PHOTO_LIMITS.bytes,
  /** More than any field may hold, so that a field that is too long is refused rather than cut. */
  fieldBytes: 64 * 1024,
};

const REASONS = {
  too_large: `A photo must not be larger than ${Math.floor(PHOTO_LIMITS.bytes / 1e6)} MB.`,
  too_many: `At most ${MOST_PHOTOS} photos can be sent with a request.`,
} as const;

/** Reads the form of a request with its photos. @param fields see `readUploads`. @throws what that throws */
export function readPhotoForm(
  request: FastifyRequest,
  folder: string,
  arrival: Arrival,
  fields: Record<string, string>,
): Promise<SeveralUploads> {
  return readUploads(request, folder, { ...LIMITS, arrival }, fields);
}

/** Decodes and stores the photos of a request; a bad one is left out with the reason. */
export async function storePhotos(
  context: ApiContext,
  photos: readonly UploadedFile[],
): Promise<{ pictures: NewPicture[]; leftOut: LeftOut[] }> {
  const outcomes = await Promise.all(photos.map((photo) => storePhoto(context, photo)));
  return {
    pictures: outcomes.flatMap((outcome) => ('stored' in outcome ? [outcome] : [])),
    leftOut: outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome] : [])),
  };
}

async function storePhoto(context: ApiContext, photo: UploadedFile): Promise<NewPicture | LeftOut> {
  const index = Number(/^image_(\d{1,2})$/.exec(photo.field)?.[1] ?? photo.index);
  if (photo.leftOut || photo.path === null) return { index, reason: REASONS[photo.leftOut ?? 'too_many'] };
  try {
    return await storePicture(context, photo.path);
  } catch (cause) {
    if (cause instanceof HttpError && cause.status < 500) return { index, reason: cause.message };
    throw cause;
  }
}
