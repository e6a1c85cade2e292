import { copyText } from '../../ui/values/copy.ts';

/** What of a post is on the clipboard. */
export type Copied = 'all' | 'text' | 'nothing';

/**
 * Copies a post's text and picture at once: where it is pasted, each place takes what it can. Clipboards take PNG alone.
 * @param pictureUrl null without a picture
 */
export async function copyPost(text: string, pictureUrl: string | null): Promise<Copied> {
  if (pictureUrl !== null && (await copyBoth(text, pictureUrl))) return 'all';
  if (!(await copyText(text))) return 'nothing';
  return pictureUrl === null ? 'all' : 'text';
}

async function copyBoth(text: string, pictureUrl: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard?.write || typeof ClipboardItem === 'undefined') return false;
  try {
    // The picture as a promise: Safari allows it only right after the click.
    const item = { 'text/plain': new Blob([text], { type: 'text/plain' }), 'image/png': pngOf(pictureUrl) };
    await clipboard.write([new ClipboardItem(item)]);
    return true;
  } catch {
    return false;
  }
}

async function pngOf(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture cannot be read: ${response.status}`);
  const picture = await createImageBitmap(await response.blob());
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The picture cannot be converted.'))), 'image/png');
  });
}
