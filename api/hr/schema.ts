import { z } from 'zod';
import { isDate } from '../../domain/kit/times.ts';
import { CONFLICT_LABELS } from '../../domain/schedule/terms.ts';
import {
  ABSENCE_TYPES,
  type AbsenceType,
  DAY_HALF_LABELS,
  DAY_HALVES,
  TIME_OFF_LIMITS,
  TIME_OFF_STATUS_LABELS,
  TIME_OFF_STATUSES,
  TIME_OFF_TYPE_LABELS,
  TIME_OFF_TYPES,
} from '../../domain/time-off/terms.ts';
import {
  choice,
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
  half: choice('The half of the day', DAY_HALVES, DAY_HALF_LABELS),
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

/** What is said with a decision, and what the request shows of it from then on. */
export const decisionFields = { decisionReason: text('The reason', TIME_OFF_LIMITS.reason) };

export const decideTimeOffBody = reviseBody(decisionFields).extend({ status: z.enum(['approved', 'denied'], STATUS) });

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
  totalDays: z.string().describe('From the first to the last day, both included; `0.5` for half a day.'),
  countedDays: z
    .number()
    .optional()
    .describe('Those of the days on which the company works: neither its holidays nor days that it never works on.'),
  status: z.string().meta({ 'x-labels': TIME_OFF_STATUS_LABELS }),
  /** The account that asked for it. */
  requestedBy: z.string(),
  /** The account that approved or denied it; null while it is pending. */
  decidedBy: z.string().nullable(),
  decidedByName: z.string().nullable().optional(),
  decisionReason: z.string().nullable().describe('Why, as whoever decided has told the person.'),
  withdrawnBy: z.string().nullable().describe('The account that withdrew it; null if it is not withdrawn.'),
  withdrawnByName: z.string().nullable().optional(),
  isOwnDecision: z.boolean().describe('An owner approved their own time off.'),
  erased: z.boolean().describe('The type and the reasons were erased for good, with the person.'),
});

export const timeOffFigures = z
  .object({
    today: z.string().describe('Where the company is.'),
    pending: z.number().describe('Requests that nobody has decided.'),
    awayToday: z.number().describe('People whose time off is approved for today.'),
    daysAhead: z.number().describe('Approved days from tomorrow on, of all people together.'),
  })
  .meta({ id: 'TimeOffFigures' });

const typesOff = Object.fromEntries(ABSENCE_TYPES.map((type) => [type, z.number()])) as Record<
  AbsenceType,
  z.ZodNumber
>;

export const absenceAnswer = z
  .object({
    months: z
      .array(
        z.object({
          month: z.string().describe('`2026-06`'),
          from: z.string().describe('Its first day.'),
          to: z.string().describe('Its last day.'),
          days: z.object(typesOff).describe('`unknown` is what people were away for who were erased since.'),
          total: z.number(),
        }),
      )
      .describe('This month and the eleven before it, earliest first.'),
  })
  .meta({ id: 'Absence' });

const days = z.number();

const balance = z
  .object({
    policy: z
      .object({
        type: z.string(),
        from: z.string(),
        per: z.string(),
        days,
        carryOver: days.nullable(),
        probation: z.number(),
        probationUnit: z.string(),
      })
      .describe('The one in force on that day.'),
    carriedOver: days.describe('Into that day’s year; below zero if more was used than there was.'),
    lapsed: days.describe('What was left at the new year and not carried over.'),
    accrued: days.describe('Granted in that year, up to that day.'),
    used: days.describe('Approved days of that year, up to that day.'),
    pending: days.describe('The same, that nobody has decided.'),
    ahead: days.describe('Approved and pending days after that day.'),
    balance: days.describe('Carried over and accrued, less used and pending.'),
    probationUntil: z.string().nullable().describe('The first day on which it may be used; null if it may be.'),
    available: days.describe('What may be used: the balance; in probation none of it.'),
  })
  .meta({ id: 'TimeOffBalance' });

const personBalances = z.object({
  employeeId: z.string(),
  employee: z.string().nullable(),
  balances: z
    .array(z.object({ requestType: z.string(), balance: balance.nullable().describe('Null: it is not limited.') }))
    .describe('One of each type.'),
});

