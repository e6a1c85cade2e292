import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. Hours stay when the person
// is erased, because they were paid; what somebody wrote about them goes.

/** The week's first event: whose it is. */
const TimesheetOpened = defineEvent(
  'TimesheetOpened',
  z.object({
    personId: z.string(),
    /** Their kind of record: `staff`, or only a `user` account. */
    personRecord: z.string(),
    /** Its Monday, `YYYY-MM-DD`. */
    week: z.string(),
    openedAt: z.string(),
  }),
);

/** Hours without a job. */
export const hoursEntry = z.object({
  entryId: z.string(),
  day: z.string(),
  minutes: z.int(),
  /** One of HOUR_KINDS. */
  kind: z.string(),
  note: personal(),
  addedBy: z.string(),
  addedAt: z.string(),
});
const TimesheetHoursAdded = defineEvent('TimesheetHoursAdded', hoursEntry);
const TimesheetHoursWithdrawn = defineEvent('TimesheetHoursWithdrawn', z.object({ entryId: z.string() }));

export const submission = z.object({ submittedBy: z.string(), submittedAt: z.string() });
const TimesheetSubmitted = defineEvent('TimesheetSubmitted', submission);
const TimesheetSubmissionWithdrawn = defineEvent('TimesheetSubmissionWithdrawn', z.object({}));

/** What was approved: neither a later rule nor a later clock changes it. */
export const approval = z.object({
  approvedBy: z.string(),
  isOwn: z.boolean(),
  approvedAt: z.string(),
  /** The rule that overtime was reckoned by; hours, or null. */
  rule: z.object({ weekHours: z.number().nullable(), dayHours: z.number().nullable() }),
  /** The days that had hours, in order. */
  days: z.array(
    z.object({
      day: z.string(),
      regular: z.int(),
      overtime: z.int(),
      sources: z.array(z.object({ kind: z.string(), jobId: z.string().nullable(), minutes: z.int() })),
    }),
  ),
});
const TimesheetApproved = defineEvent('TimesheetApproved', approval);
const TimesheetApprovalWithdrawn = defineEvent('TimesheetApprovalWithdrawn', z.object({}));

/** What a locked week has more, or less, than was approved. */
export const correction = z.object({
  correctionId: z.string(),
  day: z.string(),
  /** `job`, or one of HOUR_KINDS. */
  kind: z.string(),
  jobId: z.string().nullable(),
  /** Less than 0 to take hours away. */
  minutes: z.int(),
  /** What it changes of the week's minutes; together they are `minutes`. */
  regular: z.int(),
  overtime: z.int(),
  reason: personal(),
  correctedBy: z.string(),
  correctedAt: z.string(),
});
const TimesheetCorrected = defineEvent('TimesheetCorrected', correction);
const TimesheetCorrectionWithdrawn = defineEvent(
  'TimesheetCorrectionWithdrawn',
  z.object({ correctionId: z.string() }),
);

/** Erased together with the person; the hours stay. */
const TimesheetErased = defineErasure('TimesheetErased', z.object({}));

export const timesheetEvents = [
  TimesheetOpened,
  TimesheetHoursAdded,
  TimesheetHoursWithdrawn,
  TimesheetSubmitted,
  TimesheetSubmissionWithdrawn,
  TimesheetApproved,
  TimesheetApprovalWithdrawn,
  TimesheetCorrected,
  TimesheetCorrectionWithdrawn,
  TimesheetErased,
] as const;

export type TimesheetEvent = BodyOf<(typeof timesheetEvents)[number]>;
export type HoursEntry = z.output<typeof hoursEntry>;
export type Submission = z.output<typeof submission>;
export type Approval = z.output<typeof approval>;
export type Correction = z.output<typeof correction>;
