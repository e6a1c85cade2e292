import { z } from 'zod';
import { deadStep } from '../processes/schema.ts';

const loop = z.object({
  name: z.string(),
  state: z.enum(['running', 'waiting', 'stopped']),
  restarts: z.number(),
  lastError: z.string().nullable(),
  lastErrorAt: z.string().nullable(),
});

const deadLetter = z.object({
  projection: z.string(),
  position: z.string(),
  eventId: z.string(),
  stream: z.string(),
  type: z.string(),
  error: z.string(),
});

const store = z.object({
  isReachable: z.boolean(),
  /** Since when that is so. */
  since: z.string(),
  lastError: z.string().nullable(),
  lastErrorAt: z.string().nullable(),
  /** How often a subscription has begun again after the last event that was delivered. */
  resubscriptions: z.number(),
});

/** A stranger learns `ok` only. */
export const health = z
  .object({
    ok: z.boolean(),
    /** Of the log's last event; null where the log cannot be reached or is too damaged to tell. */
    head: z.string().nullable().optional(),
    /** What was found damaged in the log since the start. */
    log: z.object({ damage: z.string().nullable() }).optional(),
    /** The way to the log, and to where state, read models and photos are. */
    stores: z.object({ log: store, documents: store }).optional(),
    /** Photos whose picture or thumbnail is missing or was found damaged. */
    photos: z.object({ missing: z.number() }).optional(),
    readModels: z
      .object({
        state: z.enum(['current', 'behind', 'building']),
        position: z.string(),
        /** Milliseconds since the oldest event that is not yet seen was recorded; 0 when current. */
        lagMs: z.number(),
        generation: z.string().nullable(),
        /** Documents by read model. */
        counts: z.record(z.string(), z.number()),
        deadLetters: z.array(deadLetter),
        /** The last damage to the stored read models since the start; they are being built anew until `repairedAt`. */
        damage: z.object({ generation: z.string(), foundAt: z.string(), repairedAt: z.string().nullable() }).nullable(),
      })
      .optional(),
    /** How mails leave the house: as files in the outbox, or by a mail server. */
    mail: z
      .object({
        kind: z.enum(['outbox', 'smtp']),
        /** The folder, or the host. */
        place: z.string(),
        /** Null until the first mail. */
        isReachable: z.boolean().nullable(),
        lastError: z.string().nullable(),
        lastErrorAt: z.string().nullable(),
        lastSentAt: z.string().nullable(),
      })
      .optional(),
    /** What follows from changes and was not done. */
    processes: z.object({ deadSteps: z.array(deadStep) }).optional(),
    loops: z.array(loop).optional(),
  })
  .meta({ id: 'Health' });

export type Health = z.output<typeof health>;
