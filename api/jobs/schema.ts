import { z } from 'zod';
import { EQUIPMENT_CATEGORIES } from '../../domain/equipment/terms.ts';
import {
  JOB_LIMITS,
  JOB_PRIORITIES,
  JOB_STATUS_LABELS,
  JOB_STATUSES,
  MOST_HOURS,
  MOST_HOURS_OF_DAY,
  PLACE_PRECISIONS,
} from '../../domain/job/terms.ts';
import { CONFLICT_LABELS } from '../../domain/schedule/terms.ts';
import { coordinateFields, customerRecord } from '../customers/schema.ts';
import { expectedRevision } from '../kit/fields/common.schema.ts';
import {
  amount,
  createBody,
  dayOrInstant,
  duration,
  idOf,
  instant,
  line,
  list,
  optional,
  presetChoice,
  recordSchema,
  requiredLine,
  reviseBody,
  text,
  texts,
  whole,
  yesNo,
} from '../kit/fields/fields.schema.ts';
import { wallSpan } from '../kit/fields/hours.schema.ts';
import { DAY_OR_INSTANT, isInstant, line as plainLine, instant as time } from '../kit/fields/values.schema.ts';
import {
  type AnyList,
  choices,
  fromAmount,
  fromDay,
  type ListFilter,
  named,
  oneOf,
  onlyAnswered,
  removedOnes,
  toAmount,
  toDay,
} from '../kit/lists/lists.schema.ts';

const { crewSize } = JOB_LIMITS;
const category = z.enum(EQUIPMENT_CATEGORIES, `The equipment must be of: ${EQUIPMENT_CATEGORIES.join(', ')}.`);

/** What a body may give for a job, and what the job shows. */
export const jobFields = {
  title: line('The title', JOB_LIMITS.title),
  propertyId: idOf('The property', 'One of the properties of the customer.'),
  address: line('The address', JOB_LIMITS.address),
  description: text('The description', JOB_LIMITS.description),
  serviceType: line('The type of service', JOB_LIMITS.serviceType),
  priority: presetChoice('The priority', JOB_PRIORITIES, 'normal'),
  estimatedDuration: duration('The estimated duration', MOST_HOURS),
  amount: amount('The amount'),
  laborCost: amount('The labor cost'),
  equipmentCost: amount('The equipment cost'),
  materialCost: amount('The material cost'),
  minimumCrewSize: whole(`The crew size must be a whole number from 1 to ${crewSize}.`, 1, crewSize),
  requiredSkills: texts('A skill', JOB_LIMITS.skill, 'skills', JOB_LIMITS.skills),
  requiredEquipment: list<string>('categories', category, EQUIPMENT_CATEGORIES.length, z.string()),
  earliestDate: dayOrInstant('The earliest date'),
  latestDate: dayOrInstant('The latest date'),
  /** Local wall time. */
  timeWindow: optional(
    wallSpan('The time window').nullable(),
    z.object({ start: z.string(), end: z.string() }).nullable(),
  ),
  promisedStart: instant('The promised start'),
  specialRequirements: text('The special requirements', JOB_LIMITS.specialRequirements),
  accessInstructions: text('The access instructions', JOB_LIMITS.accessInstructions),
  safetyNotes: text('The safety notes', JOB_LIMITS.safetyNotes),
  hazards: texts('A hazard', JOB_LIMITS.hazard, 'hazards', JOB_LIMITS.hazards),
  crewId: idOf('The crew', 'The id of an active crew.'),
  pinned: yesNo('pinned'),
  /** The pin on the map for this job; without it, the property's coordinates or the ZIP code tell where it is. */
  ...coordinateFields,
};

const customerField = { customerId: idOf('The customer', 'The customer the job is for. It cannot be changed later.') };

const WHEN = 'The date must be a time like 2026-06-15T12:00:00Z, or a day like 2026-06-15.';
const START = 'The start must be a time like 2026-06-15T12:00:00Z.';
const END = 'The end must be a time like 2026-06-15T12:00:00Z.';
const nothing = z.literal('');

