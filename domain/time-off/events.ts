import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. Why somebody is away is
// personal; that they are away concerns the schedule, and is not sealed.

const firstDetails = z.object({
  /** One of a list; it may reveal something about somebody's health. */
  requestType: personal(),
  /** The first and the last day, `YYYY-MM-DD` in the company's zone. */
  startDate: z.string(),
  endDate: z.string(),
  reason: personal(),
});
export const timeOffDetails = firstDetails.extend({
  /** The half of the one day that it is for; null for whole days. */
  half: z.string().nullable(),
});

const asked = {
  /** Who will be away. */
  employeeId: z.string(),
  /** Their kind of record: `staff`, or only a `user` account. */
  employeeRecord: z.string(),
  /** The account of whoever asked. */
  requestedBy: z.string(),
  requestedAt: z.string(),
};
const TimeOffRequested = defineEvent('TimeOffRequested', firstDetails.extend(asked)).next(
  timeOffDetails.extend(asked),
  (before) => ({ ...before, half: null }),
);

/** The account that decided, and whether it is the person's own. */
const firstDecision = z.object({ decidedBy: z.string(), isOwn: z.boolean() });
/** And why, as the person is told. */
export const timeOffDecision = firstDecision.extend({ reason: personal() });
const withoutReason = (before: z.output<typeof firstDecision>) => ({ ...before, reason: null });
/** What the days of approved time off count by, so that a later change of the settings leaves them what they were. */
const countedBy = z.object({
  workingDays: z.array(z.string()),
  /** Those within its days, `YYYY-MM-DD`. */
  holidays: z.array(z.string()),
});
const TimeOffApproved = defineEvent('TimeOffApproved', firstDecision)
  .next(timeOffDecision, withoutReason)
  /** An approval from before that was kept counts by what is set now. */
  .next(timeOffDecision.extend({ countedBy: countedBy.nullable() }), (before) => ({ ...before, countedBy: null }));
const TimeOffDenied = defineEvent('TimeOffDenied', firstDecision).next(timeOffDecision, withoutReason);
/** The decision was undone and has to be made again. */
const TimeOffReopened = defineEvent('TimeOffReopened', z.object({}));
const TimeOffWithdrawn = defineEvent('TimeOffWithdrawn', z.object({}));
const TimeOffRestored = defineEvent('TimeOffRestored', z.object({}));
/** Erased together with the person; the days stay. */
const TimeOffErased = defineErasure('TimeOffErased', z.object({}));

export const timeOffEvents = [
  TimeOffRequested,
  TimeOffApproved,
  TimeOffDenied,
  TimeOffReopened,
  TimeOffWithdrawn,
  TimeOffRestored,
  TimeOffErased,
] as const;

export type TimeOffEvent = BodyOf<(typeof timeOffEvents)[number]>;
export type TimeOffDetails = z.output<typeof timeOffDetails>;
export type Decision = z.output<typeof timeOffDecision>;
export type CountedBy = z.output<typeof countedBy>;
