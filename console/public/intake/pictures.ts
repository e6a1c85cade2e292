import { drawn, shrink } from '../../photos/shrink.ts';

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
  try {
    const { blob, canvas } = await shrink(file, name, SHRUNK_SIDE);
    if (!canvas) return `${name} is not a photo that we can read. Use a JPEG, PNG or WebP.`;
    return { name, blob, preview: drawn(canvas, PREVIEW_SIDE) };
  } catch (cause) {
    return (cause as Error).message;
  }
}