/** When to do it. */
const plan = {
  overrideReason: line('The reason', JOB_LIMITS.reason)
    .given.optional()
    .describe('Why it is planned this way despite conflicts. Nothing is refused without it.'),
  scheduledDate: z
    .union(
      [
        plainLine('The date', 40, WHEN).refine((said) => /^[12]/.test(said) && (isInstant(said) || isDay(said)), WHEN),
        nothing,
      ],
      WHEN,
    )
    .meta({ anyOf: [...DAY_OR_INSTANT.anyOf.map((each) => ({ ...each, pattern: '^[12]' })), { const: '' }] })
    .nullish()
    .describe('An instant, or a day where the company is, at 8:00. Without one the job has no date.'),
  estimatedStartTime: z
    .union([time(START), nothing], START)
    .nullish()
    .describe('On that day; else the date says it.'),
  estimatedEndTime: z
    .union([time(END), nothing], END)
    .nullish()
    .describe('Else the start plus the duration.'),
  visits: z
    .array(z.object({ start: time(START), end: time(END) }), 'The visits must be a list of starts and ends.')
    .max(JOB_LIMITS.visits, `There can be at most ${JOB_LIMITS.visits} visits.`)
    .optional()
    .describe('All of them, where a job takes several days; instead of the other times. Each is of 24 hours at most.'),
};

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isInstant(`${text}T00:00Z`);
}

const STATUS = 'Only "scheduled" can be set here. Start, pause, finish or cancel the job by its own actions.';

export const createJobBody = createBody({ ...customerField, ...jobFields })
  .extend(plan)
  .describe('An address is required, unless the job is for a property, which has one.');

export const reviseJobBody = reviseBody({ ...customerField, ...jobFields }).extend({
  ...plan,
  status: z.literal('scheduled', STATUS).optional(),
});

export const unscheduleBody = z.object({ expectedRevision }).nullish();

/** When something was done, and when a device that had been offline sent it, both by the device's own clock. */
const AT = 'at must be a time like 2026-06-15T12:00:00Z.';
const SENT_AT = 'sentAt must be a time like 2026-06-15T12:00:00Z.';
const moment = {
  at: time(AT).nullish().describe('When it was done, by the clock of the device. Without it, now.'),
  sentAt: time(SENT_AT)
    .nullish()
    .describe('When the device sent this, by its clock: a wrong clock is put right by it.'),
};

export const actBody = z.object(moment).nullish();

export const reasonFields = { reason: line('The reason', JOB_LIMITS.reason) };
export const reasonBody = createBody(reasonFields).extend(moment).nullish();

export const giveUpBody = createBody({
  reason: requiredLine('The reason', JOB_LIMITS.reason, 'Say why the rest is not to be done.'),
}).extend({ expectedRevision });

export const noteFields = { note: text('The note', JOB_LIMITS.note) };
export const addNoteBody = createBody(noteFields).extend(moment);
export const noteParams = z.object({ id: z.string().min(1).max(100), noteId: z.string().min(1).max(100) });

const HOURS = 'Enter the hours of one day, like 4 or 1.5.';
const PERSON = 'Choose who worked.';
export const hoursFields = {
  personId: requiredLine('The person', 100, PERSON),
  day: dayOrInstant('The day'),
  hours: duration('The hours', MOST_HOURS_OF_DAY),
};
export const addHoursBody = createBody(hoursFields).extend({
  hours: hoursFields.hours.given.refine((hours) => hours !== null, HOURS).transform((hours) => hours ?? 0),
});
export const hoursParams = z.object({ id: z.string().min(1).max(100), hoursId: z.string().min(1).max(100) });

/** Where a job is, for planning drives; null if nothing tells it. */
export const jobPlace = z
  .object({
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    precision: z
      .enum(PLACE_PRECISIONS)
      .nullable()
      .describe('By its pin, by the coordinates of its property, or by the center of its ZIP code, some miles off.'),
  })
  .meta({ id: 'JobPlace' });
export type JobPlace = z.output<typeof jobPlace>;

