import { PHOTO_LIMITS } from '../../domain/photo/terms.ts';
import type { Measures } from './measure.ts';

/** A photo as it is stored: WebP, upright, in sRGB, without metadata of any kind. */
export interface Picture {
  image: Buffer;
  /** The size of `image`, in pixels. */
  width: number;
  height: number;
  /** WebP, its long side at most {@link THUMBNAIL_SIDE}. */
  thumbnail: Buffer;
}

/** A photo that is only analyzed, not stored. */
export interface Look {
  /** WebP, upright, without metadata, its long side at most {@link LOOK_SIDE}. */
  image: Buffer;
  measures: Measures;
}

/** A company's logo: a PNG without metadata, as PDFs need it; transparent parts stay transparent. */
export interface LogoPicture {
  image: Buffer;
  /** In pixels, at most those of {@link LOGO_SIDES}. */
  width: number;
  height: number;
}

/** The longest side in pixels; a smaller photo keeps its size. */
export const IMAGE_SIDE = PHOTO_LIMITS.side;
export const THUMBNAIL_SIDE = 480;
export const LOOK_SIDE = 1280;
/** Sharp in print at up to 190 × 64 points. */
export const LOGO_SIDES = { width: 800, height: 270 };
/** The longest side of the picture in which colors and edges are counted. */
export const MEASURED_SIDE = 480;

/**
 * The most pixels a photo may unpack to; a few kilobytes can claim to be a square of 60,000. A JPEG is made smaller while
 * it is decoded: one of 200 megapixels, as phones take them, needs no more memory than one of 50.
 */
export const MOST_PIXELS: Readonly<Record<ImageFormat, number>> = {
  jpeg: 250_000_000,
  png: 50_000_000,
  webp: 50_000_000,
};
/** The limit for each side: a photo one pixel wide and fifty million high would take long to unpack line by line. */
export const MOST_SIDE = 20_000;

export type ImageRefusal = 'unsupported' | 'too_large' | 'unreadable';

/** The bytes are not a photo that Heartwood accepts; the message is one that a person can act on. */
export class ImageRefused extends Error {
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal, message: string) {
    super(message);
    this.name = 'ImageRefused';
    this.reason = reason;
  }
}

/** What a worker does with a photo, and the result. */
export interface Tasks {
  normalize: Picture;
  look: Look;
  logo: LogoPicture;
}

/** A request to a worker (see image-worker.ts). */
export interface WorkerRequest {
  task: keyof Tasks;
  /** The path of the photo's file. */
  path: string;
}

/** A worker's answer. */
export type WorkerAnswer =
  | { done: Tasks[keyof Tasks] }
  | { refused: ImageRefusal; message: string }
  | { failed: string };

/** The exit codes of a worker whose photo took too much. */
export const OUT_OF_MEMORY = 12;
export const OUT_OF_TIME = 13;

export type ImageFormat = 'jpeg' | 'png' | 'webp';

/**
 * The format that the first bytes show; what a name or a header claims does not count.
 * @throws ImageRefused `unsupported` for any other format
 */
export function formatOf(bytes: Uint8Array): ImageFormat {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (/^ftyp(hei|hev|mif|msf)/.test(start.slice(4))) {
    throw new ImageRefused('unsupported', 'HEIC photos are not supported. Send the photo as a JPEG.');
  }
  throw new ImageRefused('unsupported', 'This file is not a readable photo. Choose a JPEG, PNG or WebP file.');
}
