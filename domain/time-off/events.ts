import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. Why somebody is away is about
// them; that they are is about the schedule.

export const timeOffDetails = z.object({
  /** One of a list; it may tell of somebody's health. */
  requestType: personal(),
  /** The first and the last day, `YYYY-MM-DD` where the company is. */
  startDate: z.string(),
  endDate: z.string(),
  reason: personal(),
});

const TimeOffRequested = defineEvent(
  'TimeOffRequested',
  timeOffDetails.extend({
    /** Who will be away. */
    employeeId: z.string(),
    /** What they have: `staff`, or a `user` account alone. */
    employeeRecord: z.string(),
    /** The account of whoever asked. */
    requestedBy: z.string(),
    requestedAt: z.string(),
  }),
);

/** By which account, and whether that is the person's own. */
const decision = z.object({ decidedBy: z.string(), isOwn: z.boolean() });
const TimeOffApproved = defineEvent('TimeOffApproved', decision);
const TimeOffDenied = defineEvent('TimeOffDenied', decision);
/** An undone decision: it is to be made again. */
const TimeOffReopened = defineEvent('TimeOffReopened', z.object({}));
const TimeOffWithdrawn = defineEvent('TimeOffWithdrawn', z.object({}));
const TimeOffRestored = defineEvent('TimeOffRestored', z.object({}));
/** With the person; the days stay. */
const TimeOffErased = defineErasure('TimeOffErased', z.object({}));

export const timeOffEvents = [
  ...[TimeOffRequested, TimeOffApproved, TimeOffDenied, TimeOffReopened],
  ...[TimeOffWithdrawn, TimeOffRestored, TimeOffErased],
] as const;

export type TimeOffEvent = BodyOf<(typeof timeOffEvents)[number]>;
export type TimeOffDetails = z.output<typeof timeOffDetails>;
export type Decision = z.output<typeof decision>;