/** Whether the list includes related records. */
const withRelations: ListFilter = {
  taken: z.enum(['true', 'false'], 'with_relations must be true or false.').optional(),
  where: () => ({}),
  samples: [],
};

/** Work that is still to be done and has no day: whole jobs, and those of which something is left beside their visits. */
export const TO_PLACE = { isToPlace: true } as const;

/** Finished work that is not, or not completely, invoiced. */
export const TO_INVOICE = { isToInvoice: true } as const;

const notCancelled = JOB_STATUSES.filter((status) => status !== 'cancelled');

/** By the crew's id; `none` for jobs without a crew. */
const byCrew: ListFilter = {
  ...named('crewId'),
  where: (asked) => ({ crewId: asked === 'none' ? null : asked }),
};

export const jobList = {
  where: { removed: null },
  filters: {
    with_relations: withRelations,
    active: choices('active must be true.', { true: { status: { in: notCancelled } } }),
    from: fromDay('from', 'scheduledDate'),
    to: toDay('to', 'scheduledDate'),
    completedFrom: fromDay('completedFrom', 'completedAt'),
    completedTo: toDay('completedTo', 'completedAt'),
    createdFrom: fromDay('createdFrom', 'createdAt'),
    createdTo: toDay('createdTo', 'createdAt'),
    amountFrom: fromAmount('amountFrom', 'amount'),
    amountTo: toAmount('amountTo', 'amount'),
    toInvoice: choices('toInvoice must be true.', { true: TO_INVOICE }),
    unscheduled: choices('unscheduled must be true.', { true: TO_PLACE }),
    status: oneOf('The status', JOB_STATUSES, 'status'),
    priority: oneOf('The priority', JOB_PRIORITIES, 'priority'),
    customerId: named('customerId'),
    campaignId: named('campaignId'),
    crewId: byCrew,
    /** Combined with any other filter: it needs no index of its own. */
    serviceType: { ...named('serviceType'), samples: [] },
    removed: removedOnes,
  },
  sorts: {
    createdAt: 'createdAt',
    customerName: 'customerNameKey',
    jobNumber: 'number',
    title: 'titleKey',
    address: 'addressKey',
    scheduledDate: 'scheduledDate',
    completedAt: 'completedAt',
    priority: 'priorityRank',
    status: 'status',
    serviceType: 'serviceType',
    estimatedDuration: 'estimatedDuration',
    crewName: 'crewNameKey',
    amount: 'amount',
  },
  needs: {
    amount: 'quotes:read',
    amountFrom: 'quotes:read',
    amountTo: 'quotes:read',
    toInvoice: 'invoices:read',
    campaignId: 'marketing:read',
  },
} satisfies AnyList;

/** How many there are in each status; statuses without any are left out. */
export const jobFigures = z
  .object({ count: z.number(), statuses: z.array(z.object({ status: z.string(), count: z.number() })) })
  .meta({ id: 'JobFigures' });
export type JobFigures = z.output<typeof jobFigures>;

/** One conflict of a visit. */
const conflict = z
  .object({
    kind: z.string().meta({ 'x-labels': CONFLICT_LABELS }),
    message: z.string(),
    day: z.string(),
    jobId: z.string().nullable(),
    personId: z.string().nullable(),
    machineId: z.string().nullable(),
  })
  .meta({ id: 'VisitConflict' });

const labeled = z.string().meta({ 'x-labels': JOB_STATUS_LABELS });

