import { z } from 'zod';
import { BATCH_LIMITS } from '../../domain/batch/terms.ts';

/** At most so many steps of each fate are told, and later changes of each. */
export const MOST_TOLD = 100;

const record = z.object({
  category: z.string(),
  id: z.string(),
  /** What people call it today; null for one without a name. */
  title: z.string().nullable(),
});

/** What was done to a record since. */
const laterStep = z.object({
  type: z.string(),
  recordedAt: z.string(),
  actor: z.string(),
  actorName: z.string().nullable(),
  /** The act that it belongs to. */
  act: z.string(),
  commandId: z.string(),
});

const step = z
  .object({
    ...record.shape,
    commandId: z.string(),
    /** The types of its events. */
    types: z.array(z.string()),
    fate: z
      .enum(['back', 'undone', 'changed', 'kept'])
      .describe(
        'It can go `back`; it was `undone` before; it is left, as what was done since stands on it (`changed`) or for its `reason` (`kept`).',
      ),
    /** Why it stays, for people to read. */
    reason: z.string().nullable(),
    /**
     * The type of an event that has no way back: of the step, where that is why it stays; of its undo, where the step goes
     * back and cannot be brought back.
     */
    final: z.string().nullable(),
    /** What stands on it, oldest first. */
    later: z.array(laterStep),
  })
  .meta({ id: 'ActUndoStep' });

const count = z.int();

/** What an undo of an act would do. */
export const actUndo = z
  .object({
    counts: z
      .object({ back: count, undone: count, changed: count, kept: count })
      .describe('Of all its steps; at most 100 of each are told.'),
    forGood: count.describe('Of those that go back, how many cannot be brought back.'),
    steps: z.array(step),
    followed: z
      .array(z.object({ ...record.shape, types: z.array(z.string()), kept: z.string().nullable() }))
      .describe('What would follow by itself on other records: what is done to each, or why it is kept.'),
    withheld: z.int().describe('Steps that are not told to the role of whoever asks.'),
  })
  .meta({ id: 'ActUndo' });

/** What an undo of an act did. */
export const actUndone = z
  .object({
    act: z
      .string()
      .nullable()
      .describe('The act that undid it, which can be undone in turn; null if nothing was left to undo.'),
    done: z.int().describe('How many steps went back.'),
    more: z
      .int()
      .describe(
        `How many more can go back, by undoing the same act again: ${BATCH_LIMITS.items.toLocaleString('en-US')} do at once, the last ones first.`,
      ),
    kept: z
      .array(z.object({ ...record.shape, message: z.string() }))
      .describe('The first hundred that stay as they are, with the reason.'),
    keptCount: z.int(),
    conflicts: z
      .array(z.object({ ...record.shape, message: z.string() }))
      .describe('Jobs that are back where another job is meanwhile, with which one it is.'),
  })
  .meta({ id: 'ActUndone' });

export type ActUndo = z.output<typeof actUndo>;
export type ActUndone = z.output<typeof actUndone>;
