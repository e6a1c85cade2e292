// Photos are made smaller before they are sent: a phone's are larger than anybody needs to see a tree.

/** Above this a photo is shrunk, in bytes. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** Above this, too, in pixels: no server takes a picture of any size. */
const LARGE_PIXELS = 24_000_000;
/** The longer side of a shrunk photo, in pixels. */
const SHRUNK_SIDE = 2_048;
/** The longer side of a preview, in pixels. */
const PREVIEW_SIDE = 480;

export interface Picture {
  /** As the person knows it. */
  name: string;
  /** What is sent. */
  blob: Blob;
  preview: HTMLCanvasElement;
}

/** Reads a photo, and shrinks it where it is large. @returns what to tell the person where it cannot be used */
export async function readPicture(file: Blob, name: string): Promise<Picture | string> {
  if (/\.hei[cf]$/i.test(name) || /hei[cf]/.test(file.type)) {
    return `${name} is a HEIC photo, which we cannot read. Save it as JPEG, or take a screenshot of it.`;
  }
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return `${name} is not a photo that we can read. Use a JPEG, PNG or WebP.`;
  const isLarge = file.size > LARGE_BYTES || bitmap.width * bitmap.height > LARGE_PIXELS;
  const blob = isLarge ? await asJpeg(drawn(bitmap, SHRUNK_SIDE)) : file;
  const preview = drawn(bitmap, PREVIEW_SIDE);
  bitmap.close();
  return { name, blob: blob ?? file, preview };
}

/** @param side the longest that it may be; nothing is made larger */
function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

function asJpeg(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}
