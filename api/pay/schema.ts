import { z } from 'zod';
import { idParams } from '../kit/fields/common.schema.ts';
import { createBody, requiredAmount } from '../kit/fields/fields.schema.ts';
import { dayGiven } from '../kit/fields/values.schema.ts';

const from = dayGiven('The first day');

/** What an hour of somebody's work costs the company, from a day on; it replaces a rate from the same day. */
export const setRateBody = createBody({ rate: requiredAmount('The rate', 'Enter the rate per hour.') }).extend({
  from,
});

export const rateParams = idParams.extend({ from });

/** What somebody is paid: from each day on, dollars per hour, the latest first. */
export const payRecord = z
  .object({
    id: z.string(),
    /** The rate is null once the person is erased. */
    rates: z.array(z.object({ from: z.string(), rate: z.string().nullable() })),
    revision: z.number(),
  })
  .meta({ id: 'Pay' });

export type PayRecord = z.output<typeof payRecord>;
