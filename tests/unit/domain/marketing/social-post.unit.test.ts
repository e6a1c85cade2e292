import { describe, expect, test } from 'vitest';
import type { SocialPostDetails, SocialPostEvent } from '../../../../domain/social-post/events.ts';
import { postAttemptDue, postStatusOf, socialPost } from '../../../../domain/social-post/social-post.ts';
import { postText } from '../../../../domain/social-post/terms.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(socialPost);
const NOW = '2026-06-15T12:00:00.000Z';
const LATER = '2026-06-20T12:00:00.000Z';

const DETAILS: SocialPostDetails = {
  campaignId: null,
  platform: 'facebook',
  content: 'Prune oaks in winter.',
  hashtags: ['TreeCare'],
  scheduledDate: LATER,
  photoId: null,
  beforePhotoId: null,
  ideaId: null,
};
const scheduled: SocialPostEvent = { type: 'SocialPostScheduled', data: { ...DETAILS, enteredAt: NOW } };
const uncertain: SocialPostEvent = {
  type: 'SocialPostBecameUncertain',
  data: { attempt: 1, reason: 'No answer.', at: LATER },
};
const schedule = (details: Partial<SocialPostDetails>) =>
  ({ type: 'SchedulePost', details: { ...DETAILS, ...details }, now: NOW }) as const;

describe('a social post', () => {
  test('A post for right now is scheduled, also by a clock that is some minutes behind', () => {
    for (const scheduledDate of [NOW, '2026-06-15T11:50:00.000Z']) {
      given()
        .when(schedule({ scheduledDate }))
        .then({ type: 'SocialPostScheduled', data: { ...DETAILS, scheduledDate, enteredAt: NOW } });
    }
  });

  test('A time that is clearly past, or years away, is refused', () => {
    given()
      .when(schedule({ scheduledDate: '2026-06-15T11:30:00.000Z' }))
      .thenRefused('invalid', 'This time has passed. Choose a time that is still to come.');
    given()
      .when(schedule({ scheduledDate: '2062-06-15T12:00:00.000Z' }))
      .thenRefused('invalid', 'This is more than two years away. Check the year.');
    given(scheduled)
      .when({ type: 'RevisePost', details: { scheduledDate: '2026-06-01T12:00:00.000Z' }, now: NOW })
      .thenRefused('invalid');
  });

  test('A text that its platform does not take is refused, with its hashtags counted', () => {
    const content = 'x'.repeat(270);
    given()
      .when(schedule({ platform: 'twitter', content, hashtags: ['Tree'] }))
      .then(expect.anything());
    given()
      .when(schedule({ platform: 'twitter', content, hashtags: ['TreeCare', 'Oak'] }))
      .thenRefused('invalid');
    expect(postText({ content: 'Prune.', hashtags: ['Oak', '#Elm'] })).toBe('Prune.\n\n#Oak #Elm');
  });

  test('What nobody knows has failed, is not tried again by itself, and is published again by hand', () => {
    const state = [scheduled, uncertain].reduce(socialPost.evolve, socialPost.initial);
    expect(postAttemptDue(state)).toBeNull();
    expect(state.presence !== 'absent' && postStatusOf(state.progress)).toBe('failed');
    given(scheduled, uncertain)
      .when({ type: 'PublishAgain', now: LATER })
      .then({ type: 'SocialPostAskedAgain', data: { dueAt: LATER, at: LATER } });
  });

  test('Whatever changes a post makes its next attempt another one, so that a held one comes to nothing', () => {
    const changes: SocialPostEvent[] = [
      { type: 'SocialPostRevised', data: { content: 'Prune maples.' } },
      { type: 'SocialPostDelayed', data: { attempt: 1, reason: null, dueAt: LATER, at: NOW } },
    ];
    for (const change of changes) {
      const state = [scheduled, change].reduce(socialPost.evolve, socialPost.initial);
      expect(postAttemptDue(state)).toMatchObject({ attempt: 2 });
    }
    given(scheduled, changes[0] as SocialPostEvent)
      .when({ type: 'RecordOutcome', attempt: 1, outcome: { did: 'done', detail: null }, now: LATER })
      .thenNothingHappens();
  });

  test('An attempt that was held back for nothing is made half a minute later, and not before its time', () => {
    const delayed = (dueAt: string, at: string): SocialPostEvent => ({
      type: 'SocialPostDelayed',
      data: { attempt: 1, reason: null, dueAt, at },
    });
    given(scheduled)
      .when({ type: 'PostponeAttempt', attempt: 1, now: LATER })
      .then(delayed('2026-06-20T12:00:30.000Z', LATER));
    given(scheduled).when({ type: 'PostponeAttempt', attempt: 1, now: NOW }).then(delayed(LATER, NOW));
    given(scheduled, delayed(LATER, NOW)).when({ type: 'PostponeAttempt', attempt: 1, now: NOW }).thenNothingHappens();
  });

  test('A published post is neither changed nor cancelled, and one that is posted by hand counts as published', () => {
    const marked: SocialPostEvent = { type: 'SocialPostMarkedPosted', data: { at: LATER } };
    given(scheduled).when({ type: 'MarkPosted', now: LATER }).then(marked);
    given(scheduled, marked).when({ type: 'CancelPost', now: LATER }).thenRefused('conflict');
    given(scheduled, marked)
      .when({ type: 'RevisePost', details: { content: 'Other.' }, now: LATER })
      .thenRefused('conflict');
  });
});
