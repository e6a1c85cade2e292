import { MARKETING_PLATFORM_LABELS } from '../campaign/terms.ts';
import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { type AttemptDue, type RecordOutcome, tryAgainAt } from '../kit/effect.ts';
import { partOf } from '../kit/event.ts';
import {
  existing,
  type Presence,
  presenceWords,
  present,
  removal,
  requireNew,
  restoral,
  revision,
  type There,
} from '../kit/presence.ts';
import { requireLikelyTime } from '../kit/times.ts';
import { type SocialPostDetails, type SocialPostEvent, socialPostDetails } from './events.ts';
import { PLATFORM_LIMITS, postLength, type SocialPostStatus } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How far the publishing of a post has come. */
export interface PostProgress {
  /** How its last attempt ended, or what it waits for. */
  outcome: SocialPostStatus | 'uncertain';
  /** The attempt that it waits for, or the last one. Whatever a person changes makes it another one. */
  attempt: number;
  /** How many attempts have failed since somebody last asked for it. */
  tries: number;
  /** When it is to be published, ISO UTC; null if it is not waiting. */
  dueAt: string | null;
  /** What the publisher answered, or why it was not published. */
  reason: string | null;
  /** The start of this outcome, ISO UTC. */
  since: string;
  /** When a person said that it is posted. */
  markedAt: string | null;
}

interface KnownPost {
  details: SocialPostDetails;
  ideaPhotoIds: readonly string[];
  progress: PostProgress;
}

export type SocialPostState = Presence<KnownPost>;

/** The photos that a post shows. */
export function photoIdsOf({ photoId, beforePhotoId }: Pick<SocialPostDetails, 'photoId' | 'beforePhotoId'>): string[] {
  return [photoId, beforePhotoId].filter((id) => id !== null);
}

/** The photos that its idea brought along: nothing but the consent of their customer speaks for these. */
export function ideaPhotosOf(scheduled: SocialPostDetails): string[] {
  return scheduled.ideaId === null ? [] : photoIdsOf(scheduled);
}

/** The progress of a new post. */
export function newProgress(scheduledDate: string, enteredAt: string): PostProgress {
  const none = { attempt: 1, tries: 0, reason: null, markedAt: null };
  return { ...none, outcome: 'scheduled', dueAt: scheduledDate, since: enteredAt };
}

/** Its progress after an event; shared by the rules and the read model. */
export function evolveProgress(before: PostProgress, event: SocialPostEvent): PostProgress {
  const attempt = before.attempt + 1;
  switch (event.type) {
    case 'SocialPostScheduled':
      return newProgress(event.data.scheduledDate, event.data.enteredAt);
    case 'SocialPostRevised': {
      const { scheduledDate } = event.data;
      if (before.outcome !== 'scheduled' || scheduledDate === undefined) return { ...before, attempt };
      return { ...before, attempt, tries: 0, reason: null, dueAt: scheduledDate };
    }
    case 'SocialPostCancelled':
      return { ...before, attempt, outcome: 'cancelled', dueAt: null, reason: null, since: event.data.at };
    case 'SocialPostAskedAgain':
      return { ...newProgress(event.data.dueAt, event.data.at), attempt };
    case 'SocialPostPublished':
      return { ...before, outcome: 'published', dueAt: null, reason: event.data.reason, since: event.data.at };
    case 'SocialPostDelayed': {
      const { reason, dueAt } = event.data;
      return { ...before, attempt, tries: before.tries + (reason === null ? 0 : 1), reason, dueAt };
    }
    case 'SocialPostFailed':
      return { ...before, outcome: 'failed', dueAt: null, reason: event.data.reason, since: event.data.at };
    case 'SocialPostBecameUncertain':
      return { ...before, outcome: 'uncertain', dueAt: null, reason: event.data.reason, since: event.data.at };
    case 'SocialPostMarkedPosted':
      return { ...before, attempt, markedAt: event.data.at };
    case 'SocialPostMarkWithdrawn':
      return { ...before, attempt, markedAt: null };
    case 'SocialPostRemoved':
    case 'SocialPostRestored':
      return { ...before, attempt };
    default:
      return unchanged(before, event);
  }
}

function evolve(state: SocialPostState, event: SocialPostEvent): SocialPostState {
  if (event.type === 'SocialPostScheduled') {
    const { scheduledDate, enteredAt } = event.data;
    const details = partOf(socialPostDetails, event.data);
    const ideaPhotoIds = ideaPhotosOf(details);
    return { presence: 'present', details, ideaPhotoIds, progress: newProgress(scheduledDate, enteredAt) };
  }
  if (state.presence === 'absent') return state;
  const after = { ...state, progress: evolveProgress(state.progress, event) };
  if (event.type === 'SocialPostRevised') {
    return { ...after, details: { ...state.details, ...event.data } as SocialPostDetails };
  }
  if (event.type === 'SocialPostRemoved') return { ...after, presence: 'removed' };
  if (event.type === 'SocialPostRestored') return { ...after, presence: 'present' };
  return after;
}

