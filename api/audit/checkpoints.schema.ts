import { z } from 'zod';
import { askedNumber } from '../kit/fields/common.schema.ts';

/** A page of the checkpoints that were made: those of fewer events than the cursor says. */
export const checkpointsQuery = z.object({
  limit: askedNumber('limit', 1, 500).default(100),
  cursor: askedNumber('cursor', 0).optional().describe('The `x-next-cursor` of the page before.'),
});

/** A checkpoint; `GET /api/audit/checkpoint?size=` answers its signed text. */
export const checkpointMade = z
  .object({
    /** How many events it is about. */
    size: z.number(),
    /** The root of the tree of these events, base64. */
    root: z.string(),
    /** ISO UTC. */
    signedAt: z.string(),
    /** An hour had passed, somebody asked for it, or the books were exported; null: that was not kept yet. */
    why: z.enum(['hourly', 'asked', 'export']).nullable(),
  })
  .meta({ id: 'Checkpoint' });

export type CheckpointMade = z.output<typeof checkpointMade>;
