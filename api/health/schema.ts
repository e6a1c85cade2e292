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
  /** Since when it has been so. */
  since: z.string(),
  lastError: z.string().nullable(),
  lastErrorAt: z.string().nullable(),
  /** How often a subscription has restarted after the last event delivered. */
  resubscriptions: z.number(),
});

/** A stranger gets `ok` only. */
export const health = z
  .object({
    ok: z.boolean(),
    /** The position of the log's last event; null if the log is unreachable or too damaged to tell. */
    head: z.string().nullable().optional(),
    /** Damage found in the log since the start, by whatever read it. */
    log: z
      .object({
        damage: z.string().nullable(),
        damageFoundAt: z.string().nullable(),
        /** When all of it was last found to be whole; null if never, and on EventStoreDB, which looks after its own files. */
        checkedAt: z.string().nullable(),
      })
      .optional(),
    /** The connections to the log, and to the store of state, read models and photos. */
    stores: z.object({ log: store, documents: store }).optional(),
    /** Photos whose picture or thumbnail is missing or was found damaged. */
    photos: z.object({ missing: z.number() }).optional(),
    readModels: z
      .object({
        state: z.enum(['current', 'behind', 'building']),
        position: z.string(),
        /** Milliseconds since the oldest unseen event was recorded; 0 when current. */
        lagMs: z.number(),
        generation: z.string().nullable(),
        /** Documents by read model. */
        counts: z.record(z.string(), z.number()),
        deadLetters: z.array(deadLetter),
        /** The last damage to the stored read models since the start; they are being rebuilt until `repairedAt`. */
        damage: z.object({ generation: z.string(), foundAt: z.string(), repairedAt: z.string().nullable() }).nullable(),
      })
      .optional(),
    /** Where mail goes: through a mail server, or to files in the outbox while none is set up. Missing while the log is away. */
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
    /** The backups that are made automatically; null where none are. */
    backup: z
      .object({
        newestAt: z.string().nullable(),
        isOverdue: z.boolean().describe('Whether a newer one should be there by now.'),
        lastError: z.string().nullable().describe('Why the last try failed; null if it did not.'),
        lastErrorAt: z.string().nullable(),
      })
      .nullable()
      .optional(),
    /** Who gets no marketing. */
    suppressions: z
      .object({ problem: z.string().nullable().describe('Why nobody can tell, so that no marketing is sent.') })
      .optional(),
    /** Steps of processes that were not done. */
    processes: z.object({ deadSteps: z.array(deadStep) }).optional(),
    loops: z.array(loop).optional(),
  })
  .meta({ id: 'Health' });

export type Health = z.output<typeof health>;