type Shown = Pick<PostProgress, 'outcome' | 'markedAt'>;

/** A post's status as people see it: their own word counts, and what nobody knows has failed until they say more. */
export function postStatusOf({ outcome, markedAt }: Shown): SocialPostStatus {
  if (markedAt !== null) return 'published';
  return outcome === 'uncertain' ? 'failed' : outcome;
}

/** When it was published, ISO UTC; null if it was not. */
export function publishedAtOf({ outcome, markedAt, since }: Shown & Pick<PostProgress, 'since'>): string | null {
  return markedAt ?? (outcome === 'published' ? since : null);
}

/** When a post is to be published; null if nothing waits. */
export function dueAtOf({ dueAt, markedAt }: Pick<PostProgress, 'dueAt' | 'markedAt'>): string | null {
  return markedAt === null ? dueAt : null;
}

/** The attempt of the publisher that a post waits for. */
export function postAttemptDue(state: SocialPostState): AttemptDue | null {
  if (state.presence !== 'present') return null;
  const dueAt = dueAtOf(state.progress);
  return dueAt === null ? null : { attempt: state.progress.attempt, dueAt };
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type SocialPostCommand =
  | { type: 'SchedulePost'; details: SocialPostDetails; now: string }
  /** A missing field is unchanged. */
  | { type: 'RevisePost'; details: Partial<SocialPostDetails>; now: string }
  | { type: 'CancelPost'; now: string }
  /** @param dueAt by default the later of now and its time */
  | { type: 'PublishAgain'; now: string; dueAt?: string }
  | { type: 'MarkPosted'; now: string }
  | { type: 'WithdrawPostedMark' }
  | { type: 'RemovePost' }
  | { type: 'RestorePost' }
  /** An attempt was held back for a change that did not come: it is made a little later. */
  | { type: 'PostponeAttempt'; attempt: number; now: string }
  | RecordOutcome;

const POST = presenceWords('social post');

function decide(command: SocialPostCommand, state: SocialPostState): SocialPostEvent[] {
  switch (command.type) {
    case 'SchedulePost': {
      const { details, now } = command;
      requireNew(state, POST);
      requireFits(details);
      requireLikelyTime('scheduledDate', details.scheduledDate, now);
      return [{ type: 'SocialPostScheduled', data: { ...details, enteredAt: now } }];
    }
    case 'RevisePost':
      return revise(command, present(state, POST));
    case 'CancelPost':
      return cancel(command.now, present(state, POST));
    case 'PublishAgain':
      return publishAgain(command, present(state, POST));
    case 'MarkPosted':
      return mark(command.now, present(state, POST));
    case 'WithdrawPostedMark':
      return withdrawMark(present(state, POST));
    case 'RemovePost':
      return removal(state, POST, { type: 'SocialPostRemoved', data: {} });
    case 'RestorePost':
      return restoral(state, POST, { type: 'SocialPostRestored', data: {} });
    case 'PostponeAttempt':
      return postpone(command, state);
    case 'RecordOutcome':
      return ended(command, existing(state, POST));
    default:
      return unreachable(command);
  }
}

/** @throws Rejection if its platform takes no text that long */
function requireFits({ platform, ...post }: SocialPostDetails): void {
  const most = PLATFORM_LIMITS[platform] ?? 0;
  const length = postLength(post);
  if (length <= most) return;
  const where = MARKETING_PLATFORM_LABELS[platform] ?? platform;
  const words = `${where} takes at most ${most} characters with the hashtags, and this post has ${length}.`;
  throw new Rejection('invalid', `${words} Shorten it.`, 'content');
}

type Asked<Type extends SocialPostCommand['type']> = Extract<SocialPostCommand, { type: Type }>;

function revise({ details: given, now }: Asked<'RevisePost'>, { details, progress }: KnownPost): SocialPostEvent[] {
  return revision(
    given,
    details,
    (data) => {
      if (postStatusOf(progress) === 'published')
        throw new Rejection('conflict', 'This post was published, so it cannot be changed here any more.');
      if (data.scheduledDate !== undefined) requireLikelyTime('scheduledDate', data.scheduledDate, now);
      return { type: 'SocialPostRevised', data };
    },
    requireFits,
  );
}

function cancel(now: string, { progress }: KnownPost): SocialPostEvent[] {
  const status = postStatusOf(progress);
  if (status === 'scheduled') return [{ type: 'SocialPostCancelled', data: { at: now } }];
  if (status === 'cancelled') return [];
  throw new Rejection('conflict', status === 'published' ? 'This post was published already.' : NOTHING_TO_CANCEL);
}

const NOTHING_TO_CANCEL = 'This post failed, so there is nothing to cancel. Remove it if it is not to be published.';

function publishAgain({ now, dueAt }: Asked<'PublishAgain'>, { details, progress }: KnownPost): SocialPostEvent[] {
  const status = postStatusOf(progress);
  if (status === 'scheduled') return [];
  if (status === 'published') throw new Rejection('conflict', 'This post was published already.');
  const due = dueAt ?? (details.scheduledDate > now ? details.scheduledDate : now);
  return [{ type: 'SocialPostAskedAgain', data: { dueAt: due, at: now } }];
}

function mark(now: string, { progress }: KnownPost): SocialPostEvent[] {
  const status = postStatusOf(progress);
  if (status === 'published') return [];
  if (status === 'cancelled')
    throw new Rejection('conflict', 'This post was cancelled. Schedule it again before you say that it is posted.');
  return [{ type: 'SocialPostMarkedPosted', data: { at: now } }];
}

/** A person's word no longer matters once the publisher has said so too. */
function withdrawMark({ progress: { markedAt, outcome } }: KnownPost): SocialPostEvent[] {
  return markedAt === null || outcome === 'published' ? [] : [{ type: 'SocialPostMarkWithdrawn', data: {} }];
}

/** Longer than a command may take, which the attempt was held back for. */
const HELD_BACK_MS = 30_000;

function postpone({ attempt, now }: Asked<'PostponeAttempt'>, state: SocialPostState): SocialPostEvent[] {
  const due = postAttemptDue(state);
  if (due?.attempt !== attempt) return [];
  const earliest = new Date(Date.parse(now) + HELD_BACK_MS).toISOString();
  // Also one that was held back long before its time becomes another attempt: this one can never be made.
  const dueAt = due.dueAt > earliest ? due.dueAt : earliest;
  return [{ type: 'SocialPostDelayed', data: { attempt, reason: null, dueAt, at: now } }];
}

/** The truth about an attempt counts even if it comes late, but nothing is tried again because of it. */
function ended({ attempt, outcome, now }: RecordOutcome, { progress }: There<KnownPost>): SocialPostEvent[] {
  if (attempt !== progress.attempt) return [];
  const told = { attempt, at: now };
  if (outcome.did === 'done') {
    if (progress.outcome === 'published') return [];
    return [{ type: 'SocialPostPublished', data: { ...told, reason: outcome.detail } }];
  }
  const { did, reason } = outcome;
  if (progress.outcome === 'scheduled') {
    if (did === 'unknown') return [{ type: 'SocialPostBecameUncertain', data: { ...told, reason } }];
    const dueAt = did === 'not taken' ? tryAgainAt(progress.tries + 1, now) : null;
    if (dueAt !== null) return [{ type: 'SocialPostDelayed', data: { ...told, reason, dueAt } }];
  } else if (progress.outcome !== 'uncertain' || did === 'unknown') return [];
  return [{ type: 'SocialPostFailed', data: { ...told, reason } }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the publisher did stays done; what a person did is taken back. */
function inverse(event: SocialPostEvent, before: SocialPostState): SocialPostCommand | null {
  if (event.type === 'SocialPostScheduled' || event.type === 'SocialPostRestored') return { type: 'RemovePost' };
  if (before.presence === 'absent') return null;
  const { details, progress } = before;
  switch (event.type) {
    case 'SocialPostRevised':
      // A time that has passed meanwhile was right when it was chosen.
      return { type: 'RevisePost', details: pickFields(details, event.data), now: details.scheduledDate };
    case 'SocialPostCancelled':
      return { type: 'PublishAgain', now: progress.since, dueAt: progress.dueAt ?? details.scheduledDate };
    case 'SocialPostAskedAgain':
      return progress.outcome === 'cancelled' ? { type: 'CancelPost', now: progress.since } : null;
    case 'SocialPostMarkedPosted':
      return { type: 'WithdrawPostedMark' };
    case 'SocialPostMarkWithdrawn':
      return progress.markedAt === null ? null : { type: 'MarkPosted', now: progress.markedAt };
    case 'SocialPostRemoved':
      return { type: 'RestorePost' };
    case 'SocialPostPublished':
    case 'SocialPostDelayed':
    case 'SocialPostFailed':
    case 'SocialPostBecameUncertain':
      return null;
    default:
      return unreachable(event);
  }
}

export const socialPost: Decider<SocialPostState, SocialPostCommand, SocialPostEvent> = {
  category: 'social_post',
  noun: 'social post',
  whose: 'nobody',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
