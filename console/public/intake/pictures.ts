// Photos are shrunk before they are sent: a phone's are larger than needed to see a tree.

/** Larger photos are shrunk, in bytes. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** As are those with more pixels: the server limits a picture's size. */
const LARGE_PIXELS = 24_000_000;
/** The longer side of a shrunk photo, in pixels. */
const SHRUNK_SIDE = 2_048;
/** The longer side of a preview, in pixels. */
const PREVIEW_SIDE = 480;

export interface Picture {
  /** The file's name. */
  name: string;
  /** What is sent. */
  blob: Blob;
  preview: HTMLCanvasElement;
}

/** Reads a photo, and shrinks a large one. @returns what to tell the person if it cannot be used */
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

/** @param side the most pixels of the longer side; nothing is enlarged */
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
