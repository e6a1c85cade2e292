import type { SocialPostRecord } from '../../../api/social-posts/schema.ts';
import { SOCIAL_POST_STATUS_LABELS } from '../../../domain/social-post/terms.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { socialPostTone } from '../tones.ts';
import { waitsForPerson } from './social-post.ts';

/** The status of a post, and whether it waits for somebody to post it. */
export function PostStatus({ post }: { post: SocialPostRecord }) {
  if (waitsForPerson(post)) return <StatusTag tone="amber">To be posted</StatusTag>;
  if (post.isUncertain) return <StatusTag tone="violet">Uncertain</StatusTag>;
  return (
    <StatusTag tone={socialPostTone(post.status)}>{SOCIAL_POST_STATUS_LABELS[post.status] ?? post.status}</StatusTag>
  );
}
