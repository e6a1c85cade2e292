import type { SocialPostRecord } from '../../../../api/social-posts/schema.ts';
import { copyPost } from '../../../entities/social-post/copy-post.ts';
import { picturesOf } from '../../../entities/social-post/social-post.ts';
import { socialPostKind } from '../../../entities/social-post/social-post-kind.ts';
import { useAct } from '../../../records/acts/use-act.ts';
import { showToast } from '../../../ui/status/toaster.tsx';

const { category, collections, path } = socialPostKind;
const undoneOn = ({ id }: SocialPostRecord) => ({ category, id });
const call = (name: string) => (post: SocialPostRecord) => ({
  method: 'POST' as const,
  path: `${path(post.id)}/${name}`,
});

/** What can be done about a post. */
export function usePostActs() {
  const cancel = useAct<SocialPostRecord, SocialPostRecord>({
    command: call('cancel'),
    collections,
    done: () => ({ title: 'Post Cancelled', text: 'It will not be published.' }),
    undoneOn,
  });
  const publishAgain = useAct<SocialPostRecord, SocialPostRecord>({
    command: call('publish-again'),
    collections,
    done: ({ isByHand }) => ({
      title: 'Post Scheduled',
      text: isByHand ? 'It waits to be posted by hand.' : 'It is published in a moment, or when its time comes.',
      intent: 'success',
    }),
  });
  const markPosted = useAct<SocialPostRecord, SocialPostRecord>({
    command: call('mark-posted'),
    collections,
    done: () => ({ title: 'Marked as Posted', text: 'It counts as published.', intent: 'success' }),
    undoneOn,
  });
  return { cancel, publishAgain, markPosted };
}

/** Copies a post for whoever posts it by hand, and says what is on the clipboard. */
export async function copyForPosting(post: SocialPostRecord): Promise<void> {
  const pictures = picturesOf(post);
  const copied = await copyPost(
    post.text,
    pictures.map(({ url }) => url),
  );
  const what = ['text', 'text and the picture'][pictures.length] ?? 'text and the pictures';
  if (copied === 'all')
    void showToast({ title: 'Post Copied', text: `Paste the ${what} into a new post.`, intent: 'success' });
  else if (copied === 'text')
    void showToast({
      title: 'Text Copied',
      text: 'This browser copies no picture along with it: save the picture from here.',
      intent: 'warning',
    });
  else
    void showToast({
      title: 'Not Copied',
      text: 'This browser does not allow it: select the text and copy it yourself.',
      intent: 'warning',
    });
}
