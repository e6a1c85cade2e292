import { z } from 'zod';

const month = z.string().describe('`2026-06`, in the time zone of the company.');

const heard = {
  count: z.number(),
  positive: z.number(),
  neutral: z.number(),
  negative: z.number(),
};

/** What came back of marketing: reviews, and who wants no more of it. */
export const marketingFigures = z
  .object({
    from: z.string().describe('The first day of the months, of which there are twelve.'),
    reviewMonths: z
      .array(z.object({ month, ...heard, averageRating: z.string().describe('A decimal text like "4.6".') }))
      .describe('By when they were written; those with a review, the latest first.'),
    ratings: z
      .array(z.object({ rating: z.number(), ...heard }))
      .describe('All reviews, whenever they were written, by their stars, the most stars first.'),
    suppressionMonths: z
      .array(
        z.object({
          month,
          unsubscribed: z.number(),
          bounced: z.number(),
          complained: z.number(),
          by_hand: z.number(),
        }),
      )
      .describe('Suppressed addresses by the month since when and the reason; also those that were lifted since.'),
  })
  .meta({ id: 'MarketingFigures' });
export type MarketingFigures = z.output<typeof marketingFigures>;
