import { z } from 'zod';
import { pageQuery } from './common.ts';

export const customersQuery = pageQuery;

export const customerRecord = z
  .object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    notes: z.string().nullable(),
    leadId: z.string().nullable(),
    createdAt: z.string(),
    revision: z.number(),
    removed: z.boolean(),
  })
  .meta({ id: 'Customer' });

export type CustomerRecord = z.output<typeof customerRecord>;