export const jobRecord = recordSchema(
  'Job',
  { ...customerField, ...jobFields },
  {
    /** `J-1001` */
    jobNumber: z.string().nullable(),
    /** The customer's current name. */
    customerName: z.string().nullable(),
    crewName: z.string().nullable(),
    status: labeled,
    /** Why it is on hold, or was cancelled. */
    reason: z.string().nullable(),
    /** The start of the first visit. */
    scheduledDate: z.string().nullable(),
    estimatedStartTime: z.string().nullable(),
    /** The end of the first visit. */
    estimatedEndTime: z.string().nullable(),
    /** All visits, at most one a day. */
    visits: z.array(z.object({ start: z.string(), end: z.string() })),
    remainingHours: z
      .number()
      .describe(
        'What still has to be placed: of the estimated duration what no visit holds and nobody gave up, to the minute. All of it without a visit (4 where nobody estimated it), 0 once the job is done, cancelled or removed.',
      ),
    givenUp: z
      .object({ hours: z.number(), reason: z.string().nullable() })
      .nullable()
      .describe('What is not to be done of the estimated duration, and why; null if nothing was given up.'),
    clock: z.enum(['running', 'paused']).nullable(),
    /** Hours clocked so far, without a stretch that is still running. */
    clockHours: z.number(),
    /** The stretches in which the clock ran. */
    work: z.array(z.object({ from: z.string(), to: z.string().nullable() })),
    startedAt: z.string().nullable(),
    completedAt: z.string().nullable(),
    /** Oldest first. */
    notes: z.array(z.object({ id: z.string(), note: z.string().nullable(), addedBy: z.string(), addedAt: z.string() })),
    /** The hours that each person worked, by day. */
    hours: z.array(
      z.object({
        id: z.string(),
        personId: z.string(),
        day: z.string(),
        hours: z.number(),
        enteredBy: z.string().nullable().describe('The user id of whoever entered them.'),
      }),
    ),
    /** The hours of everybody, as entered. */
    actualHours: z.number(),
    /** The quote that its customer signed, and the version; null if it did not come from a quote. */
    quoteId: z.string().nullable(),
    quoteVersion: z.number().nullable(),
    /** The newest valid invoice; also null if more has been agreed on since. */
    invoiceId: z.string().nullable(),
    nothingToInvoice: z
      .object({ at: z.string(), reason: z.string().nullable() })
      .nullable()
      .describe('When, and why, somebody said that nothing of the finished job is to be invoiced.'),
    photoConsent: z
      .object({
        isGiven: z.boolean().describe('False if they took it back.'),
        recordedBy: z
          .string()
          .nullable()
          .describe('The user id of whoever heard it; null for the customer themselves.'),
        at: z.string(),
      })
      .nullable()
      .describe('Whether the customer agrees that photos of the job are shown in public; null if nobody asked.'),
    /** What the customer agreed to, in the order of the quote. */
    items: z.array(
      z.object({
        id: z.string(),
        service: z.string().nullable(),
        description: z.string().nullable(),
        quantity: z.number(),
        priority: z.string().nullable(),
        estimatedHours: z.number().nullable(),
        hazards: z.array(z.string()),
      }),
    ),
    /** From the quote: `GET /api/photos/{id}/image`. */
    photoIds: z.array(z.string()),
    /** Its costs in the ledger, as decimal text in dollars; not in a history, nor while the lists are being built. */
    actualCost: z.string().nullable().optional(),
    leftToInvoice: z
      .string()
      .optional()
      .describe('Of the price of finished work that is to be invoiced: what no invoice bills yet.'),
    overridden: z
      .array(z.object({ kind: z.string().meta({ 'x-labels': CONFLICT_LABELS }), day: z.string() }))
      .describe('The conflicts of its visits when they were last planned.'),
    /** Why it was planned that way anyway. */
    overrideReason: z.string().nullable(),
    erased: z.boolean().describe('Its personal data was erased for good, with its customer.'),
    /** In the answer to a change: what is allowed but may be a mistake. */
    warnings: onlyAnswered(z.array(z.string())),
    conflicts: onlyAnswered(z.array(conflict)).describe(
      'In the answer to a change of its crew or its times: the conflicts of its visits.',
    ),
  },
);

/** A job for the calendar, with its customer and its estimate. */
export const jobWithRelations = z
  .object({
    job: jobRecord,
    customer: customerRecord.nullable(),
    estimate: z.object({ amount: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'JobWithRelations' });

export const jobRow = z.union([jobRecord, jobWithRelations]);

export type JobRecord = z.output<typeof jobRecord>;
export type JobWithRelations = z.output<typeof jobWithRelations>;
export type CreateJobBody = z.output<typeof createJobBody>;
export type ReviseJobBody = z.output<typeof reviseJobBody>;
