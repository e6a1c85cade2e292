import { z } from 'zod';
import { SECURITY_EVENT_TYPES } from '../../domain/security/terms.ts';
import { pageQuery } from '../kit/fields/common.schema.ts';

export const securityEventsQuery = pageQuery.omit({ search: true }).extend({
  type: z.enum(SECURITY_EVENT_TYPES, `type must be one of: ${SECURITY_EVENT_TYPES.join(', ')}.`).optional(),
  /** An account's id: what it did, and what was done to it. */
  user: z.string().min(1).max(100).optional(),
});

/** One event about who got in and what they took, or several alike within a minute. */
export const securityEventRecord = z
  .object({
    id: z.string(),
    type: z.enum(SECURITY_EVENT_TYPES),
    /** When the first and the last happened. */
    at: z.string(),
    until: z.string(),
    count: z.number(),
    /** The id of whoever did it; null for a stranger. */
    actor: z.string().nullable(),
    actorName: z.string().nullable(),
    /** The id of the person it concerns. */
    subject: z.string().nullable(),
    subjectName: z.string().nullable(),
    address: z.string().nullable(),
    browser: z.string().nullable(),
    /** A reason, a role, a list or a route. */
    detail: z.string().nullable(),
    /** It counts the events of its type beyond those kept singly in an hour. */
    isRest: z.boolean(),
  })
  .meta({ id: 'SecurityEvent' });

export type SecurityEventRecord = z.output<typeof securityEventRecord>;
