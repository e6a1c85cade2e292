import { z } from 'zod';

/** What follows from one event by a process, and was not done. */
export const deadStep = z
  .object({
    process: z.string(),
    /** The stream of the event that it follows from, `<category>-<id>`. */
    stream: z.string(),
    revision: z.string(),
    position: z.string(),
    eventId: z.string(),
    type: z.string(),
    /** `waiting` is behind one of the same stream that was refused; `final` concerns a person who was erased. */
    state: z.enum(['refused', 'waiting', 'final']),
    /** Why. */
    error: z.string(),
    since: z.string(),
    triedAt: z.string(),
  })
  .meta({ id: 'DeadStep' });

export const retryAnswer = z
  .object({
    /** How many are done now. */
    done: z.number(),
    left: z.array(deadStep),
  })
  .meta({ id: 'Retried' });

export type DeadStepRecord = z.output<typeof deadStep>;
export type RetryAnswer = z.output<typeof retryAnswer>;
