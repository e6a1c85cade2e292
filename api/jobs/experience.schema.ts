import { z } from 'zod';
import { JOB_LIMITS, MOST_HOURS } from '../../domain/job/terms.ts';
import { askedDecimal } from '../kit/fields/common.schema.ts';
import { requiredText } from '../kit/fields/values.schema.ts';

const HOURS = 'The hours must be a number, like 4 or 1.5.';

export const jobExperienceQuery = z.object({
  service: requiredText('The type of service', JOB_LIMITS.serviceType, 'Say which type of service.').trim(),
  hours: askedDecimal(HOURS, 0.01, MOST_HOURS)
    .optional()
    .describe('That the next job is estimated to take: jobs of its size teach more.'),
});

/** What finished jobs of a service took, and what that suggests for the next. */
export const jobExperience = z
  .object({
    service: z.string(),
    /** The range of the jobs' estimated hours: more than `from`, at most `to`. Null: any size. */
    size: z.object({ from: z.number(), to: z.number().nullable() }).nullable(),
    count: z.number(),
    /** Null where fewer than five jobs tell it. */
    suggestion: z.object({
      hours: z.number().nullable(),
      /** Decimal text in dollars. */
      price: z.string().nullable(),
      /** Hours worked per estimated hour. */
      overrun: z.number().nullable(),
      /** Hundredths of the price. */
      margin: z.number().nullable(),
    }),
    /** The jobs that this is based on, newest first. */
    jobs: z.array(
      z.object({
        id: z.string(),
        jobNumber: z.string().nullable(),
        customerName: z.string().nullable(),
        completedAt: z.string().nullable(),
        estimatedHours: z.number().nullable(),
        clockHours: z.number(),
        /** The hours of everybody together. */
        actualHours: z.number(),
        amount: z.string().nullable(),
        actualCost: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'JobExperience' });
export type JobExperience = z.output<typeof jobExperience>;
