import { z } from 'zod';
import { MAIL_STATUSES } from '../../domain/mail/terms.ts';

/** Whether the customer of a job was asked for a review, or may be. */
export const reviewRequest = z
  .object({
    why: z.string().nullable().describe('Why the customer is not to be asked now, as a sentence; null if they may be.'),
    request: z
      .object({
        at: z.string(),
        isAutomatic: z.boolean(),
        to: z.string().nullable(),
        status: z.enum(MAIL_STATUSES).nullable().describe('Of its email; null while that is being written.'),
      })
      .nullable()
      .describe('Null if nobody was asked.'),
    review: z
      .object({ id: z.string(), rating: z.number() })
      .nullable()
      .describe('What the customer wrote then; null if nothing yet.'),
  })
  .meta({ id: 'ReviewRequest' });
export type ReviewRequestAnswer = z.output<typeof reviewRequest>;
