import type { SocialPostRecord } from '../../../../api/social-posts/schema.ts';
import { MARKETING_PLATFORM_LABELS } from '../../../../domain/campaign/terms.ts';
import { PLATFORM_LIMITS, postLength } from '../../../../domain/social-post/terms.ts';
import { SOCIAL_POSTS_PATH } from '../../../entities/social-post/social-post.ts';
import { socialPostKind } from '../../../entities/social-post/social-post-kind.ts';
import { NewRecordDialog } from '../../../records/edit/new-record-dialog.tsx';
import { parsed, type Values } from '../../../ui/inputs/fields.ts';

/** Writes a post, for when its time comes. */
export function NewPostDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<SocialPostRecord>
      title="Schedule Post"
      submitText="Schedule Post"
      kind={socialPostKind}
      path={SOCIAL_POSTS_PATH}
      failed="Failed to schedule post. Please try again."
      saved={() => ({ title: 'Post Scheduled', text: 'Your social media post has been scheduled successfully.' })}
      onClose={onClose}
    >
      {(values) => <Length values={values} />}
    </NewRecordDialog>
  );
}

/** How much of what its platform takes is used. */
function Length({ values: { platform = '', content = '', hashtags = '' } }: { values: Values }) {
  const most = PLATFORM_LIMITS[platform];
  if (most === undefined) return null;
  const length = postLength({ content, hashtags: parsed<string[]>(hashtags) ?? [] });
  return (
    <p className={length > most ? 'hw-form-error' : 'hw-muted'} role="status">
      {length} of {most.toLocaleString('en-US')} characters that {MARKETING_PLATFORM_LABELS[platform]} takes, with
      hashtags
    </p>
  );
}
