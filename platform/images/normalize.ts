import sharp, { type Sharp } from 'sharp';
import {
  formatOf,
  IMAGE_SIDE,
  ImageRefused,
  LOGO_SIDES,
  LOOK_SIDE,
  type LogoPicture,
  type Look,
  MEASURED_SIDE,
  MOST_PIXELS,
  MOST_SIDE,
  type Picture,
  THUMBNAIL_SIDE,
} from './image.ts';
import { measure } from './measure.ts';

const IMAGE = { quality: 80, effort: 2 } as const;
const THUMBNAIL = { quality: 75, effort: 2 } as const;

/**
 * Decodes a photo completely and re-encodes it: upright, in sRGB, without the place and camera it was taken with. To be
 * run in its own process (see image-worker.ts): the decoders are native code, and the bytes come from strangers.
 * @throws ImageRefused
 */
export async function normalizeImage(bytes: Uint8Array): Promise<Picture> {
  await checkHeader(bytes);
  try {
    const { data: image, info } = await decoded(bytes)
      .resize(within(IMAGE_SIDE))
      .toColourspace('srgb')
      .webp(IMAGE)
      .toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(image).resize(within(THUMBNAIL_SIDE)).webp(THUMBNAIL).toBuffer();
    return { image, width: info.width, height: info.height, thumbnail };
  } catch {
    throw unreadable();
  }
}

/**
 * Decodes a photo that is only analyzed (small, upright, without the place and camera it was taken with) and measures
 * it. To be run in its own process, as above.
 * @throws ImageRefused
 */
export async function lookAtImage(bytes: Uint8Array): Promise<Look> {
  const sent = await checkHeader(bytes);
  try {
    // What is transparent must not look dark.
    const image = await decoded(bytes)
      .resize(within(LOOK_SIDE))
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp(IMAGE)
      .toBuffer();
    const { data, info } = await sharp(image).resize(within(MEASURED_SIDE)).raw().toBuffer({ resolveWithObject: true });
    return { image, measures: { ...sent, ...measure({ data, width: info.width, height: info.height }) } };
  } catch {
    throw unreadable();
  }
}

/**
 * Decodes a logo and re-encodes it as a PNG: upright, in sRGB, without metadata. To be run in its own process, as
 * above.
 * @throws ImageRefused
 */
export async function normalizeLogo(bytes: Uint8Array): Promise<LogoPicture> {
  await checkHeader(bytes);
  try {
    const { data: image, info } = await decoded(bytes)
      .resize({ ...LOGO_SIDES, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { image, width: info.width, height: info.height };
  } catch {
    throw unreadable();
  }
}

/** Checks the header before anything is unpacked. @returns width and height, upright */
async function checkHeader(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const format = formatOf(bytes);
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (header?.format !== format) throw unreadable();
  const side = Math.max(header.width, header.height);
  if (side > MOST_SIDE) throw tooLarge(`is ${side} pixels long on one side. It may have ${MOST_SIDE} at most.`);
  const pixels = header.width * header.height;
  const most = MOST_PIXELS[format];
  if (pixels > most) {
    const whole = Math.round(pixels / 1e6);
    // Never the limit's own number.
    const megapixels = whole > most / 1e6 ? whole : Math.ceil(pixels / 1e5) / 10;
    throw tooLarge(`has ${megapixels} megapixels. It may have ${most / 1e6} at most.`);
  }
  return header.autoOrient;
}

/** A photo whose header was checked. What makes it smaller comes first, so that a JPEG is never unpacked whole. */
function decoded(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS.jpeg }).autoOrient();
}

function within(side: number) {
  return { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
}

function tooLarge(how: string): ImageRefused {
  return new ImageRefused('too_large', `This photo ${how}`);
}

function unreadable(): ImageRefused {
  return new ImageRefused('unreadable', 'This photo is damaged or incomplete. Send it again, or choose another one.');
}
