import { z } from 'zod';
import { SUSPICIONS } from '../../domain/intake/terms.ts';

/** A request from a public form that may be spam. */
export const quarantinedRecord = z
  .object({
    id: z.string(),
    receivedAt: z.string(),
    expiresAt: z.string().describe('Then it is forgotten.'),
    suspicion: z.string().describe(`One of: ${SUSPICIONS.join(', ')}.`),
    reason: z.string().describe('The same in words.'),
    page: z.string(),
    hostSite: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    description: z.string().nullable(),
    serviceType: z.string().nullable(),
    urgency: z.string(),
    preferredContactTime: z.string().nullable(),
    estimatedValue: z.string().nullable(),
    photos: z.number().describe('How many came with it.'),
  })
  .meta({ id: 'QuarantinedRequest' });

export const releasedAnswer = z
  .object({ category: z.enum(['lead', 'external_lead']), id: z.string() })
  .meta({ id: 'ReleasedRequest' });

export type QuarantinedRecord = z.output<typeof quarantinedRecord>;
