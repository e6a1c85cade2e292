import { MARKETING_PLATFORM_LABELS } from '../../domain/campaign/terms.ts';
import { socialPost } from '../../domain/social-post/social-post.ts';
import { postText, postTitle, SOCIAL_POST_STATUS_LABELS } from '../../domain/social-post/terms.ts';
import { campaigns } from '../../projections/campaigns.ts';
import { type SocialPostDocument, socialPosts } from '../../projections/social-posts.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { photosOfOneJob } from './one-job.ts';
import { allPictures, NO_PICTURES } from './pictures.ts';
import { type SocialPostRecord, socialPostFields } from './schema.ts';

type OwnFields = Omit<SocialPostRecord, 'campaignName' | 'isByHand' | 'withheld'>;

function presentPost(post: SocialPostDocument): OwnFields {
  const { status, outcome, waitsUntil, publishedAt, markedAt, reason, photoId, beforePhotoId } = post;
  return {
    ...shownOf(socialPostFields, post),
    status,
    isUncertain: status === 'failed' && outcome === 'uncertain',
    dueAt: waitsUntil,
    publishedAt,
    isMarked: markedAt !== null,
    reason,
    text: postText(post),
    pictureUrl: imageUrl(photoId),
    beforePictureUrl: imageUrl(beforePhotoId ?? null),
    ideaPhotoIds: [...(post.ideaPhotoIds ?? [])],
  };
}

function imageUrl(photoId: string | null): string | null {
  return photoId === null ? null : `/api/photos/${photoId}/image`;
}

/** What the company posts on social platforms. */
export const socialPostKind = recordKind({
  decider: socialPost,
  projection: socialPosts,
  area: 'marketing',
  title: (post: SocialPostDocument) => postTitle(post),
  found: {
    detail: ({ platform, status }: SocialPostDocument) => [
      MARKETING_PLATFORM_LABELS[platform] ?? platform,
      SOCIAL_POST_STATUS_LABELS[status] ?? status,
    ],
  },
  present: presentPost,
  across: photosOfOneJob,
  join: async (context, posts) => withPictures(context, await withCampaigns(context, posts)),
});

/** Adds the names of campaigns, and who posts. */
async function withCampaigns(
  { readModels, config }: ApiContext,
  posts: readonly OwnFields[],
): Promise<Omit<SocialPostRecord, 'withheld'>[]> {
  const ids = [...new Set(posts.map(({ campaignId }) => campaignId).filter((id) => id !== null))];
  const found = ids.length === 0 ? undefined : await readModels.peek()?.get(campaigns.collection, ids);
  const isByHand = config.socialWebhook === null;
  return posts.map((post) => ({
    ...post,
    campaignName: found?.get(post.campaignId ?? '')?.name ?? null,
    isByHand,
  }));
}

/** Leaves out pictures that may not be shown. */
async function withPictures(
  { readModels }: ApiContext,
  posts: readonly Omit<SocialPostRecord, 'withheld'>[],
): Promise<SocialPostRecord[]> {
  const models = readModels.peek();
  const pictures = models === null ? [] : await allPictures(models, posts);
  return posts.map((post, index) => {
    const { withheld } = pictures[index] ?? NO_PICTURES;
    return withheld === null ? { ...post, withheld } : { ...post, withheld, pictureUrl: null, beforePictureUrl: null };
  });
}
