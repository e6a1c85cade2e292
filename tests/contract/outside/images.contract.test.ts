import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ImageRefused, type Picture } from '../../../platform/images/image.ts';
import { createImages, type Images } from '../../../platform/images/images.ts';
import { blank, bomb, colorAt, SVG, samplePhoto } from '../../support/samples/sample-photos.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

let images: Images;
let folder: TempFolder;
beforeAll(async () => {
  folder = await tempFolder();
  images = createImages();
});
afterAll(async () => {
  images.close();
  await folder.remove();
});

/** Puts a photo where uploads arrive, and has it read. */
async function normalize(bytes: Uint8Array, by: Images = images): Promise<Picture> {
  const path = join(folder.path, randomUUID());
  await writeFile(path, bytes);
  return by.normalize(path);
}

async function refusal(bytes: Uint8Array, by: Images = images): Promise<[reason: string, message: string]> {
  try {
    await normalize(bytes, by);
  } catch (error) {
    if (error instanceof ImageRefused) return [error.reason, error.message];
    throw error;
  }
  return expect.fail('The photo was taken.');
}

/** Process ids of this process's own workers. */
async function workers(): Promise<string[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isOurs = async (pid: string) => {
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const isChild = new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(await read('status'));
    return isChild && (await read('cmdline')).includes('image-worker');
  };
  const ours = await Promise.all(all.map(async (pid) => ((await isOurs(pid)) ? pid : null)));
  return ours.filter((pid) => pid !== null);
}

const isRed = ([red = 0, , blue = 0]: number[]) => red > 150 && blue < 100;

describe('a photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('A photo as %s becomes webp with a thumbnail', async (format) => {
    const { image, thumbnail, width, height } = await normalize(await samplePhoto({ format }));
    expect([width, height]).toEqual([640, 480]);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width, height, space: 'srgb' });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 });
    expect(isRed(await colorAt(image, 0.1, 0.5))).toBe(true);
    expect(isRed(await colorAt(image, 0.9, 0.5))).toBe(false);
  });

  test('A photo that is large is made smaller, and one that is small stays so', async () => {
    const large = await normalize(await samplePhoto({ width: 4000, height: 3000 }));
    expect([large.width, large.height]).toEqual([2560, 1920]);
    const small = await normalize(await samplePhoto({ width: 20, height: 10 }));
    expect([small.width, small.height]).toEqual([20, 10]);
    expect(await sharp(small.thumbnail).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  // Where the red left half of the camera's picture ends up.
  test.each([
    [3, 0.9, 0.5],
    [6, 0.5, 0.1],
    [8, 0.5, 0.9],
  ])('A photo held as EXIF orientation %d says is turned upright', async (orientation, x, y) => {
    const { image, width, height } = await normalize(await samplePhoto({ orientation }));
    expect([width, height]).toEqual(orientation === 3 ? [640, 480] : [480, 640]);
    expect(isRed(await colorAt(image, x, y))).toBe(true);
    expect(isRed(await colorAt(image, 1 - x, 1 - y))).toBe(false);
    expect((await sharp(image).metadata()).orientation).toBeUndefined();
  });

  test('A photo keeps nothing of where and with what it was taken', async () => {
    const taken = await samplePhoto({ hasLocation: true });
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    expect(taken.includes('SecretCamera')).toBe(true);
    const { image, thumbnail } = await normalize(taken);
    for (const kept of [image, thumbnail]) {
      const { exif, xmp, icc, iptc } = await sharp(kept).metadata();
      expect({ exif, xmp, icc, iptc }).toEqual({});
      expect(kept.includes('SecretCamera')).toBe(false);
    }
  });

  test('A photo of 108 megapixels, as phones take them, is taken and turned upright', async () => {
    const taken = await normalize(await samplePhoto({ width: 12_000, height: 9_000, orientation: 6 }));
    expect([taken.width, taken.height]).toEqual([1920, 2560]);
    expect(isRed(await colorAt(taken.image, 0.5, 0.1))).toBe(true);
    expect(isRed(await colorAt(taken.image, 0.5, 0.9))).toBe(false);
  });

  test('A photo in print colors is shown in those of a screen', async () => {
    const print = await sharp(await samplePhoto())
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    const { image } = await normalize(print);
    expect(await sharp(image).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
    expect(isRed(await colorAt(image, 0.1, 0.5))).toBe(true);
  });

  test('A photo with transparency is taken, turned too', async () => {
    const side = { width: 4_000, height: 2_000, channels: 4, background: '#0f08' } as const;
    const large = await sharp({ create: side, limitInputPixels: false })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer();
    expect(await normalize(large)).toMatchObject({ width: 1280, height: 2560 });
  });
});

describe('what is no such photo', () => {
  const unsupported = 'This file is not a readable photo. Choose a JPEG, PNG or WebP file.';
  const damaged = 'This photo is damaged or incomplete. Send it again, or choose another one.';

  test.each([
    ['text', Buffer.from('Not a photo, whatever its name says.')],
    ['nothing', Buffer.alloc(0)],
    ['an SVG', SVG],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7')],
  ])('%s in place of a photo is refused as unsupported', async (_, bytes) =>
    expect(await refusal(bytes)).toEqual(['unsupported', unsupported]),
  );

  test('A HEIC photo is refused with what to do about it', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');
    expect(await refusal(heic)).toEqual(['unsupported', 'HEIC photos are not supported. Send the photo as a JPEG.']);
  });

  test.each([
    ['a text with the first bytes of a JPEG', Buffer.from('\xff\xd8\xff and then a text', 'latin1')],
    ['an SVG with the first bytes of a PNG', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), SVG])],
    ['a WebP that is none', Buffer.from('RIFF\x10\0\0\0WEBPVP8 nothing here', 'latin1')],
  ])('%s in place of a photo is refused as damaged', async (_, bytes) =>
    expect(await refusal(bytes)).toEqual(['unreadable', damaged]),
  );

  test.each(['jpeg', 'png', 'webp'] as const)('A %s that is cut off anywhere is refused', async (format) => {
    const whole = await samplePhoto({ format, width: 900, height: 700 });
    for (const part of [0.1, 0.5, 0.95]) {
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * part)))).toEqual(['unreadable', damaged]);
    }
  });

  test('A bomb of 60 megapixels is refused before it is unpacked', async () => {
    expect(await normalize(bomb(49))).toMatchObject({ width: 2560, height: 2560 });
    const small = bomb(60);
    expect(small.length).toBeLessThan(200_000);
    expect(await refusal(small)).toEqual(['too_large', 'This photo has 60 megapixels. It may have 50 at most.']);
  });

  test('The limit of pixels is never said with the number that was sent', async () => {
    const message = 'This photo has 50.4 megapixels. It may have 50 at most.';
    expect(await refusal(blank(8_192, 6_144))).toEqual(['too_large', message]);
    const claimed = await samplePhoto();
    claimed.writeUInt32BE((15_812 << 16) + 15_812, claimed.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    expect(await refusal(claimed)).toEqual(['too_large', 'This photo has 250.1 megapixels. It may have 250 at most.']);
  });

  test('A photo with a side that is too long is refused before it is unpacked', async () => {
    expect(await normalize(blank(20_000, 1))).toMatchObject({ width: 2560 });
    for (const [width, height] of [
      [1, 50_000_000],
      [20_001, 1],
    ] as const) {
      const began = performance.now();
      const message = `This photo is ${Math.max(width, height)} pixels long on one side. It may have 20000 at most.`;
      expect(await refusal(blank(width, height))).toEqual(['too_large', message]);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  });

  test('A photo that keeps a processor busy for too long is refused, and the next one is read', async () => {
    const impatient = createImages({ atOnce: 1, processorMs: 100 });
    const [busy, next] = [bomb(49), await samplePhoto({ width: 20, height: 10 })];
    expect(await refusal(busy, impatient)).toEqual([
      'unreadable',
      'This photo takes too long to read. Send a smaller one.',
    ]);
    expect(await normalize(next, impatient)).toMatchObject({ width: 20 });
    impatient.close();
  });
});

