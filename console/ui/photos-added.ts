import { PHOTOS } from '../data/get-photos.ts';
import type { WhenThrough } from '../data/photo-uploads.ts';
import { showToast } from './toaster.tsx';
import { undo } from './undo.ts';

/** Says what became of photos that were added together, and offers to take back those that arrived. */
export const tellAdded: WhenThrough = (added, unseen) => {
  const [first] = unseen;
  if (first) {
    const more = unseen.length > 1 ? ` And ${unseen.length - 1} more.` : '';
    void showToast({ title: 'Error', text: `${first.name}: ${first.problem}${more}`, intent: 'danger' });
  } else if (added.length > 0) {
    void showToast({
      title: added.length === 1 ? 'Photo added' : `${added.length} photos added`,
      text: `Open ${added.length === 1 ? 'it' : 'one'} to write a caption.`,
      intent: 'success',
      action: { text: 'Undo', run: () => void takeBack(added) },
    });
  }
};

async function takeBack(added: Parameters<WhenThrough>[0]): Promise<void> {
  for (const { data, commandId } of added) {
    if (commandId !== null) await undo({ category: 'photo', id: data.id, commandId }, PHOTOS);
  }
}
