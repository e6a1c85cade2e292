import { type PhotoDocument, photos } from '../../projections/photos.ts';
import type { SocialPostDocument } from '../../projections/social-posts.ts';
import type { ReadModels } from '../../store/read-models.ts';

/** The photo of a post as long as it may be shown: one that was removed, or erased with its customer, is not. */
export async function pictureOf(
  models: ReadModels,
  { photoId }: Pick<SocialPostDocument, 'photoId'>,
): Promise<PhotoDocument | null> {
  if (photoId === null) return null;
  const photo = (await models.get(photos.collection, [photoId])).get(photoId);
  return photo && !photo.removed && !photo.erased ? photo : null;
}

/** Where everybody finds the picture of a published post. */
export function picturePath(postId: string): string {
  return `/api/public/social-posts/${postId}/picture`;
}
