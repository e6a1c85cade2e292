import { z } from 'zod';
import { isDate } from '../../domain/kit/times.ts';
import {
  TIME_OFF_LIMITS,
  TIME_OFF_STATUS_LABELS,
  TIME_OFF_STATUSES,
  TIME_OFF_TYPE_LABELS,
  TIME_OFF_TYPES,
} from '../../domain/time-off/terms.ts';
import {
  createBody,
  dayOrInstant,
  idOf,
  recordSchema,
  requiredChoice,
  reviseBody,
  text,
} from '../kit/fields/fields.schema.ts';
import { A_DAY } from '../kit/fields/values.schema.ts';
import { type ListFilter, named, oneOf, removedOnes } from '../kit/lists/lists.schema.ts';

/** What a body gives for a request, and what the request shows. */
export const timeOffFields = {
  requestType: {
    ...requiredChoice('The type', TIME_OFF_TYPES, 'Choose a type of time off.'),
    // Nothing is shown about an erased person, so this may be no type at all.
    shown: z.string().nullable().meta({ 'x-labels': TIME_OFF_TYPE_LABELS }),
    show: (stored: string | null) => stored,
  },
  reason: text('The reason', TIME_OFF_LIMITS.reason),
};

export const timeOffDays = {
  startDate: dayOrInstant('The first day'),
  endDate: dayOrInstant('The last day'),
};

const DAYS = 'The number of days must be a number.';

export const requestTimeOffBody = createBody({
  ...timeOffFields,
  ...timeOffDays,
  employeeId: idOf('The person', 'Who will be away: somebody who works here. Without it, whoever asks.'),
}).extend({
  totalDays: z
    .union([z.string(DAYS).max(20, DAYS), z.number(DAYS)], DAYS)
    .nullish()
    .describe('Not needed: the days are counted from the first to the last, both included.'),
});

const STATUS = 'The status must be approved or denied.';

export const decideTimeOffBody = reviseBody({}).extend({ status: z.enum(['approved', 'denied'], STATUS) });

const aDay = (name: string) =>
  z.string().refine(isDate, `${name} must be a day like 2026-06-15.`).meta(A_DAY).optional();

/** Filters for those who are away on any of the days from `from` to `to`. */
const awayFrom: ListFilter = {
  taken: aDay('from'),
  where: (asked) => ({ endDate: { gte: asked } }),
  samples: ['2000-01-01'],
};
const awayTo: ListFilter = {
  taken: aDay('to'),
  where: (asked) => ({ startDate: { lte: asked } }),
  samples: ['2000-01-01'],
};

export const timeOffList = {
  where: { removed: null },
  filters: {
    status: oneOf('The status', TIME_OFF_STATUSES, 'status'),
    employeeId: named('employeeId'),
    from: awayFrom,
    to: awayTo,
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt', startDate: 'startDate' },
};

export const timeOffRecord = recordSchema('TimeOff', timeOffFields, {
  startDate: z.string(),
  endDate: z.string(),
  employeeId: z.string(),
  /** Their sign-in name, otherwise their own. */
  employee: z.string().nullable().optional(),
  /** Both ends included, as text. */
  totalDays: z.string(),
  status: z.string().meta({ 'x-labels': TIME_OFF_STATUS_LABELS }),
  /** The account that asked for it. */
  requestedBy: z.string(),
  /** The account that approved or denied it; null while it is pending. */
  decidedBy: z.string().nullable(),
  isOwnDecision: z.boolean().describe('An owner approved their own time off.'),
  erased: z.boolean().describe('The type and the reason were erased for good, with the person.'),
});

export type TimeOffRecord = z.output<typeof timeOffRecord>;
