import type { PhotoTarget, StoredPicture } from '../../domain/photo/photo.ts';
import type { PhotoCategory } from '../../domain/photo/terms.ts';
import type { Turn } from '../../platform/runtime/slots.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import type { RecordDocument } from '../../projections/engine/projection.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord, loadRecord } from '../kit/records.ts';
import { refusePhoto } from '../kit/uploads.ts';
import { photoKind } from './record.ts';

/** The record to attach a photo to, from its stream, because a list may not have it yet. */
export async function readTarget(
  { streams, kinds }: ApiContext,
  { category, recordId, propertyId }: { category: PhotoCategory; recordId: string; propertyId: string | null },
): Promise<PhotoTarget> {
  const { records } = await loadRecord(streams, kinds.of(category), recordId);
  const record = (records.get(recordId)?.document ?? null) as RecordDocument | null;
  const presence = presenceOf(record);
  return { category, recordId, propertyId, presence, propertyIds: propertyIdsOf(record) };
}

function presenceOf(record: RecordDocument | null): PhotoTarget['presence'] {
  if (record === null) return 'absent';
  if (record.erased) return 'erased';
  return record.removed ? 'removed' : 'present';
}

function propertyIdsOf(record: RecordDocument | null): string[] {
  const { properties = [] } = (record ?? {}) as Partial<CustomerDocument>;
  return properties.filter(({ removed }) => removed === undefined).map(({ id }) => id);
}

type PictureFiles = Pick<StoredPicture, 'sha256' | 'thumbnailSha256'>;

/** The pictures of a photo to be attached. */
export interface NewPicture {
  stored: StoredPicture;
  /** Stores them again if the erasure of somebody with the same photo has deleted them in the meantime. */
  keep(): Promise<void>;
}

/**
 * Decodes a photo and stores its pictures. They are stored before an event names them: a crash in between leaves unused
 * files, never a photo without its file.
 * @param path of its file
 * @param turn in which it is decoded
 * @throws HttpError 413, 415 or 422 if it is not an acceptable photo; nothing is stored then
 */
export async function storePicture(
  { images, files }: Pick<ApiContext, 'images' | 'files'>,
  path: string,
  turn?: Turn,
): Promise<NewPicture> {
  const { image, thumbnail, width, height } = await images.normalize(path, turn).catch(refusePhoto);
  const [sha256, thumbnailSha256] = await Promise.all([files.put(image), files.put(thumbnail)]);
  const stored = { sha256, thumbnailSha256, width, height, bytes: image.byteLength };
  const keep = async () => {
    if (!(await files.has(sha256))) await files.put(image);
    if (!(await files.has(thumbnailSha256))) await files.put(thumbnail);
  };
  return { stored, keep };
}

/** Runs once it is attached: makes sure that its pictures exist, unless its person was erased at the same moment. */
export async function keepPicture(context: ApiContext, id: string, { stored, keep }: NewPicture): Promise<void> {
  await keep();
  const photo = await findRecord(context, photoKind, id);
  if (photo?.erased) await dropPicture(context, stored);
}

/** Deletes what was stored for a photo that was refused after all, for instance because of an erasure in between. */
export async function dropPicture(
  context: Pick<ApiContext, 'erasure'>,
  { sha256, thumbnailSha256 }: PictureFiles,
): Promise<void> {
  await context.erasure.deleteUnused([sha256, thumbnailSha256]);
}

/**
 * Holds a picture that no record names yet.
 * @param by who holds it, such as the id of what it belongs to
 * @param forMs after which the hold ends by itself
 */
export async function holdPicture(
  { heldFiles }: Pick<ApiContext, 'heldFiles'>,
  { stored: { sha256, thumbnailSha256 }, keep }: NewPicture,
  by: string,
  forMs: number,
): Promise<void> {
  await heldFiles.hold([sha256, thumbnailSha256], by, forMs);
  await keep();
}

/** Releases a held picture; it is deleted unless a record names it by now, or others hold it. */
export async function releasePicture(
  context: Pick<ApiContext, 'heldFiles' | 'erasure'>,
  picture: PictureFiles,
  by: string,
): Promise<void> {
  await context.heldFiles.letGo([picture.sha256, picture.thumbnailSha256], by);
  await dropPicture(context, picture);
}
