import type { SocialPostDetails, SocialPostEvent } from '../domain/social-post/events.ts';
import {
  dueAtOf,
  evolveProgress,
  ideaPhotosOf,
  newProgress,
  type PostProgress,
  postStatusOf,
  publishedAtOf,
} from '../domain/social-post/social-post.ts';
import { removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** One of SOCIAL_POST_STATUSES. */
  status: string;
  /** When it is to be published, ISO UTC; null if it does not wait. */
  waitsUntil: string | null;
  /** ISO UTC; null if it was not published. */
  publishedAt: string | null;
}

/** How far it has come, but for the number of the attempt, which only the rules ask for. */
type Progress = Omit<PostProgress, 'attempt' | 'tries'>;

/** A post of the company on a social platform. */
export interface SocialPostDocument extends RecordDocument, SocialPostDetails, Progress, Derived {
  /** The photos that its idea brought along; nobody but their customer's consent speaks for these. */
  ideaPhotoIds: readonly string[];
  /** ISO UTC. */
  createdAt: string;
}

type StepEvent = Exclude<
  SocialPostEvent,
  { type: 'SocialPostScheduled' | 'SocialPostRevised' | 'SocialPostRemoved' | 'SocialPostRestored' }
>;

/** Picks these from everything a document holds. */
function progressOf({ outcome, dueAt, reason, since, markedAt }: Progress): Progress {
  return { outcome, dueAt, reason, since, markedAt };
}

function after(post: Progress, event: SocialPostEvent): Progress {
  return progressOf(evolveProgress({ ...progressOf(post), attempt: 0, tries: 0 }, event));
}

const stepped =
  <Type extends StepEvent['type']>(type: Type) =>
  (data: Extract<StepEvent, { type: Type }>['data'], post: Progress) =>
    after(post, { type, data } as StepEvent);

export const socialPosts = readModel<SocialPostDocument, SocialPostEvent, Derived>()({
  name: 'social_posts',
  version: 3,
  of: 'social_post',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'status', 'createdAt'],
    ['removed', 'platform', 'createdAt'],
    ['removed', 'campaignId', 'createdAt'],
    ['removed', 'scheduledDate'],
    ['removed', 'status', 'scheduledDate'],
    ['removed', 'platform', 'scheduledDate'],
    ['removed', 'campaignId', 'scheduledDate'],
    ['removed', 'status', 'since'],
    ['removed', 'status', 'publishedAt'],
    ['removed', 'status', 'waitsUntil'],
    ['campaignId'],
    ['removed', 'ideaId'],
    // Those that show a photo.
    ['photoId'],
  ],
  search: ['content'],
  first: {
    SocialPostScheduled: ({ enteredAt, ...fields }) => ({
      ...fields,
      ...progressOf(newProgress(fields.scheduledDate, enteredAt)),
      ideaPhotoIds: ideaPhotosOf(fields),
      createdAt: enteredAt,
    }),
  },
  after: {
    SocialPostRevised: (data, post) => ({ ...data, ...after(post, { type: 'SocialPostRevised', data }) }),
    SocialPostCancelled: stepped('SocialPostCancelled'),
    SocialPostAskedAgain: stepped('SocialPostAskedAgain'),
    SocialPostPublished: stepped('SocialPostPublished'),
    SocialPostDelayed: stepped('SocialPostDelayed'),
    SocialPostFailed: stepped('SocialPostFailed'),
    SocialPostBecameUncertain: stepped('SocialPostBecameUncertain'),
    SocialPostMarkedPosted: stepped('SocialPostMarkedPosted'),
    SocialPostMarkWithdrawn: stepped('SocialPostMarkWithdrawn'),
    SocialPostRemoved: removed,
    SocialPostRestored: restored,
  },
  derived: (post) => ({
    status: postStatusOf(post),
    waitsUntil: dueAtOf(post),
    publishedAt: publishedAtOf(post),
  }),
});
