import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** Why an address gets no marketing. */
export const suppressed = z.object({
  /** One of SUPPRESSION_REASONS. */
  reason: z.string(),
  note: personal(),
  /** ISO UTC. */
  suppressedAt: z.string(),
});

/** The first time; the stream's id is a keyed hash of the mailbox. */
const AddressSuppressed = defineEvent(
  'AddressSuppressed',
  z.object({
    address: personal(),
    /** Tells with which key the id was made. */
    keyCheck: z.string(),
    ...suppressed.shape,
  }),
);
/** Once more after it was lifted, or for a more binding reason. */
const AddressSuppressedAgain = defineEvent('AddressSuppressedAgain', suppressed);
const SuppressionLifted = defineEvent(
  'SuppressionLifted',
  z.object({
    why: personal(),
    /** Whether the person asked for it. */
    isAskedFor: z.boolean(),
    /** ISO UTC. */
    liftedAt: z.string(),
  }),
);
/** The readable address is gone; the suppression holds. */
const SuppressionErased = defineErasure('SuppressionErased', z.object({}));

export const suppressionEvents = [
  AddressSuppressed,
  AddressSuppressedAgain,
  SuppressionLifted,
  SuppressionErased,
] as const;

export type SuppressionEvent = BodyOf<(typeof suppressionEvents)[number]>;
export type Suppressed = z.output<typeof suppressed>;
