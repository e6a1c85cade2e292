import { copyText } from '../../ui/values/copy.ts';

/** What of a post is on the clipboard. */
export type Copied = 'all' | 'text' | 'nothing';

/**
 * Copies a post's text and pictures at once: where it is pasted, each place takes what it can. Clipboards take one PNG alone,
 * in which several pictures stand side by side.
 */
export async function copyPost(text: string, pictureUrls: readonly string[]): Promise<Copied> {
  if (pictureUrls.length > 0 && (await copyBoth(text, pictureUrls))) return 'all';
  if (!(await copyText(text))) return 'nothing';
  return pictureUrls.length === 0 ? 'all' : 'text';
}

async function copyBoth(text: string, pictureUrls: readonly string[]): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard?.write || typeof ClipboardItem === 'undefined') return false;
  try {
    // The picture as a promise: Safari allows it only right after the click.
    const item = { 'text/plain': new Blob([text], { type: 'text/plain' }), 'image/png': pngOf(pictureUrls) };
    await clipboard.write([new ClipboardItem(item)]);
    return true;
  } catch {
    return false;
  }
}

/** All as high as the lowest one. */
async function pngOf(urls: readonly string[]): Promise<Blob> {
  const pictures = await Promise.all(urls.map(pictureAt));
  const height = Math.min(...pictures.map((picture) => picture.height));
  const widths = pictures.map((picture) => Math.round((picture.width * height) / picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = widths.reduce((sum, width) => sum + width, 0);
  canvas.height = height;
  let left = 0;
  for (const [index, width] of widths.entries()) {
    const picture = pictures[index];
    if (picture) canvas.getContext('2d')?.drawImage(picture, left, 0, width, height);
    left += width;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The picture cannot be converted.'))), 'image/png');
  });
}

async function pictureAt(url: string): Promise<ImageBitmap> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture cannot be read: ${response.status}`);
  return createImageBitmap(await response.blob());
}
