import { z } from 'zod';

/** None of them removed. */
export const insightFigures = z
  .object({
    all: z.number().describe('How many were ever raised or entered.'),
    acted: z.number().describe('About how many of all something was done since they were last raised.'),
    open: z.number(),
    unread: z.number().describe('Of those that are open.'),
    critical: z.number().describe('Of those that are open.'),
    found: z.number().describe('How many of those that are open were found in the data, rather than entered.'),
    checked: z.number().describe('For how many of these it is known how often their kind was right.'),
    confidence: z
      .number()
      .nullable()
      .describe('The mean confidence of those that were found and are open, in whole percent; null without one.'),
  })
  .meta({ id: 'InsightFigures' });
export type InsightFigures = z.output<typeof insightFigures>;
