import { describe, expect, test } from 'vitest';
import { fold, followedBy } from '../../../../domain/kit/decider.ts';
import type { ReviewEvent } from '../../../../domain/review/events.ts';
import { type ReviewCommand, review } from '../../../../domain/review/review.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(review);

const NOW = '2026-06-15T12:00:00.000Z';
const TODAY = '2026-06-15';
const details = {
  reviewPeriodStart: '2026-01-01',
  reviewPeriodEnd: '2026-03-31',
  overallRating: 4,
  strengths: 'Rigging',
  areasForImprovement: null,
  goals: 'Crane signals',
};
const write: ReviewCommand = {
  type: 'WriteReview',
  employeeId: 'lee',
  employeeRecord: 'staff',
  details,
  by: 'sam',
  today: TODAY,
  now: NOW,
};
const written: ReviewEvent = {
  type: 'PerformanceReviewWritten',
  data: { ...details, employeeId: 'lee', employeeRecord: 'staff', reviewerId: 'sam', writtenAt: NOW },
};
const withDetails = (change: object) => ({ ...write, details: { ...details, ...change } }) as ReviewCommand;
const revise = (change: object, by = 'sam'): ReviewCommand => ({
  type: 'ReviseReview',
  details: change,
  by,
  today: TODAY,
});
const revised: ReviewEvent = { type: 'PerformanceReviewRevised', data: { overallRating: 5 } };
const acknowledge = (by: string): ReviewCommand => ({ type: 'AcknowledgeReview', comment: 'Agreed', by, now: NOW });
const acknowledged: ReviewEvent = { type: 'PerformanceReviewAcknowledged', data: { comment: 'Agreed', at: NOW } };
const removed: ReviewEvent = { type: 'PerformanceReviewRemoved', data: {} };

describe('writing a review', () => {
  test('A review says who wrote it', () => {
    given().when(write).then(written);
    given(written).when(write).thenRefused('conflict');
  });

  test('A review of oneself is refused', () => {
    given()
      .when({ ...write, by: 'lee' })
      .thenRefused('invalid', 'Nobody reviews themselves. Choose somebody else.');
  });

  test.each([0, 6, 3.5, null])('A review with a rating of %s is refused', (overallRating) => {
    given()
      .when(withDetails({ overallRating }))
      .thenRefused('invalid', 'The rating must be a whole number from 1 to 5.');
  });

  test.each([
    ['ends before it starts', { reviewPeriodEnd: '2025-12-31' }],
    ['is of a day that does not exist', { reviewPeriodEnd: '2026-02-30' }],
    ['is of more than two years', { reviewPeriodStart: '2024-03-28' }],
    ['is not over', { reviewPeriodEnd: '2026-06-16' }],
    ['has not begun', { reviewPeriodStart: '2026-07-01', reviewPeriodEnd: '2026-07-31' }],
  ])('A review whose period %s is refused', (_, days) => {
    given().when(withDetails(days)).thenRefused('invalid');
  });

  test('A review may be of one day, of today, or of two whole years', () => {
    for (const days of [
      { reviewPeriodStart: TODAY, reviewPeriodEnd: TODAY },
      { reviewPeriodStart: '2024-04-01', reviewPeriodEnd: '2026-03-31' },
    ]) {
      given()
        .when(withDetails(days))
        .then({ ...written, data: { ...written.data, ...days } } as ReviewEvent);
    }
  });

  test('A review is about the person, by their record or their account', () => {
    expect(followedBy(review.whose, written, 'x')).toEqual({ category: 'staff', id: 'lee' });
    const ofAccount = { ...written, data: { ...written.data, employeeRecord: 'user' } } as ReviewEvent;
    expect(followedBy(review.whose, ofAccount, 'x')).toEqual({ category: 'user', id: 'lee' });
  });
});

describe('correcting a review', () => {
  test('A review is corrected by whoever may write one, and checked as a new one is', () => {
    given(written)
      .when(revise({ overallRating: 5 }))
      .then(revised);
    given(written)
      .when(revise({ overallRating: 5 }, 'kim'))
      .then(revised);
    given(written)
      .when(revise({ overallRating: 4 }))
      .thenNothingHappens();
    given(written)
      .when(revise({ overallRating: 6 }))
      .thenRefused('invalid');
    given(written)
      .when(revise({ reviewPeriodEnd: '2025-12-31' }))
      .thenRefused('invalid');
  });

  test('A review is not changed by the person it is about, nor removed or brought back', () => {
    const message = 'Somebody else has to change or remove a review of yourself.';
    given(written)
      .when(revise({ overallRating: 5 }, 'lee'))
      .thenRefused('forbidden', message);
    given(written).when({ type: 'RemoveReview', by: 'lee' }).thenRefused('forbidden', message);
    given(written, removed).when({ type: 'RestoreReview', by: 'lee' }).thenRefused('forbidden', message);
    given(written, removed).when({ type: 'RemoveReview', by: 'lee' }).thenNothingHappens();
  });

  test('A review that was acknowledged stays as it is, and can still be removed', () => {
    given(written, acknowledged)
      .when(revise({ overallRating: 5 }))
      .thenRefused('conflict', 'This review has been acknowledged, so it stays as it is. Write another one.');
    given(written, acknowledged)
      .when(revise({ overallRating: 4 }))
      .thenNothingHappens();
    given(written, acknowledged).when({ type: 'RemoveReview', by: 'kim' }).then(removed);
  });

  test('A correction of a review can be undone, unless it was acknowledged since', () => {
    given(written, revised).thenUndoneLeadsBack();
    given(written, removed).thenUndoneLeadsBack();
    given(written, removed, { type: 'PerformanceReviewRestored', data: {} }).thenUndoneLeadsBack();
    const inverse = review.inverse(revised, fold(review, [written])) as ReviewCommand;
    given(written, revised, acknowledged).when(inverse).thenRefused('conflict');
  });
});

describe('acknowledging a review', () => {
  test('A review is acknowledged by the person it is about alone, once', () => {
    given(written).when(acknowledge('lee')).then(acknowledged);
    given(written, acknowledged).when(acknowledge('lee')).thenNothingHappens();
    given(written)
      .when(acknowledge('sam'))
      .thenRefused('forbidden', 'Only the person this review is about can acknowledge it.');
    given(written, removed).when(acknowledge('lee')).thenRefused('removed');
  });

  test('Who acknowledged a review takes that back, and nobody else', () => {
    given(written, acknowledged)
      .when({ type: 'ReopenReview', by: 'sam' })
      .thenRefused('forbidden', 'Only the person this review is about can take back that they acknowledged it.');
    given(written, acknowledged).thenUndoneLeadsBack();
    given(written, acknowledged, { type: 'PerformanceReviewReopened', data: {} }).thenUndoneLeadsBack();
  });
});
