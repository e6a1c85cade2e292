import { z } from 'zod';

const record = z.object({
  category: z.string(),
  id: z.string(),
  /** What people call it today; null for one without a name. */
  title: z.string().nullable(),
});

/** What somebody did, or what a process did on its own, with all that followed from it by itself. */
export const auditAct = z
  .object({
    /** The correlation id of its events. */
    id: z.string(),
    /** ISO UTC, of its first event. */
    recordedAt: z.string().nullable(),
    /** Of its first event. */
    position: z.string(),
    /** Who began it: a user id, a process, or `public`. */
    actor: z.string().nullable(),
    /** The person's name today, if the actor is a person. */
    actorName: z.string().nullable(),
    /** The first ten types of its events, each once, in order. */
    types: z.array(z.string()),
    /** How many events it has, of those that the person is told. */
    events: z.int(),
    /** The first twenty records that they are about. */
    records: z.array(record),
    recordCount: z.int(),
    /** The command id of the act that it undoes. */
    undoes: z.string().nullable(),
    /** The person's role has no right to any of it: nothing but place and time is told. */
    withheld: z.boolean(),
  })
  .meta({ id: 'AuditAct' });

export type AuditAct = z.output<typeof auditAct>;

/** An act that another one came from, or that came of it, with those beyond it. */
export interface AuditLink extends AuditAct {
  /** The record of this act that links them: it was begun in it, or changed. */
  by: z.output<typeof record> | null;
  links: AuditLink[];
}

export const auditLink: z.ZodType<AuditLink> = z
  .object({
    ...auditAct.shape,
    by: record.nullable(),
    get links(): z.ZodType<AuditLink[]> {
      return z.array(auditLink);
    },
  })
  .meta({ id: 'AuditLink' });

/** An act with its causes and its consequences. */
export const auditActTree = z
  .object({
    act: auditAct,
    /** What it came from, the nearest first, each with what that came from. */
    from: z.array(auditLink),
    /** What came of it, oldest first, each with what came of that. */
    followed: z.array(auditLink),
    /** There is more than is told: at most 200 acts are, and eight one after another. */
    cut: z.boolean(),
  })
  .meta({ id: 'AuditActTree' });

export type AuditActTree = z.output<typeof auditActTree>;
