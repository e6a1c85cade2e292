import { z } from 'zod';
import { askedNumber } from '../fields/common.schema.ts';

/** How the pages of a history follow one another, for the API description. */
export const PAGED =
  'At most 200 steps, fewer where they are long; x-next-cursor leads to earlier ones, and is missing where there are none.';

const limit = askedNumber('limit', 1, 200).default(200);
const NO_CURSOR = 'cursor must be the x-next-cursor of the page before.';

/** A page of one record's history: it ends just before the revision in the cursor. */
export const historyQuery = z.object({
  limit,
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, NO_CURSOR)
    .optional(),
});

/** A page of several records' history: it ends just before the position in the cursor. */
export const timelineQuery = z.object({
  limit,
  cursor: z
    .string()
    .regex(/^[0-9A-Za-z_:./-]{1,100}$/, NO_CURSOR)
    .optional(),
});

export const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

/** One step of a record's history. */
export const historyStep = z
  .object({
    revision: z.number(),
    position: z.string(),
    /** The event's type. */
    type: z.string(),
    /** A user id, a process, or `public`. */
    actor: z.string(),
    /** The person's name, if the actor is a person. */
    actorName: z.string().nullable().optional(),
    recordedAt: z.string(),
    /** What `POST /api/undo` takes. */
    commandId: z.string(),
    correlationId: z.string(),
    causationId: z.string().nullable(),
    /** The command id that this step undid. */
    undoes: z.string().nullable(),
    changes: z.array(fieldChange),
  })
  .meta({ id: 'HistoryStep' });

export const undoBody = z.object({
  category: z.string('category must name the kind of record.').max(50),
  id: z.string('id must name the record.').max(100),
  commandId: z.string('commandId must name the step.').max(100),
});

const told = z.object({ category: z.string(), id: z.string(), message: z.string() });

/** Which parts of an act were undone, and which were kept because they have changed since or cannot be undone. */
export const undoAnswer = z
  .object({
    record: z.unknown(),
    kept: z.array(told),
    conflicts: z.array(told).describe('Jobs that are back where another job is meanwhile, with which one it is.'),
  })
  .meta({ id: 'Undone' });

export type FieldChange = z.output<typeof fieldChange>;
export type HistoryStep = z.output<typeof historyStep>;
