import { z } from 'zod';

/** A step of a process that should follow from an event, but was not done. */
export const deadStep = z
  .object({
    process: z.string(),
    /** The stream of that event, `<category>-<id>`. */
    stream: z.string(),
    revision: z.string(),
    position: z.string(),
    eventId: z.string(),
    type: z.string(),
    /** `waiting` is behind a refused one of the same stream; `final` concerns a person who was erased. */
    state: z.enum(['refused', 'waiting', 'final']),
    error: z.string(),
    since: z.string(),
    triedAt: z.string(),
  })
  .meta({ id: 'DeadStep' });

export const retryAnswer = z
  .object({
    /** How many are now done. */
    done: z.number(),
    left: z.array(deadStep),
  })
  .meta({ id: 'Retried' });

export type DeadStepRecord = z.output<typeof deadStep>;
export type RetryAnswer = z.output<typeof retryAnswer>;
