import { Rejection } from '../../domain/kit/decider.ts';
import { photoIdsOf } from '../../domain/social-post/social-post.ts';
import { photos } from '../../projections/photos.ts';
import type { SocialPostDocument } from '../../projections/social-posts.ts';
import type { RuleAcross } from '../kit/context.ts';

const idsOf = ({ photoId, beforePhotoId = null }: SocialPostDocument) => photoIdsOf({ photoId, beforePhotoId });

/** Before and after are of the same work: a post with photos of two jobs would show what nobody did. */
export const photosOfOneJob: RuleAcross<SocialPostDocument> = {
  asksAbout(after, was) {
    const ids = idsOf(after);
    return ids.length > 1 && ids.join() !== (was && idsOf(was).join());
  },
  async require({ readModels }, after) {
    const found = await readModels.current().get(photos.collection, idsOf(after));
    const jobs = new Set([...found.values()].map(({ recordId }) => recordId));
    if (jobs.size < 2) return;
    throw new Rejection('invalid', 'These photos are of two different jobs. Choose both of the same job.', 'photoId');
  },
};