describe('a worker', () => {
  const worker = new URL('../../support/processes/image-worker-that-dies.ts', import.meta.url);
  const sample = (sign: string) => Buffer.from(`\xff\xd8\xff${sign}`, 'latin1');

  test('A worker for photos that crashes, hangs or takes too much memory fails its own photo only', async () => {
    const fragile = createImages({ worker, timeoutMs: 1_500 });
    const good = Array.from({ length: 3 }, () => normalize(sample('g'), fragile));
    expect(await refusal(sample('c'), fragile)).toEqual([
      'unreadable',
      'This photo cannot be read. Choose another one.',
    ]);
    expect(await refusal(sample('m'), fragile)).toEqual([
      'too_large',
      'This photo takes too much memory to read. Send a smaller one.',
    ]);
    expect(await refusal(sample('h'), fragile)).toEqual([
      'unreadable',
      'This photo takes too long to read. Send a smaller one.',
    ]);
    for (const each of good) expect(await each).toMatchObject({ width: 1 });
    expect(await normalize(sample('g'), fragile)).toMatchObject({ image: sample('g') });
    fragile.close();
  });

  test.skipIf(process.platform !== 'linux')(
    'A worker for photos sees no secret of the process that started it',
    async () => {
      vi.stubEnv('MONGODB_URL', 'mongodb://name:secret@127.0.0.1');
      const own = createImages();
      await normalize(await samplePhoto(), own);
      vi.unstubAllEnvs();
      const seen = await Promise.all((await workers()).map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')));
      own.close();
      expect(seen.length).toBeGreaterThan(0);
      const names = seen.flatMap((text) => text.split('\0').filter(Boolean)).map((each) => each.split('=', 1)[0]);
      const ours = ['PATH', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'];
      expect(names.filter((name) => !ours.includes(name ?? ''))).toEqual([]);
    },
  );

  test('A worker for photos that is broken is no fault of the photo', async () => {
    const broken = createImages({ worker });
    await expect(normalize(sample('f'), broken)).rejects.toThrow('The worker for photos failed: broken');
    await expect(normalize(sample('x'), broken)).rejects.toThrow('The worker for photos ended with code 1.');
    broken.close();
  });
});
