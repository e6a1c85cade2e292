import type { MarketingPlatform } from '../campaign/terms.ts';

/**
 * - `scheduled`: waiting for its time, or, once that has come, for whoever posts it.
 * - `published`: the publisher took it, or a person says that they posted it.
 * - `failed`: it was not published, or nobody can tell; never tried again by itself.
 * - `cancelled`: it was called off.
 */
export const SOCIAL_POST_STATUSES = ['scheduled', 'published', 'failed', 'cancelled'] as const;
export type SocialPostStatus = (typeof SOCIAL_POST_STATUSES)[number];

export const SOCIAL_POST_STATUS_LABELS: Readonly<Record<string, string>> = {
  scheduled: 'Scheduled',
  published: 'Published',
  failed: 'Failed',
  cancelled: 'Cancelled',
} satisfies Record<SocialPostStatus, string>;

export const SOCIAL_POST_LIMITS = {
  /** Characters of a content, whatever its platform. */
  content: 10_000,
  hashtag: 100,
  hashtags: 30,
} as const;

/** The most characters that a platform takes, hashtags included. */
export const PLATFORM_LIMITS: Readonly<Record<string, number>> = {
  facebook: 10_000,
  instagram: 2_200,
  linkedin: 3_000,
  twitter: 280,
  tiktok: 2_200,
} satisfies Record<MarketingPlatform, number>;

/** What somebody posts: the content and, below it, the hashtags. */
export function postText({ content, hashtags }: { content: string; hashtags: readonly string[] }): string {
  const tags = hashtags.map(hashtagText).join(' ');
  return tags === '' ? content : `${content}\n\n${tags}`;
}

/** A hashtag as it is read, with its one `#`. */
export function hashtagText(tag: string): string {
  return `#${tag.replace(/^#+/, '')}`;
}

/** How many characters a post has, as platforms count them. */
export function postLength(post: { content: string; hashtags: readonly string[] }): number {
  return [...postText(post)].length;
}

const TITLE = 80;

/** What a post is called: the beginning of its first line. */
export function postTitle({ content }: { content: string }): string {
  const [first = ''] = content.split('\n');
  return first.length > TITLE ? `${first.slice(0, TITLE - 1).trimEnd()}…` : first;
}
