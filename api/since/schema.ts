import { z } from 'zod';

/** Groups in one answer, and records of a group that are named. */
export const MOST_GROUPS = 40;
export const MOST_NAMED = 3;

/** What others did since somebody was last here. */
export const sinceAnswer = z
  .object({
    /** When that was, ISO UTC; null where nobody knows of a visit before this one. */
    since: z.string().nullable(),
    /** Acts of one kind on records of one kind, those with the newest act first. */
    groups: z.array(
      z.object({
        category: z.string(),
        /** The types of the events of such an act, in order. */
        types: z.array(z.string()),
        /** The value that it set in a field `status`, if it did. */
        status: z.string().nullable(),
        isUndo: z.boolean(),
        count: z.int(),
        /** The newest of its records, each once. */
        records: z.array(z.object({ category: z.string(), id: z.string(), title: z.string().nullable() })),
      }),
    ),
    /** How many acts there were, of those that the person may read. */
    count: z.int(),
    more: z.boolean().describe('There were more than were looked at: of these, nothing is told.'),
  })
  .meta({ id: 'Since' });

export type SinceAnswer = z.output<typeof sinceAnswer>;