export const balancesQuery = z.object({
  employeeId: z
    .string('employeeId must be an id.')
    .max(100)
    .optional()
    .describe('Without it all whose balances one may see.'),
  asOf: aDay('asOf').describe('May lie ahead; today without it.'),
});

export const balancesAnswer = z
  .object({ asOf: z.string().describe('The day at whose end they hold.'), people: z.array(personBalances) })
  .meta({ id: 'TimeOffBalances' });

const requestBalance = z
  .object({
    asOf: z.string().describe('Its last day.'),
    counted: days.describe('Of the request.'),
    before: days.describe('The balance without it, with all else that is approved or pending.'),
    after: days.describe('The balance with it.'),
    beyond: days.describe('How many of its days the balance does not cover, or are in probation.'),
    lacking: z
      .object({ day: z.string(), days })
      .nullable()
      .describe('The day on which the balance lacks most because of it: its last one, or that of a later request.'),
    probationUntil: z.string().nullable().describe('The end of the probation that some of its days are in.'),
  })
  .meta({ id: 'TimeOffRequestBalance' });

const colleagueOff = z.object({
  employeeId: z.string(),
  employee: z.string().nullable(),
  crew: z.string().describe('Its name.'),
  startDate: z.string(),
  endDate: z.string(),
  half: z.string().nullable(),
  status: z.string().describe('`approved`, or `pending`.'),
});

/** What a request would be, and what it would meet: for whoever is about to make it, and for whoever decides. */
const requestOutlook = {
  balance: requestBalance.nullable().describe('Null: it is not limited.'),
  colleagues: z
    .array(colleagueOff)
    .describe('Who else of the person’s crews is off or has asked to be, on those days.'),
};

export const previewQuery = z.object({
  employeeId: z.string('employeeId must be an id.').max(100).optional().describe('Whoever asks, without it.'),
  requestType: z.enum(TIME_OFF_TYPES, `The type must be one of: ${TIME_OFF_TYPES.join(', ')}.`),
  startDate: z.string('Choose the first day.').max(40),
  endDate: z.string('Choose the last day.').max(40),
  half: z.enum(DAY_HALVES, `The half of the day must be one of: ${DAY_HALVES.join(', ')}.`).optional(),
});

export const timeOffPreview = z
  .object({ totalDays: z.string(), countedDays: z.number(), ...requestOutlook })
  .meta({ id: 'TimeOffPreview' });

export const timeOffEffects = z
  .object({
    crews: z.array(z.string()).describe('The crews that the person is in, by name.'),
    visits: z
      .array(
        z.object({
          jobId: z.string(),
          number: z.string().nullable().describe('`J-1001`'),
          title: z.string().nullable(),
          customer: z.string().nullable(),
          day: z.string(),
          start: z.string().describe('In wall time of the company with its distance from UTC.'),
          end: z.string(),
          crewId: z.string(),
          crew: z.string().describe('Its name.'),
          hasPeople: z.boolean().describe('The crew is still as large as the job needs.'),
          hasSkills: z.boolean().describe('Somebody there still can do all that the job asks for.'),
          missing: z
            .array(z.object({ kind: z.string().meta({ 'x-labels': CONFLICT_LABELS }), message: z.string() }))
            .describe('What the absence brings about; nothing if the visit can go ahead as planned.'),
        }),
      )
      .describe('Of the person’s crews on those days, earliest first.'),
    short: z.number().describe('How many of the visits lack people or skills.'),
    ...requestOutlook,
  })
  .meta({ id: 'TimeOffEffects' });

export type AbsenceAnswer = z.output<typeof absenceAnswer>;
export type BalancesAnswer = z.output<typeof balancesAnswer>;
export type PersonBalances = z.output<typeof personBalances>;
export type RequestOutlook = Pick<TimeOffPreview, 'balance' | 'colleagues'>;
export type ColleagueOff = z.output<typeof colleagueOff>;
export type TimeOffPreview = z.output<typeof timeOffPreview>;
export type TimeOffEffects = z.output<typeof timeOffEffects>;
export type TimeOffFigures = z.output<typeof timeOffFigures>;
export type TimeOffRecord = z.output<typeof timeOffRecord>;
