import { z } from 'zod';
import { audienceAnswer } from '../../audience/schema.ts';

/** What would happen if a campaign was sent now. */
export const sendingOutlook = z
  .object({
    recipients: z.number().describe('How many emails it would be.'),
    first: audienceAnswer.shape.first,
    leftOut: audienceAnswer.shape.leftOut,
    from: z.string().describe('The sender.'),
    ratePerMinute: z.number().describe('The most that go in a minute.'),
    problem: z.string().nullable().describe('What keeps it from being sent; null if nothing does.'),
  })
  .meta({ id: 'SendingOutlook' });
export type SendingOutlook = z.output<typeof sendingOutlook>;
