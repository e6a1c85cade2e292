import { z } from 'zod';
import { askedNumber } from '../kit/fields/common.schema.ts';
import { isMoment } from './moments.schema.ts';

/** What an answer holds where the call does not say how much. */
export const USUAL_LIMIT = 100;

const MOMENT =
  'must be a day like 2026-06-15, a time by the company’s clock like 2026-06-15T12:00, or an instant like 2026-06-15T12:00:00Z.';
const moment = (name: string) => z.string().refine(isMoment, `${name} ${MOMENT}`).optional();

const NO_STREAM = 'stream must be the name of a stream, like job-0190f3c2-….';
const NO_RECORD = 'record must be the kind and the id of a record, like job:0190f3c2-….';
const NO_CATEGORY = 'category must be a kind of record, like job.';
const NO_ACT = 'act must be the id of an act: the correlationId of an event.';
const NO_CAUSE =
  'cause must be the place of an event, like job-0190f3c2-…@4: the causationId of what followed from it.';
const NO_CURSOR = 'cursor must be the x-next-cursor of the page before, with the same filters and order.';
const NO_POSITION = 'after must be the position of an event of this history.';

/** Names an act. */
export const actId = z
  .string()
  .max(100, NO_ACT)
  .regex(/^[\w-]+$/, NO_ACT);

/** Which events of the log are wanted, and in which order. */
export const auditQuery = z.object({
  order: z.enum(['newest', 'oldest'], 'order must be newest or oldest.').default('newest'),
  after: z
    .string()
    .min(1, NO_POSITION)
    .max(100, NO_POSITION)
    .optional()
    .describe('Only events later in the log than the one at this position, in either order.'),
  from: moment('from').describe('Only what was recorded at or after it.'),
  to: moment('to').describe('Only what was recorded at or before it; a day counts whole.'),
  type: z.string().max(100).optional().describe('The name of an event, like `LeadCaptured`.'),
  stream: z
    .string()
    .max(200, NO_STREAM)
    .regex(/^[a-z_]+-./, NO_STREAM)
    .optional(),
  record: z
    .string()
    .max(200, NO_RECORD)
    .regex(/^[a-z_]+:./, NO_RECORD)
    .optional()
    .describe('`<category>:<id>`, as `category` and `recordId` of an event: the steps of one record.'),
  category: z
    .string()
    .max(100, NO_CATEGORY)
    .regex(/^[a-z_]+$/, NO_CATEGORY)
    .optional()
    .describe('A kind of record: the events of the streams that hold such records.'),
  act: actId.optional().describe('A `correlationId`: all that one act did, and what followed from it by itself.'),
  cause: z
    .string()
    .max(220, NO_CAUSE)
    .regex(/^[a-z_]+-.*@\d{1,15}$/, NO_CAUSE)
    .optional()
    .describe('`<stream>@<revision>` of an event: only what followed from it directly.'),
  actor: z
    .string()
    .min(1, 'actor must be the id of an account, the name of a process, or public.')
    .max(100, 'actor must be the id of an account, the name of a process, or public.')
    .optional(),
  limit: askedNumber('limit', 1, 500).optional().describe(`${USUAL_LIMIT} where it is not said; of a file, all.`),
  cursor: z
    .string()
    .min(1, NO_CURSOR)
    .max(100, NO_CURSOR)
    .optional()
    .describe('The `x-next-cursor` of the page before, with the same filters and order.'),
  format: z
    .enum(['json', 'csv', 'jsonl'], 'format must be json, csv or jsonl.')
    .optional()
    .describe('`csv` or `jsonl`: a file of all that is asked for.'),
});

/** One event as the log has it, opened for whoever asks. */
export const auditEvent = z
  .object({
    /** Its place in the one order of the whole log. */
    position: z.string(),
    /** ISO UTC. Null where the event cannot be read. */
    recordedAt: z.string().nullable(),
    stream: z.string().nullable(),
    revision: z.number().nullable(),
    type: z.string().nullable(),
    /** The version of its type in which it was written; its data is shown in the newest. */
    version: z.number().nullable(),
    id: z.string().nullable(),
    /** A user id, a process, or `public`. */
    actor: z.string().nullable(),
    /** The person's name today, if the actor is a person. */
    actorName: z.string().nullable(),
    /** The first record that it is about; null for what is no record. */
    category: z.string().nullable(),
    recordId: z.string().nullable(),
    /** What people call the record today. */
    title: z.string().nullable(),
    /** One command; its events have it in common. */
    commandId: z.string().nullable(),
    /** One act of a person; all that followed from it has it in common. */
    correlationId: z.string().nullable(),
    /** `<stream>@<revision>` of the event that it followed from; null for a person's own act. */
    causationId: z.string().nullable(),
    /** The command id of the act that it undoes. */
    undoes: z.string().nullable(),
    /** Whose key seals it. */
    subject: z.string().nullable(),
    /** With what was sealed opened; of somebody who was erased, `[erased]`. Null where it cannot be read. */
    data: z.record(z.string(), z.unknown()).nullable(),
    /**
     * What the person's role has no right to: of the whole event nothing but its place and time is told, or some fields
     * are left out of the data.
     */
    withheld: z.enum(['event', 'fields']).nullable(),
    /** Why the event cannot be read. */
    error: z.string().nullable(),
  })
  .meta({ id: 'AuditEvent' });

export type AuditQuery = z.output<typeof auditQuery>;
export type AuditEvent = z.output<typeof auditEvent>;
