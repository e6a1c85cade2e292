import { PHOTO_LIMITS } from '../../domain/photo/terms.ts';

// Photos are made smaller before they are sent: a phone's are larger than needed to see a tree, and than a weak signal takes.

/** Larger photos are shrunk, in bytes. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** As are those with more pixels: the server limits a picture's size. */
const LARGE_PIXELS = 24_000_000;
/**
 * The kinds that the server takes; a browser may read more. Named in an input, they make a phone offer its camera, and
 * convert others to JPEG.
 */
export const TAKEN_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

export interface ShrunkPhoto {
  /** What to send: the photo itself where it is small enough, or a JPEG. */
  blob: Blob;
  /** What it shows, upright; null where this browser cannot read it. */
  canvas: HTMLCanvasElement | null;
}

/**
 * One at a time of each size: two of 100 megapixels are more than a phone holds in memory, and a small one does not wait
 * for such a one.
 */
const reading: Record<'small' | 'large', Promise<unknown>> = { small: Promise.resolve(), large: Promise.resolve() };

/**
 * Reads a photo, and makes a JPEG of it where it is large, or of a kind that the server does not take.
 * @param side the most pixels of the longer side then
 * @throws Error that says what to do about a HEIC photo that this browser cannot read
 */
export function shrink(file: Blob, name: string, side: number): Promise<ShrunkPhoto> {
  const size = file.size > LARGE_BYTES ? 'large' : 'small';
  const shrunk = reading[size].then(() => shrinkOne(file, name, side));
  reading[size] = shrunk.catch(() => {});
  return shrunk;
}

/**
 * A photo as the console sends it: nothing is lost that the server would keep. One that this browser cannot read goes as
 * it is: the server says what is wrong with it.
 * @throws Error that says what to do about one that is too large, or HEIC
 */
export async function photoToSend(file: File): Promise<File> {
  const { blob } = await shrink(file, file.name, PHOTO_LIMITS.side);
  if (blob.size > PHOTO_LIMITS.bytes) {
    const [most, sent] = [Math.floor(PHOTO_LIMITS.bytes / 1e6), Math.ceil(blob.size / 1e5) / 10];
    throw new Error(`A photo must not be larger than ${most} MB. This one has ${sent} MB.`);
  }
  return blob === file ? file : new File([blob], file.name, { type: blob.type });
}

/** Phones' own kind, which only some browsers read. Some of the others do not even know its type. */
export function isHeic({ type }: Blob, name: string): boolean {
  return /hei[cf]/.test(type) || (!TAKEN_TYPES.includes(type) && /\.hei[cf]$/i.test(name));
}

async function shrinkOne(file: Blob, name: string, side: number): Promise<ShrunkPhoto> {
  const isLarge = file.size > LARGE_BYTES;
  const isOfCamera = isHeic(file, name) || (isLarge && file.type === 'image/jpeg');
  const bitmap = await decoded(file, isOfCamera ? side : null);
  if (!bitmap && isHeic(file, name)) {
    throw new Error(`${name} is a HEIC photo, which we cannot read. Save it as JPEG, or take a screenshot of it.`);
  }
  if (!bitmap) return { blob: file, canvas: null };
  const isTaken = !isLarge && bitmap.width * bitmap.height <= LARGE_PIXELS && TAKEN_TYPES.includes(file.type);
  const canvas = drawn(bitmap, side);
  bitmap.close();
  return { blob: (isTaken ? null : await asJpeg(canvas)) ?? file, canvas };
}

/**
 * @param width in pixels, of a photo as cameras take them: a browser told that it is wanted smaller needs not keep all of
 *   it in memory. Of a long screenshot it could be far more than all of it.
 */
async function decoded(file: Blob, width: number | null): Promise<ImageBitmap | null> {
  try {
    return await (width === null
      ? createImageBitmap(file)
      : createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' }));
  } catch {
    return null;
  }
}

/** @param side the most pixels of the longer side; nothing is enlarged */
export function drawn(picture: ImageBitmap | HTMLCanvasElement, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    // A JPEG has no transparency, and black would hide what is dark.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

function asJpeg(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}
