import type { PhotoRecord } from '../../api/photos/schema.ts';
import { PHOTO_LIMITS } from '../../domain/photo/terms.ts';
import type { Reply } from '../data/api.ts';
import { type Fate, perform } from '../data/device/queue.ts';
import { showToast } from '../ui/toaster.tsx';
import { PHOTOS, type PhotoOwner } from './get-photos.ts';
import { tellAdded } from './photo-upload.tsx';

/**
 * Adds photos to a record by way of what this device keeps: they are sent now, or once there is a network, also where the page
 * is closed meanwhile.
 * @param title of the record
 */
export async function keepPhotos(
  { category, recordId }: PhotoOwner,
  title: string,
  files: readonly File[],
): Promise<void> {
  const fates: Promise<Fate>[] = [];
  try {
    for (const file of files) {
      if (file.size > PHOTO_LIMITS.bytes) {
        void showToast({ title: 'Error', text: tooLarge(file), intent: 'danger' });
        continue;
      }
      const { fate } = await perform({
        record: { category, id: recordId },
        title,
        did: `Photo ${file.name}`,
        method: 'POST',
        path: `/api/photos/${category}/${encodeURIComponent(recordId)}`,
        collections: PHOTOS,
        file,
      });
      fates.push(fate);
    }
  } catch (cause) {
    void showToast({ title: 'Error', text: cause instanceof Error ? cause.message : String(cause), intent: 'danger' });
  }
  const told = await Promise.all(fates);
  const replies = told.flatMap((fate) => ('reply' in fate && fate.reply ? [fate.reply as Reply<PhotoRecord>] : []));
  const waits = told.filter((fate) => 'waits' in fate).length;
  const refused = told.find((fate) => 'refused' in fate);
  if (refused) void showToast({ title: 'Error', text: refused.refused.message, intent: 'danger' });
  else if (waits > 0) {
    const title = waits === 1 ? 'Photo kept' : `${waits} photos kept`;
    void showToast({ title, text: 'On this device, until there is signal.', intent: 'warning' });
  } else tellAdded(replies, []);
}

function tooLarge({ name }: File): string {
  return `${name}: A photo must not be larger than ${PHOTO_LIMITS.bytes / 1e6} MB.`;
}
