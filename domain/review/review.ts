import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { ERASED, erasedFields, partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral, revision } from '../kit/presence.ts';
import { addDays, requireLikelyDay } from '../kit/times.ts';
import { type Acknowledgement, type ReviewDetails, type ReviewEvent, reviewDetails } from './events.ts';
import { RATING, REVIEW_LIMITS } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Review {
  employeeId: string;
  /** The account of whoever wrote it. */
  reviewerId: string;
  details: ReviewDetails;
  /** Null until the person it is about has read it. */
  acknowledged: Acknowledgement | null;
  isErased?: true;
}

export type ReviewState = Presence<Review>;

/** The personal fields of a review whose person was erased. */
export const ERASED_REVIEW = erasedFields(reviewDetails);

/** What is left of an acknowledgement then: that it was given, and when. */
export function erasedAcknowledgement(acknowledged: Acknowledgement | null): Acknowledgement | null {
  return acknowledged && { ...acknowledged, comment: ERASED };
}

function evolve(state: ReviewState, event: ReviewEvent): ReviewState {
  if (event.type === 'PerformanceReviewWritten') {
    const { employeeId, reviewerId } = event.data;
    const details = partOf(reviewDetails, event.data);
    return { presence: 'present', employeeId, reviewerId, details, acknowledged: null };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'PerformanceReviewRevised':
      return { ...state, details: { ...state.details, ...event.data } as ReviewDetails };
    case 'PerformanceReviewAcknowledged':
      return { ...state, acknowledged: event.data };
    case 'PerformanceReviewReopened':
      return { ...state, acknowledged: null };
    case 'PerformanceReviewRemoved':
      return { ...state, presence: 'removed' };
    case 'PerformanceReviewRestored':
      return { ...state, presence: 'present' };
    case 'PerformanceReviewErased':
      return {
        ...state,
        details: { ...state.details, ...ERASED_REVIEW },
        acknowledged: erasedAcknowledgement(state.acknowledged),
        isErased: true,
      };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** @param by the account of whoever does it */
export type ReviewCommand =
  | {
      type: 'WriteReview';
      employeeId: string;
      /** Their kind of record: staff, or only an account. */
      employeeRecord: 'staff' | 'user';
      details: ReviewDetails;
      by: string;
      /** In the company's zone, `YYYY-MM-DD`. */
      today: string;
      now: string;
    }
  /** A missing field is unchanged. @param today in the company's zone; null where a day that was valid is put back */
  | { type: 'ReviseReview'; details: Partial<ReviewDetails>; by: string; today: string | null }
  | { type: 'AcknowledgeReview'; comment: string | null; by: string; now: string }
  | { type: 'ReopenReview' | 'RemoveReview' | 'RestoreReview'; by: string }
  | { type: 'EraseReview' };

const REVIEW = presenceWords('performance review');

function decide(command: ReviewCommand, state: ReviewState): ReviewEvent[] {
  switch (command.type) {
    case 'WriteReview':
      return write(command, state);
    case 'ReviseReview':
      return revise(command, present(state, REVIEW));
    case 'AcknowledgeReview':
      return acknowledge(command, present(state, REVIEW));
    case 'ReopenReview': {
      const review = present(state, REVIEW);
      if (review.acknowledged === null) return [];
      requireTheirs(command.by, review, 'take back that they acknowledged it');
      return [{ type: 'PerformanceReviewReopened', data: {} }];
    }
    case 'RemoveReview':
      return byOthers(command.by, state, removal(state, REVIEW, { type: 'PerformanceReviewRemoved', data: {} }));
    case 'RestoreReview':
      return byOthers(command.by, state, restoral(state, REVIEW, { type: 'PerformanceReviewRestored', data: {} }));
    case 'EraseReview':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'PerformanceReviewErased', data: {} }];
    default:
      return unreachable(command);
  }
}

type CommandOf<Type extends ReviewCommand['type']> = Extract<ReviewCommand, { type: Type }>;

function write(command: CommandOf<'WriteReview'>, state: ReviewState): ReviewEvent[] {
  const { employeeId, employeeRecord, details, by, today, now } = command;
  requireNew(state, REVIEW);
  if (by === employeeId) {
    throw new Rejection('invalid', 'Nobody reviews themselves. Choose somebody else.', 'employeeId');
  }
  requirePeriod(details, today);
  requireRating(details);
  const data = { ...details, employeeId, employeeRecord, reviewerId: by, writtenAt: now };
  return [{ type: 'PerformanceReviewWritten', data }];
}

