import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const firstDetails = z.object({
  /** The campaign that it belongs to, if any. */
  campaignId: z.string().nullable(),
  platform: z.string(),
  content: z.string(),
  /** As they were given, with or without `#`. */
  hashtags: z.array(z.string()),
  /** When it is to be published, ISO UTC. */
  scheduledDate: z.string(),
  /** The photo of a job that somebody chose for it. */
  photoId: z.string().nullable(),
});

const detailsWithIdea = firstDetails.extend({
  /** The idea for content that it was made of, if any. */
  ideaId: z.string().nullable(),
});

/** What the company says in public; nothing of it is sealed. */
export const socialPostDetails = detailsWithIdea.extend({
  /** Where `photoId` is of after the work: the photo of before. */
  beforePhotoId: z.string().nullable(),
});

const entered = { enteredAt: z.string() };
const SocialPostScheduled = defineEvent('SocialPostScheduled', firstDetails.extend(entered))
  .next(detailsWithIdea.extend(entered), (before) => ({ ...before, ideaId: null }))
  .next(socialPostDetails.extend(entered), (before) => ({ ...before, beforePhotoId: null }));
/** Holds only the fields that changed. */
const SocialPostRevised = defineEvent('SocialPostRevised', firstDetails.partial())
  .next(detailsWithIdea.partial(), (before) => before)
  .next(socialPostDetails.partial(), (before) => before);
const SocialPostCancelled = defineEvent('SocialPostCancelled', z.object({ at: z.string() }));
/** A person wants it published after all. */
const SocialPostAskedAgain = defineEvent('SocialPostAskedAgain', z.object({ dueAt: z.string(), at: z.string() }));

// How an attempt of the publisher ended.
const SocialPostPublished = defineEvent(
  'SocialPostPublished',
  z.object({ attempt: z.int(), reason: z.string().nullable(), at: z.string() }),
);
/** It is tried again later; without a reason, because somebody held the attempt back. */
const SocialPostDelayed = defineEvent(
  'SocialPostDelayed',
  z.object({ attempt: z.int(), reason: z.string().nullable(), dueAt: z.string(), at: z.string() }),
);
const SocialPostFailed = defineEvent(
  'SocialPostFailed',
  z.object({ attempt: z.int(), reason: z.string(), at: z.string() }),
);
const SocialPostBecameUncertain = defineEvent(
  'SocialPostBecameUncertain',
  z.object({ attempt: z.int(), reason: z.string(), at: z.string() }),
);

/** A person posted it, or knows that it is there. */
const SocialPostMarkedPosted = defineEvent('SocialPostMarkedPosted', z.object({ at: z.string() }));
const SocialPostMarkWithdrawn = defineEvent('SocialPostMarkWithdrawn', z.object({}));

const SocialPostRemoved = defineEvent('SocialPostRemoved', z.object({}));
const SocialPostRestored = defineEvent('SocialPostRestored', z.object({}));

export const socialPostEvents = [
  SocialPostScheduled,
  SocialPostRevised,
  SocialPostCancelled,
  SocialPostAskedAgain,
  SocialPostPublished,
  SocialPostDelayed,
  SocialPostFailed,
  SocialPostBecameUncertain,
  SocialPostMarkedPosted,
  SocialPostMarkWithdrawn,
  SocialPostRemoved,
  SocialPostRestored,
] as const;

export type SocialPostEvent = BodyOf<(typeof socialPostEvents)[number]>;
export type SocialPostDetails = z.output<typeof socialPostDetails>;
