import fc from 'fast-check';
import { socialPostEvents } from '../../../domain/social-post/events.ts';
import { postAttemptDue, postStatusOf, socialPost } from '../../../domain/social-post/social-post.ts';
import { socialPosts } from '../../../projections/social-posts.ts';
import { AT, few, LATER, mark, maybe, of, SAMPLE_ID, sample, some, WHY } from './sample.ts';

const outcome = fc.oneof(
  fc.record({ did: of('done'), detail: maybe(of('Taken.')) }),
  fc.record({
    did: fc.constantFrom('refused' as const, 'not taken' as const, 'unknown' as const),
    reason: of('Closed.'),
  }),
);

const BY_THE_PUBLISHER = ['SocialPostPublished', 'SocialPostDelayed', 'SocialPostFailed', 'SocialPostBecameUncertain'];

/** An undo brings back neither the number of the next attempt nor what an earlier one had found. */
function essence({
  attempt: _,
  tries: __,
  reason: ___,
  since: ____,
  dueAt,
  waitsUntil,
  ...rest
}: Record<string, unknown>) {
  return { ...rest, isWaiting: (dueAt ?? waitsUntil ?? null) !== null };
}

const texts = {
  content: fc.constantFrom('Prune in winter.', 'Stumps ground.'),
  hashtags: fc.subarray(['#oak', 'elm']),
};

export const socialPostSample = sample(socialPost, socialPostEvents, {
  first: {
    type: 'SchedulePost',
    details: {
      campaignId: null,
      platform: 'facebook',
      content: 'Prune in winter.',
      hashtags: [],
      scheduledDate: AT,
      photoId: null,
      beforePhotoId: null,
      ideaId: null,
    },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('RevisePost'),
      details: some({
        ...texts,
        platform: fc.constantFrom('facebook', 'twitter'),
        scheduledDate: fc.constantFrom(AT, LATER),
        photoId: maybe(few),
        beforePhotoId: maybe(few),
        ideaId: maybe(few),
        campaignId: maybe(few),
      }),
      now: of(AT),
    }),
    fc.record({
      type: fc.constantFrom('CancelPost', 'PublishAgain', 'MarkPosted'),
      now: of(LATER),
    }),
    fc.record({ type: of('PostponeAttempt'), attempt: fc.nat(6), now: of(LATER) }),
    fc.record({ type: of('RecordOutcome'), attempt: fc.nat(6), outcome, now: of(LATER) }),
    fc.record({ type: fc.constantFrom('WithdrawPostedMark', 'RemovePost', 'RestorePost') }),
  ) as fc.Arbitrary<never>,
  projection: socialPosts,
  final: BY_THE_PUBLISHER,
  // What had failed and is asked for again is under way.
  isFinalAfter: (type, before) =>
    type === 'SocialPostAskedAgain' && before.presence !== 'absent' && before.progress.outcome !== 'cancelled',
  essence: (state) => (state.presence === 'absent' ? state : { ...state, progress: essence({ ...state.progress }) }),
  essenceOfDocument: (document) => essence({ ...document }),
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { attempt: _, tries: __, ...progress } = state.progress;
    const { details, ideaPhotoIds } = state;
    const shown = { ...details, ideaPhotoIds, ...progress, status: postStatusOf(progress) };
    return { [SAMPLE_ID]: { ...shown, ...mark(state.presence === 'removed') } };
  },
  // The publisher is asked only for what is to be published.
  always: (state) =>
    postAttemptDue(state) === null || (state.presence === 'present' && postStatusOf(state.progress) === 'scheduled'),
  inClear: {
    [WHY.id]: [
      'SocialPostScheduled.campaignId',
      'SocialPostScheduled.photoId',
      'SocialPostScheduled.beforePhotoId',
      'SocialPostScheduled.ideaId',
      'SocialPostRevised.campaignId',
      'SocialPostRevised.photoId',
      'SocialPostRevised.beforePhotoId',
      'SocialPostRevised.ideaId',
    ],
    [WHY.choice]: ['SocialPostScheduled.platform', 'SocialPostRevised.platform'],
    [WHY.entered]: ['SocialPostScheduled.enteredAt'],
    'what the company says in public': [
      'SocialPostScheduled.content',
      'SocialPostScheduled.hashtags',
      'SocialPostRevised.content',
      'SocialPostRevised.hashtags',
    ],
    'what the publisher answered about a public text': [
      'SocialPostPublished.reason',
      'SocialPostDelayed.reason',
      'SocialPostFailed.reason',
      'SocialPostBecameUncertain.reason',
    ],
    'which try it was, and when it was or is to be': [
      'SocialPostScheduled.scheduledDate',
      'SocialPostRevised.scheduledDate',
      'SocialPostCancelled.at',
      'SocialPostAskedAgain.dueAt',
      'SocialPostAskedAgain.at',
      'SocialPostPublished.attempt',
      'SocialPostPublished.at',
      'SocialPostDelayed.attempt',
      'SocialPostDelayed.dueAt',
      'SocialPostDelayed.at',
      'SocialPostFailed.attempt',
      'SocialPostFailed.at',
      'SocialPostBecameUncertain.attempt',
      'SocialPostBecameUncertain.at',
      'SocialPostMarkedPosted.at',
    ],
  },
});