function revise({ details, by, today }: CommandOf<'ReviseReview'>, review: Review): ReviewEvent[] {
  const events = revision(
    details,
    review.details,
    (data): ReviewEvent => ({ type: 'PerformanceReviewRevised', data }),
    (after) => {
      if (today !== null) requirePeriod(after, today);
      requireRating(after);
    },
  );
  if (events.length === 0) return [];
  requireOthers(by, review);
  if (review.acknowledged === null) return events;
  const message = 'This review has been acknowledged, so it stays as it is. Write another one.';
  throw new Rejection('conflict', message);
}

function acknowledge({ comment, by, now }: CommandOf<'AcknowledgeReview'>, review: Review): ReviewEvent[] {
  requireTheirs(by, review, 'acknowledge it');
  return review.acknowledged === null ? [{ type: 'PerformanceReviewAcknowledged', data: { comment, at: now } }] : [];
}

/** @throws Rejection for anybody but the person that the review is about */
function requireTheirs(by: string, { employeeId }: Review, act: string): void {
  if (by === employeeId) return;
  throw new Rejection('forbidden', `Only the person this review is about can ${act}.`);
}

/** @throws Rejection for the person that the review is about: what is thought of them is not theirs to change */
function requireOthers(by: string, { employeeId }: Review): void {
  if (by !== employeeId) return;
  throw new Rejection('forbidden', 'Somebody else has to change or remove a review of yourself.');
}

function byOthers(by: string, state: ReviewState, events: ReviewEvent[]): ReviewEvent[] {
  if (state.presence !== 'absent' && events.length > 0) requireOthers(by, state);
  return events;
}

/** @throws Rejection for an invalid day, an end before the start, too long a period, or one that is not over */
function requirePeriod({ reviewPeriodStart: start, reviewPeriodEnd: end }: ReviewDetails, today: string): void {
  requireLikelyDay('reviewPeriodStart', start, today);
  requireLikelyDay('reviewPeriodEnd', end, today);
  if (end < start) {
    throw new Rejection('invalid', 'The period must not end before it starts.', 'reviewPeriodEnd');
  }
  if (start > today) {
    throw new Rejection('invalid', 'A review looks back: the period must not be in the future.', 'reviewPeriodStart');
  }
  if (end > today) {
    throw new Rejection('invalid', 'A review looks back: the period must end today or earlier.', 'reviewPeriodEnd');
  }
  if (end >= addDays(start, REVIEW_LIMITS.days)) {
    throw new Rejection(
      'invalid',
      'A period can be of at most two years. Review each year on its own.',
      'reviewPeriodEnd',
    );
  }
}

/** @throws Rejection for anything but a whole number from 1 to 5 */
function requireRating({ overallRating }: ReviewDetails): void {
  const { least, most } = RATING;
  const isOnScale = overallRating !== null && overallRating >= least && overallRating <= most;
  if (isOnScale && Number.isInteger(overallRating)) return;
  throw new Rejection('invalid', `The rating must be a whole number from ${least} to ${most}.`, 'overallRating');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The inverse names whoever could act; whoever undoes it sends it as their own. */
function inverse(event: ReviewEvent, before: ReviewState): ReviewCommand | null {
  if (event.type === 'PerformanceReviewWritten') return { type: 'RemoveReview', by: event.data.reviewerId };
  if (before.presence === 'absent') return null;
  const { employeeId, reviewerId, details, acknowledged } = before;
  switch (event.type) {
    case 'PerformanceReviewRevised':
      return { type: 'ReviseReview', details: pickFields(details, event.data), by: reviewerId, today: null };
    case 'PerformanceReviewAcknowledged':
      return { type: 'ReopenReview', by: employeeId };
    case 'PerformanceReviewReopened':
      if (acknowledged === null) return null;
      return { type: 'AcknowledgeReview', comment: acknowledged.comment, by: employeeId, now: acknowledged.at };
    case 'PerformanceReviewRemoved':
      return { type: 'RestoreReview', by: reviewerId };
    case 'PerformanceReviewRestored':
      return { type: 'RemoveReview', by: reviewerId };
    case 'PerformanceReviewErased':
      return null;
    default:
      return unreachable(event);
  }
}

export const review: Decider<ReviewState, ReviewCommand, ReviewEvent> = {
  category: 'performance_review',
  noun: REVIEW.noun,
  whose: {
    begins: 'PerformanceReviewWritten',
    follows: [
      { category: 'staff', by: 'employeeId', when: { employeeRecord: 'staff' } },
      { category: 'user', by: 'employeeId', when: { employeeRecord: 'user' } },
    ],
    erase: { type: 'EraseReview' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
