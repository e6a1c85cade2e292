import { z } from 'zod';

/** How many records that differ are told. */
export const MOST_TOLD = 200;
/** Rows of a list that are looked at, of each moment. */
export const MOST_ROWS = 5_000;

const PATH = 'path must say a list or a record, like /api/leads-working or /api/leads/0190f3c2-….';

const FROM = 'from must say the earlier moment: a day, a time, an instant, or a position.';
const TO = 'to must say the later moment: a day, a time, an instant, a position, or now.';

export const compareQuery = z.object({
  path: z.string(PATH).min(1, PATH).max(2_000, PATH).describe('A GET call of this API, with its query.'),
  from: z.string(FROM).max(100, FROM).describe('The earlier moment, as `asOf` is written.'),
  to: z
    .string(TO)
    .max(100, TO)
    .optional()
    .describe('The later moment, as `asOf` is written; `now` where it is not said.'),
});

/** What somebody did between two moments that a record took part in. */
const actBetween = z
  .object({
    /** The correlation id: `GET /api/audit/acts/{id}`. */
    id: z.string(),
    /** ISO UTC, of its first event on the record. */
    recordedAt: z.string(),
    /** A user id, a process, or `public`. */
    actor: z.string(),
    /** The person's name today, if the actor is a person. */
    actorName: z.string().nullable(),
    /** The types of its events on the record, each once, in order. */
    types: z.array(z.string()),
    /** The value that it set in a field `status`, if it did. */
    status: z.string().nullable(),
    isUndo: z.boolean(),
  })
  .meta({ id: 'ActBetween' });

const fields = z.record(z.string(), z.unknown());

/** One record of two moments. */
const comparedRecord = z
  .object({
    /** Null for figures, and for rows that have none: these are known by all that they hold. */
    id: z.string().nullable(),
    /** Its kind; null for what is no record. */
    category: z.string().nullable(),
    /** What people call it today. */
    title: z.string().nullable(),
    /** Whether the answer has it at the later moment alone, at the earlier one alone, or at both. */
    what: z.enum(['added', 'removed', 'changed', 'same']),
    /** As the call answered it; null where it did not. */
    before: fields.nullable(),
    after: fields.nullable(),
    /** The fields that differ; null stands for none. Empty where only one moment has the record. */
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    /** What was done to the record itself in between, oldest first. */
    acts: z.array(actBetween),
    /** There were more acts, before those. */
    moreActs: z.boolean(),
    /** Other records whose name it shows, and that got another one in between: by which acts, oldest first. */
    named: z.array(
      z.object({ category: z.string(), id: z.string(), title: z.string().nullable(), acts: z.array(actBetween) }),
    ),
  })
  .meta({ id: 'ComparedRecord' });

/** The same call as of two moments. */
export const comparison = z
  .object({
    path: z.string(),
    of: z.enum(['list', 'record']),
    /** The kind of its records, where the call is of one. */
    category: z.string().nullable(),
    /** ISO UTC. */
    from: z.string(),
    to: z.string(),
    toIsNow: z.boolean(),
    added: z.int(),
    removed: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Those that changed, then those that were added, both as the later moment orders them, then those that were removed. */
    records: z.array(comparedRecord),
    more: z.boolean().describe(`More differ than are told: ${MOST_TOLD} are.`),
    unread: z
      .boolean()
      .describe(
        `The list has more than ${MOST_ROWS.toLocaleString('en-US')} rows at a moment. Of those beyond, nothing is said.`,
      ),
  })
  .meta({ id: 'Comparison' });

export type CompareQuery = z.output<typeof compareQuery>;
export type ActBetween = z.output<typeof actBetween>;
export type ComparedRecord = z.output<typeof comparedRecord>;
export type Comparison = z.output<typeof comparison>;
