import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';
import { findingDetails } from './finding.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const at = z.string();

/** How often findings of its detector were right before: 17 of 21. Null while they are too few to tell. */
export const trackRecord = z.object({ right: z.int(), of: z.int() }).nullable();
export type TrackRecord = z.output<typeof trackRecord>;

/** What a detector found, and how sure it is. */
export const foundInsight = z.object({
  ...findingDetails.shape,
  /** Decimal text, 0 to 1: `0.81`. */
  confidence: z.string(),
  track: trackRecord,
});

/** What a person can say of one that they enter. */
export const enteredInsight = foundInsight.pick({
  insightType: true,
  category: true,
  severity: true,
  title: true,
  description: true,
  confidence: true,
  actionItems: true,
});
export type EnteredInsight = z.output<typeof enteredInsight>;

/** The first time; the stream's id follows from detector and subject. */
const InsightRaised = defineEvent(
  'InsightRaised',
  z.object({ ...foundInsight.shape, detector: z.string(), subject: z.string(), raisedAt: at }),
);
/** A person entered it, or it is a sample. */
const InsightEntered = defineEvent(
  'InsightEntered',
  z.object({ ...enteredInsight.shape, isSample: z.boolean(), enteredAt: at }),
);
/** It came back, or is materially worse: it is unread again. */
const InsightRaisedAgain = defineEvent(
  'InsightRaisedAgain',
  z.object({
    ...foundInsight.shape,
    /** `back`, or `worse`. */
    why: z.string(),
    raisedAt: at,
  }),
);
/** The same fact with newer evidence; it stays read. */
const InsightUpdated = defineEvent('InsightUpdated', foundInsight);
/** Its fact has passed. */
const InsightResolved = defineEvent('InsightResolved', z.object({ resolvedAt: at }));
/** What followed told whether it had been right. */
const InsightChecked = defineEvent(
  'InsightChecked',
  z.object({
    /** The raise that was held against what followed. */
    raisedAt: at,
    right: z.boolean(),
    checkedAt: at,
  }),
);

const InsightRead = defineEvent('InsightRead', z.object({ readAt: at }));
const InsightMarkedUnread = defineEvent('InsightMarkedUnread', z.object({}));
const InsightActionTaken = defineEvent('InsightActionTaken', z.object({ actionNotes: z.string(), takenAt: at }));
const InsightActionWithdrawn = defineEvent('InsightActionWithdrawn', z.object({}));
const InsightDismissed = defineEvent(
  'InsightDismissed',
  z.object({
    /** One of DISMISSAL_REASONS. */
    reason: z.string(),
    note: z.string().nullable(),
    dismissedAt: at,
  }),
);
const InsightDismissalWithdrawn = defineEvent('InsightDismissalWithdrawn', z.object({}));
/** Only of one that a person entered, or of a sample. */
const InsightRemoved = defineEvent('InsightRemoved', z.object({}));
const InsightRestored = defineEvent('InsightRestored', z.object({}));

export const insightEvents = [
  InsightRaised,
  InsightEntered,
  InsightRaisedAgain,
  InsightUpdated,
  InsightResolved,
  InsightChecked,
  InsightRead,
  InsightMarkedUnread,
  InsightActionTaken,
  InsightActionWithdrawn,
  InsightDismissed,
  InsightDismissalWithdrawn,
  InsightRemoved,
  InsightRestored,
] as const;

export type InsightEvent = BodyOf<(typeof insightEvents)[number]>;
export type FoundInsight = z.output<typeof foundInsight>;
