import { z } from 'zod';
import { erasedWhere } from '../kit/changes/erasure.schema.ts';
import { askedNumber } from '../kit/fields/common.schema.ts';

export const erasuresQuery = z.object({
  limit: askedNumber('limit', 1, 100).default(25),
  cursor: z.string().max(500).optional().describe('The `x-next-cursor` of the page before.'),
});

/** An erasure, and where it has come to. */
export const erasureTold = z
  .object({
    /** Of the event that decided it. */
    id: z.string(),
    /** `<stream>@<revision>` of that event. */
    event: z.string(),
    /** The act, with all that followed from it: `GET /api/audit/acts/{id}`. */
    act: z.string(),
    /** ISO UTC. */
    at: z.string(),
    /** Whoever did it. */
    by: z.string(),
    byName: z.string().nullable(),
    category: z.string().describe('The kind of record that was erased first: `customer`.'),
    recordId: z.string(),
    ...erasedWhere,
    isScrubbed: z
      .boolean()
      .describe(
        'Whether lists, search indexes and their files were written anew, without what they held of the person.',
      ),
    isPastGone: z.boolean().describe('Whether the views of earlier moments that held them are gone.'),
    isComplete: z
      .boolean()
      .describe('Whether nothing is left to do. If not, it goes on by itself, and health shows it.'),
  })
  .meta({ id: 'Erasure' });

export type ErasureTold = z.output<typeof erasureTold>;
