import { photoIdsOf } from '../../domain/social-post/social-post.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import { type PhotoDocument, photos } from '../../projections/photos.ts';
import type { SocialPostDocument } from '../../projections/social-posts.ts';
import type { ReadModels } from '../../store/read-models.ts';

/** What of a post decides which pictures it shows. */
type Shown = Pick<SocialPostDocument, 'photoId' | 'beforePhotoId' | 'ideaPhotoIds'>;

/** The pictures of a post, as long as they may be shown. */
export interface Pictures {
  picture: PhotoDocument | null;
  /** Of before the work, where the other one is of after it. */
  before: PhotoDocument | null;
  /** Why neither is shown: what their customer said, or that one is gone. Null if nothing speaks against it. */
  withheld: string | null;
}

/** Of a customer who said no, whoever chose the photo. */
const TAKEN_BACK = 'The customer does not want photos of this job shown in public. Choose another picture, or none.';
const NOT_AGREED =
  'Nobody has recorded any more that the customer agrees to show these photos. Record it on the job, or choose other ones.';

const REMOVED = 'A picture of this post was removed. Choose another one, or none.';

/**
 * A photo that was removed, or erased with its customer, is not shown; nor is one whose customer said no. What an idea brought
 * along is shown only as long as they agree: nobody else has looked after that.
 */
export async function picturesOf(models: ReadModels, post: Shown): Promise<Pictures> {
  return (await allPictures(models, [post]))[0] ?? NO_PICTURES;
}

/** Of a post without any. */
export const NO_PICTURES: Pictures = { picture: null, before: null, withheld: null };

/** The pictures of each post, in order. */
export async function allPictures(models: ReadModels, given: readonly Shown[]): Promise<Pictures[]> {
  // A document of an older generation has one photo at most, which no idea brought along.
  const posts = given.map(({ photoId, beforePhotoId = null, ideaPhotoIds = [] }) => {
    return { photoId, beforePhotoId, ideaPhotoIds };
  });
  const ids = [...new Set(posts.flatMap(photoIdsOf))];
  if (ids.length === 0) return posts.map(() => NO_PICTURES);
  const found = await models.get(photos.collection, ids);
  const jobIds = [...found.values()].flatMap(({ category, recordId }) => (category === 'job' ? [recordId] : []));
  const ofJobs = await models.get(jobs.collection, [...new Set(jobIds)]);
  const photoOf = (id: string | null) => {
    const photo = id === null ? undefined : found.get(id);
    return photo && !photo.removed && !photo.erased ? photo : null;
  };
  return posts.map((post) => {
    const pictures = { picture: photoOf(post.photoId), before: photoOf(post.beforePhotoId) };
    const reasons = Object.values(pictures).flatMap(
      (photo) => (photo && whyWithheld(ofJobs.get(photo.recordId), post.ideaPhotoIds.includes(photo.id))) ?? [],
    );
    if (photoIdsOf(post).some((id) => photoOf(id) === null)) reasons.push(REMOVED);
    const [withheld = null] = reasons;
    return withheld === null ? { ...pictures, withheld } : { ...NO_PICTURES, withheld };
  });
}

/**
 * Why a photo of a job is not shown in public; null if nothing speaks against it.
 * @param isOfIdea whether only the consent of its customer speaks for it
 */
export function whyWithheld(job: JobDocument | undefined, isOfIdea: boolean): string | null {
  if (job?.photoConsent?.isGiven === false) return TAKEN_BACK;
  return isOfIdea && !mayShow(job) ? NOT_AGREED : null;
}

/** Whether the customer of a job agrees that its photos are shown in public. */
export function mayShow(job: JobDocument | undefined): boolean {
  return job?.photoConsent?.isGiven === true && !job.removed && !job.erased;
}

/** Where everybody finds the picture of a published post. */
export function picturePath(postId: string): string {
  return `/api/public/social-posts/${postId}/picture`;
}

/** Where everybody finds the other one, of before the work. */
export function beforePicturePath(postId: string): string {
  return `/api/public/social-posts/${postId}/before-picture`;
}
