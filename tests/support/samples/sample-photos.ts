import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** How to make a photo; the colors mark its halves, so that its orientation can be seen. */
export interface SampleOptions {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp';
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  /** Adds where and with what it was taken. */
  hasLocation?: boolean;
  /** Makes photos differ from each other. */
  color?: string;
  /** How large the file is: what follows the end of a picture costs no decoding. */
  bytes?: number;
}

/** The left half, as the camera saw it. */
const LEFT = '#c03020';
/** The right half, unless a color is given. */
const RIGHT = '#2050c0';

/** A photo as a camera makes it: red on the left, blue or another color on the right. */
export async function samplePhoto(options: SampleOptions = {}): Promise<Buffer> {
  const { width = 640, height = 480, format = 'jpeg', orientation, hasLocation, color = RIGHT, bytes } = options;
  const pixel = { width: 1, height: 1, channels: 3 } as const;
  // A pixel for each half, made larger: much faster than to paint 100 megapixels.
  const halves = sharp({ create: { ...pixel, width: 2, background: color } })
    .composite([{ input: { create: { ...pixel, background: LEFT } }, left: 0, top: 0 }])
    .png();
  let photo = sharp(await halves.toBuffer())
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .toFormat(format);
  if (hasLocation) photo = photo.withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: LOCATION });
  if (orientation !== undefined) photo = photo.withMetadata({ orientation });
  const buffer = await photo.toBuffer();
  return Buffer.concat([buffer, Buffer.alloc(bytes === undefined ? 0 : bytes - buffer.length)]);
}

const LOCATION = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '42/1 22/1 30/1',
  GPSLongitudeRef: 'W',
  GPSLongitude: '72/1 31/1 0/1',
};

/** A complete PNG of some kilobytes that unpacks to a square of this many megapixels. */
export function bomb(megapixels: number): Buffer {
  const side = Math.ceil(Math.sqrt(megapixels * 1e6));
  return blank(side, side);
}

/** A black PNG. */
export function blank(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8); // one bit per pixel
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** The color of a pixel, as `[red, green, blue]`; `x` and `y` from 0 to 1. */
export async function colorAt(image: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const column = Math.min(info.width - 1, Math.floor(x * info.width));
  const row = Math.min(info.height - 1, Math.floor(y * info.height));
  const start = (row * info.width + column) * info.channels;
  return [...data.subarray(start, start + 3)];
}
